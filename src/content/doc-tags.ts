import { compareText, type Problem } from "../shared/problem.ts";
import type { TrailingSlash } from "../shared/route.ts";
import { makeListPage, withTags } from "./list-pages.ts";
import { makeRoute } from "./routes.ts";
import { collectTags, tagSlug } from "./tags.ts";
import { pageTitle } from "./title.ts";
import type { SourcePage } from "./types.ts";

/**
 * Makes the pages of the tags of one set of docs, and gives the docs their links to them. Without a
 * tag there are none.
 *
 * @param path folder of the docs
 * @param base route of the tags without slashes at its ends: `docs/tags`
 * @returns `docs`: those that have tags
 */
export function makeDocTags(
  docs: readonly SourcePage[],
  path: string,
  base: string,
  trailingSlash: TrailingSlash,
): { docs: SourcePage[]; lists: SourcePage[]; problems: Problem[] } {
  const { tags, problems } = collectTags(docs);
  const all = makeRoute({ base, folder: "", name: "", isIndex: true, trailingSlash });
  const links = new Map(
    tags.map(({ slug, label }) => {
      return [slug, { label, route: makeRoute({ base, folder: "", name: slug, isIndex: false, trailingSlash }) }];
    }),
  );
  const lists = tags.map(({ label, slug, pages }) => {
    const own = pages.toSorted((a, b) => compareText(pageTitle(a).toLowerCase(), pageTitle(b).toLowerCase()));
    const list = { kind: "docs" as const, docs: own.map((page) => page.path), tag: label, all };
    return makeListPage("docList", path, links.get(slug)?.route ?? all, list);
  });
  const entries = tags.map(({ label, slug, pages }) => {
    return { label, route: links.get(slug)?.route ?? all, count: pages.length };
  });
  return {
    docs: docs.filter(({ frontMatter }) => frontMatter.tags).map((doc) => withTags(doc, links, tagSlug)),
    lists: tags.length === 0 ? [] : [makeListPage("docList", path, all, { kind: "tags", tags: entries }), ...lists],
    problems,
  };
}
