/** Texts without meaning outside their context, such as in a screen reader's list of links. */
const VAGUE: ReadonlySet<string> = new Set(
  `here, click here, click, this, that, link, this link, the link, see here, over here, read here, right here, from here,
   page, this page, the page, that page, more, read more, learn more, see more, find out more, more info,
   more information, details, info, continue, go, download here, this article, this document, this site, this website,
   website, url, read this, see this, go here, tap here, start here, this one`
    .split(",")
    .map((text) => text.trim()),
);

/** Whether a link text is meaningless on its own. */
export function isVague(text: string): boolean {
  return VAGUE.has(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s]/gu, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}
