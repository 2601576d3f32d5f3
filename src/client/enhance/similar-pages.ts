import { editDistance, likeness, plainWordsOf } from "../../shared/nearest.ts";
import { decodePath, nameOf, type Route, routeKey, toUrl } from "../../shared/route.ts";
import type { KnownPages } from "../../theme/theme-types.ts";
import { text } from "../client-text.ts";
import { make } from "../dom.ts";
import { basePath, fetchJson } from "../page.ts";

const MAX_PAGES = 5;
/** A page is suggested from this weighted share of words in the address, or from `MIN_LIKENESS` of its address. */
const MIN_SHARE = 0.5;
const MIN_LIKENESS = 0.75;

/**
 * On the "not found" page: suggests pages with a similar address, and fills the search field with its words. An address
 * that is a page's with `.html` leads to that page.
 *
 * @param article has the address of the list of pages
 * @throws if that list can't be fetched
 */
export async function showSimilarPages(article: ParentNode): Promise<void> {
  const container = article.querySelector<HTMLElement>("[data-near]");
  const input = article.querySelector("input");
  const wanted = wantedRoute();
  if (container === null) return;
  if (input !== null) input.value = plainWordsOf(nameOf(routeKey(wanted))).join(" ");
  const known = (await fetchJson(container.dataset.near ?? "")) as KnownPages;
  const same = known.find(([route]) => routeKey(route) === routeKey(wanted))?.[0];
  if (same !== undefined && location.pathname.endsWith(".html"))
    return location.replace(toUrl(basePath(), same) + location.search + location.hash);
  const pages = nearestPages(wanted, known);
  if (pages.length === 0) return;
  const heading = text({ id: "theme.NotFound.near", message: "Pages with a similar address:" });
  const items = pages.map(([route, title]) =>
    make("li", {}, make("a", { href: toUrl(basePath(), route) }, title), " ", make("small", {}, route)),
  );
  container.replaceChildren(make("p", {}, heading), make("ul", {}, ...items));
}

/** The requested route: the address relative to the base URL, without a file extension. */
function wantedRoute(): Route {
  const path = decodePath(location.pathname) ?? location.pathname;
  return `/${path.slice(basePath().length)}`.replace(/(?:\/index)?\.(?:html?|md|php|aspx?)$/, "");
}

/** The pages whose addresses and titles are most similar to a route, best first. */
function nearestPages(wanted: Route, pages: KnownPages): KnownPages {
  const words = plainWordsOf(wanted);
  const likenesses = pages.map(([route, title]) => {
    const pageWords = [...new Set(plainWordsOf(`${route} ${title}`))];
    return words.map((word) => Math.max(0, ...pageWords.map((other) => likeness(word, other))));
  });
  const named = new Set(plainWordsOf(nameOf(routeKey(wanted))));
  // Weight of each word: low if it matches most pages, such as "docs", or none; double for the last part of the
  // address.
  const weights = words.map((word, at) => {
    const uses = likenesses.reduce((sum, all) => sum + (all[at] ?? 0), 0);
    return Math.log(1 + pages.length / (1 + uses)) * (named.has(word) ? 2 : 1) * (uses === 0 ? 0.5 : 1);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scored = pages.map((page, index) => {
    const share = weights.reduce((sum, weight, at) => sum + weight * (likenesses[index]?.[at] ?? 0), 0) / (total || 1);
    const [a, b] = [routeKey(wanted).toLowerCase(), routeKey(page[0]).toLowerCase()];
    const alike = 1 - editDistance(a, b) / Math.max(a.length, b.length);
    return { page, score: share + alike, isNear: share >= MIN_SHARE || alike >= MIN_LIKENESS };
  });
  const near = scored.filter(({ isNear }) => isNear).sort((a, b) => b.score - a.score);
  return near.slice(0, MAX_PAGES).map(({ page }) => page);
}
