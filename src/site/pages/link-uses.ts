import { placeInConfig } from "../../config/place.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { allItems } from "../../config/sidebars-schema.ts";
import type { SourcePage } from "../../content/content-types.ts";
import type { LinkUse, WrittenLink } from "../../links/use.ts";
import { type CompiledDocument, isTagSlot } from "../../markdown/document.ts";
import { readHtml } from "../../shared/html.ts";
import type { Plan } from "../model/plan.ts";
import type { Site } from "../model/site.ts";

/** A link that isn't in the text of a page, with the context for resolving it. */
export function siteUse(link: WrittenLink, { index }: Plan): LinkUse {
  return { ...link, source: { path: link.path, route: "/", isIndex: true, isSite: true }, index };
}

/** Links outside of pages' texts: those of the configuration and of authors. */
export function siteUses(site: Site): LinkUse[] {
  return [...configUses(site), ...authorLinks(site.plan)];
}

/**
 * Links outside of pages' texts, with the preview pictures of pages, but without the scripts and pictures that outputs
 * of the site make.
 *
 * @param made files of the site's outputs
 */
export function checkedSiteUses(site: Site, made: readonly { readonly file: string }[]): LinkUse[] {
  const files = new Set(made.map(({ file }) => `/${file}`));
  const isMade = ({ kind, target }: LinkUse) => (kind === "image" || kind === "media") && files.has(target);
  return [...siteUses(site), ...previewUses(site)].filter((use) => !isMade(use));
}

/** Preview pictures from the front matter of pages. */
function previewUses({ plan }: Site): LinkUse[] {
  return plan.pages.flatMap((page): LinkUse[] => {
    const { image } = page.frontMatter;
    if (image === undefined) return [];
    const position = { path: page.path, line: page.keyLines.image ?? 1, column: 1 };
    return [{ ...position, target: image, kind: "image", source: page, index: plan.indexOf(page) }];
  });
}

/** Links in the text of a page as written in its source. */
export function writtenLinks({ slots }: Pick<CompiledDocument, "slots">): WrittenLink[] {
  const links: WrittenLink[] = [];
  for (const { kind, path, line, column, target, address, text } of slots) {
    if (kind === "cards" || kind === "island" || isTagSlot(kind)) continue;
    // Field by field: there are hundreds of thousands of these, and spreading a slot takes ten times as long.
    const link = { path, line, column, target, address, kind };
    links.push(text === undefined ? link : { path, line, column, target, address, kind, text });
  }
  return links;
}

/** A page's links with the context for resolving them. */
export function pageUses({ plan }: Site, page: SourcePage, links: readonly WrittenLink[]): LinkUse[] {
  const index = plan.indexOf(page);
  return links.map((link) => {
    const { path } = link;
    // Relative paths in included text are relative to the included file.
    const source = path === page.path ? page : { path, route: page.route, isIndex: page.isIndex };
    return { ...link, source, index };
  });
}

/** Links in the profiles of all authors. */
function authorLinks(plan: Plan): LinkUse[] {
  const authors = plan.pages.flatMap(({ post, list }) => [
    ...(post?.authors ?? []),
    ...(list?.kind === "authors" ? list.authors.map(({ author }) => author) : []),
  ]);
  const unique = new Map(authors.map((author) => [`${author.path}:${author.line}:${author.name}`, author]));
  return [...unique.values()].flatMap(({ path, line, places, url, image_url }) => {
    const links = [["link", url, places?.url] as const, ["image", image_url, places?.image_url] as const];
    return links.flatMap(([kind, target, place]) => {
      return target === undefined ? [] : siteUse({ path, line, column: 1, ...place, target, kind }, plan);
    });
  });
}

/** An address in the configuration, with the field that contains it. */
type Entry = readonly [kind: LinkUse["kind"], key: string, target: string | undefined, text?: string | undefined];

function configUses({ plan, loaded }: Site): LinkUse[] {
  const counts = new Map<string, number>();
  return entriesOf(plan.config).flatMap(([kind, key, target, text]): LinkUse[] => {
    if (target === undefined) return [];
    const nth = counts.get(`${key}\n${target}`) ?? 0;
    counts.set(`${key}\n${target}`, nth + 1);
    const position = placeInConfig(loaded.sources, key, target, nth);
    return [siteUse({ ...position, kind, target, ...(text === undefined ? {} : { text }) }, plan)];
  });
}

function entriesOf(config: SiteConfig): Entry[] {
  const { navbar, footer, announcementBar, redirects, favicon, scripts, baseUrl } = config;
  const logos = [navbar.logo, footer.logo].flatMap((logo): Entry[] => [
    ["image", "src", logo?.src],
    ["image", "srcDark", logo?.srcDark],
    ["link", "href", logo?.href],
  ]);
  const items = navbar.items.flatMap((item) => [item, ...(item.type === "dropdown" ? item.items : [])]);
  const navbarLinks = items.flatMap((item): Entry[] => {
    if (item.type === "html") return htmlEntries(item.value, baseUrl);
    return "to" in item || "href" in item ? linkEntries(item) : [];
  });
  const footerLinks = footer.links.flatMap((entry) => ("items" in entry ? entry.items : [entry]).flatMap(linkEntries));
  const sidebars = config.docs.flatMap((docs) => [
    docs.sidebars,
    ...Object.values(docs.versions).map((version) => version.sidebars),
  ]);
  const entries = allItems(sidebars.flatMap((named) => Object.values(named ?? {}).flat()));
  return [
    ...navbarLinks,
    ...entries.flatMap((entry) => (entry.type === "link" ? linkEntries(entry) : [])),
    ...footerLinks,
    ...htmlEntries(footer.copyright, baseUrl),
    ...htmlEntries(announcementBar?.content, baseUrl),
    ...redirects.map(({ to }): Entry => ["redirect", "to", to]),
    ["image", "favicon", favicon],
    ...logos,
    ...scripts.map(({ src }): Entry => ["media", "src", src]),
  ];
}

function linkEntries({ to, href, label }: { [Key in "to" | "href" | "label"]?: string | undefined }): Entry[] {
  return [
    ["link", "to", to, label],
    ["link", "href", href, label],
  ];
}

/** Addresses in HTML are written with the base URL. */
function htmlEntries(html: string | undefined, baseUrl: string): Entry[] {
  const attributes = readHtml(html ?? "").flatMap((part) => (part.kind === "start" ? part.attributes : []));
  const addresses = attributes.filter(({ name }) => name === "href" || name === "src");
  return addresses.map(({ name: key, value: address }): Entry => {
    const isOwn = baseUrl !== "/" && address.startsWith(baseUrl);
    return [key === "href" ? "link" : "media", key, isOwn ? address.slice(baseUrl.length - 1) : address];
  });
}
