import { isListed, targetOf } from "../../navigation/sidebar-path.ts";
import { toUrl } from "../../shared/route.ts";
import { readStoredJson, writeStored } from "../../theme/storage.ts";
import type { SiteData } from "../../theme/theme-types.ts";
import { text } from "../client-text.ts";
import { ownKey } from "../page.ts";
import type { AnswerState } from "./search-hooks.ts";

/** Suggested queries and pages, under a heading. */
export interface SuggestionGroup {
  readonly title: string;
  /** A link if it has an address, else a query. */
  readonly items: readonly { readonly label: string; readonly query?: string; readonly href?: string }[];
}

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

const STORAGE_KEY = ownKey("docgen.search.recent");
const LIMIT = 5;

/** Recent searches of this browser, newest first; empty if storage is blocked. */
export function readRecent(): readonly string[] {
  const stored = readStoredJson("localStorage", STORAGE_KEY);
  return Array.isArray(stored) ? stored.filter((query) => typeof query === "string").slice(0, LIMIT) : [];
}

/** Adds a query that had results, as the newest. */
export function keepRecent(query: string): void {
  const kept = query.trim();
  if (kept === "") return;
  const others = readRecent().filter((query) => query.toLowerCase() !== kept.toLowerCase());
  writeStored("localStorage", STORAGE_KEY, JSON.stringify([kept, ...others].slice(0, LIMIT)));
}

/** Deletes all recent searches. */
export function clearRecent(): void {
  writeStored("localStorage", STORAGE_KEY, undefined);
}
