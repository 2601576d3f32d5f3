import { placeInConfig } from "../../config/place.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { allItems } from "../../config/sidebars-schema.ts";
import type { LinkUse } from "../../links/use.ts";
import type { Site } from "../model/site.ts";

/** An address in the configuration, with the field that contains it. */
type Entry = readonly [kind: LinkUse["kind"], key: string, target: string | undefined, text?: string | undefined];

/** Links, pictures and scripts of the configuration, with their positions. */
export function configUses({ plan, loaded }: Site): LinkUse[] {
  const counts = new Map<string, number>();
  return entriesOf(plan.config).flatMap(([kind, key, target, text]): LinkUse[] => {
    if (target === undefined) return [];
    const nth = counts.get(`${key}\n${target}`) ?? 0;
    counts.set(`${key}\n${target}`, nth + 1);
    const place = placeInConfig(loaded.sources, key, target, nth);
    const source = { path: place.path, route: "/", isIndex: true, isSite: true };
    return [{ ...place, kind, target, source, index: plan.index, ...(text === undefined ? {} : { text }) }];
  });
}

function entriesOf(config: SiteConfig): Entry[] {
  const { navbar, footer, announcementBar, redirects, favicon, scripts, baseUrl } = config;
  const logos = [navbar.logo, footer.logo].flatMap((logo): Entry[] => [
    ["image", "src", logo?.src],
    ["image", "srcDark", logo?.srcDark],
    ["link", "href", logo?.href],
  ]);
  const navbarLinks = navbar.items.flatMap((item): Entry[] => {
    if (item.type === "html") return htmlEntries(item.value, baseUrl);
    const own = "to" in item ? linkEntries(item) : [];
    if (item.type !== "dropdown") return own;
    return [
      ...own,
      ...item.items.flatMap((one) => {
        return one.type === "html" ? htmlEntries(one.value, baseUrl) : linkEntries(one);
      }),
    ];
  });
  const footerLinks = footer.links.flatMap((entry) => ("items" in entry ? entry.items : [entry]).flatMap(linkEntries));
  const sidebars = config.docs.flatMap((docs) => [
    docs.sidebars,
    ...Object.values(docs.versions).map((one) => one.sidebars),
  ]);
  const entries = allItems(sidebars.flatMap((one) => Object.values(one ?? {}).flat()));
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
  return [...(html ?? "").matchAll(/\s(href|src)=["']([^"']*)["']/g)].map(([, key = "", address = ""]): Entry => {
    const isOwn = baseUrl !== "/" && address.startsWith(baseUrl);
    return [key === "href" ? "link" : "media", key, isOwn ? address.slice(baseUrl.length - 1) : address];
  });
}
