import type { SourcePage } from "../../content/types.ts";
import type { LinkUse, WrittenLink } from "../../links/use.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { Site } from "../model/site.ts";
import { authorLinks } from "../pages/post-data.ts";
import { configUses } from "./config-links.ts";

/** Links outside of pages' texts: those of the configuration and of authors. */
export function siteUses(site: Site): LinkUse[] {
  return [...configUses(site), ...authorLinks(site.plan)];
}

/** Preview pictures from the front matter of pages. */
export function previewUses({ plan }: Site): LinkUse[] {
  return plan.pages.flatMap((page) => {
    const { image } = page.frontMatter;
    return image === undefined ? [] : [imageUse(page, image, plan)];
  });
}

/** Links in the text of a page as written in its source. */
export function writtenLinks({ slots }: Pick<CompiledDocument, "slots">): WrittenLink[] {
  const links: WrittenLink[] = [];
  for (const { kind, path, line, column, target, text } of slots) {
    if (kind === "cards" || kind === "island") continue;
    // Field by field: there are hundreds of thousands of these, and spreading a slot takes ten times as long.
    const link = { path, line, column, target, kind };
    links.push(text === undefined ? link : { path, line, column, target, kind, text });
  }
  return links;
}

/** A page's links with the context for resolving them. */
export function pageUses({ plan }: Site, page: SourcePage, links: readonly WrittenLink[]): LinkUse[] {
  const index = plan.indexOf(page);
  return links.map((link) => {
    const { path, line, column, target, kind, text } = link;
    const source = sourceOf(page, path);
    return text === undefined
      ? { path, line, column, target, kind, source, index }
      : { path, line, column, target, kind, text, source, index };
  });
}

function imageUse(page: SourcePage, target: string, plan: Site["plan"]): LinkUse {
  const place = { path: page.path, line: page.keyLines.image ?? 1, column: 1 };
  return { ...place, target, kind: "image", source: page, index: plan.indexOf(page) };
}

/** Relative paths in included text are relative to the included file. */
function sourceOf(page: SourcePage, path: string): LinkUse["source"] {
  return path === page.path ? page : { path, route: page.route, isIndex: page.isIndex };
}
