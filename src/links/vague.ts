/** Texts that say nothing to one who reads only the links of a page, as a screen reader lists them. */
const VAGUE: ReadonlySet<string> = new Set(
  `here, click here, click, this, that, link, this link, the link, see here, over here, read here, right here, from here,
   page, this page, the page, that page, more, read more, learn more, see more, find out more, more info,
   more information, details, info, continue, go, download here, this article, this document, this site, this website,
   website, url, read this, see this, go here, tap here, start here, this one`
    .split(",")
    .map((text) => text.trim()),
);

/** True for a link text that could stand for any link. */
export function isVague(text: string): boolean {
  return VAGUE.has(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s]/gu, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}
