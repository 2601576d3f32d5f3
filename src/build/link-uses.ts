import type { SourcePage } from "../content/types.ts";
import type { LinkUse } from "../links/use.ts";
import type { Document } from "../markdown/document.ts";
import { configUses } from "./config-links.ts";
import { authorLinks } from "./post-data.ts";
import type { Site } from "./site.ts";

/** The links that no page's text holds: those of the configuration and of authors. */
export function siteUses(site: Site): LinkUse[] {
  return [...configUses(site), ...authorLinks(site.plan)];
}

/** The pictures that pages have in their front matter for other sites. */
export function previewUses({ plan }: Site): LinkUse[] {
  return plan.pages.flatMap((page) => {
    const { image } = page.frontMatter;
    return image === undefined ? [] : [imageUse(page, image, plan)];
  });
}

/** The links in the texts of pages, as their sources say them; those of pages written in React are known once they are rendered. */
export function pageUses({ plan }: Site, documents: ReadonlyMap<string, Document>): LinkUse[] {
  const uses: LinkUse[] = [];
  for (const page of plan.pages) {
    const slots = documents.get(page.path)?.slots ?? [];
    const index = plan.indexOf(page);
    for (const { kind, path, line, column, target, text } of slots) {
      if (kind === "cards") continue;
      // Field by field: there are hundreds of thousands of these, and spreading a slot takes ten times as long.
      const source = sourceOf(page, path);
      uses.push(
        text === undefined
          ? { path, line, column, target, kind, source, index }
          : { path, line, column, target, kind, text, source, index },
      );
    }
  }
  return uses;
}

function imageUse(page: SourcePage, target: string, plan: Site["plan"]): LinkUse {
  const place = { path: page.path, line: page.keyLines.image ?? 1, column: 1 };
  return { ...place, target, kind: "image", source: page, index: plan.indexOf(page) };
}

/** What is included stands in the page, and names files from where it is itself. */
function sourceOf(page: SourcePage, path: string): LinkUse["source"] {
  return path === page.path ? page : { path, route: page.route, isIndex: page.isIndex };
}
