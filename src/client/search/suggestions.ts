import { isListed, targetOf } from "../../navigation/sidebar-path.ts";
import { toUrl } from "../../shared/route.ts";
import type { SiteData } from "../../theme/theme-types.ts";
import { text } from "../client-text.ts";
import type { SuggestionGroup } from "./SearchList.tsx";
import type { AnswerState } from "./use-answer.ts";

const MAX_PAGES = 8;

/**
 * Suggestions for when there are no results. Before anything is typed: recent searches and the top pages of the docs.
 * If nothing was found: similar words and tags, and the top pages of the docs.
 */
export function suggestionsFor(
  site: SiteData,
  { answer, status }: AnswerState,
  recent: readonly string[],
): readonly SuggestionGroup[] {
  if (status !== "idle" || (answer !== undefined && answer.results.length > 0)) return [];
  const { words = [], tags = [] } = answer?.near ?? {};
  const tagged = tags.map((tag) => ({ label: tag, query: /\s/.test(tag) ? `tags:"${tag}"` : `tags:${tag}` }));
  const ofRecent = text({ id: "theme.SearchModal.startScreen.recentSearchesTitle", message: "Recent" });
  const groups = [
    { title: ofRecent, items: answer === undefined ? recent.map(asQuery) : [] },
    { title: text({ id: "theme.SearchBar.nearWords", message: "Similar words" }), items: words.map(asQuery) },
    { title: text({ id: "theme.tags.tagsPageTitle", message: "Tags" }), items: tagged },
    topPages(site),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function topPages({ sidebars, baseUrl }: SiteData): SuggestionGroup {
  const [items = []] = Object.values(sidebars);
  const listed = items.filter(isListed).flatMap((item) => {
    const route = targetOf(item);
    return route === undefined ? [] : [{ label: item.label, href: toUrl(baseUrl, route) }];
  });
  return {
    title: text({ id: "theme.SearchBar.topPages", message: "Sections" }),
    items: listed.slice(0, MAX_PAGES),
  };
}

function asQuery(query: string) {
  return { label: query, query };
}
