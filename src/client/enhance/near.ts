import { editDistance, likeness, plainWordsOf } from "../../shared/nearest.ts";
import { decodePath, nameOf, type Route, routeKey, toUrl } from "../../shared/route.ts";
import type { KnownPages } from "../../theme/lists.ts";
import { make } from "../make.ts";
import { basePath } from "../site.ts";
import { text } from "../text.ts";

const MAX_PAGES = 5;
/** A page is offered if it has this part of what the address says, or its own address differs by less than the rest. */
const MIN_SHARE = 0.5;
const MIN_LIKENESS = 0.75;

/** Offers the pages that are nearest to the address, and its words as a query. @param article names the list of pages */
export async function showNear(article: ParentNode): Promise<void> {
  const place = article.querySelector<HTMLElement>("[data-near]");
  const input = article.querySelector("input");
  const wanted = wantedRoute();
  if (place === null) return;
  if (input !== null) input.value = plainWordsOf(nameOf(routeKey(wanted))).join(" ");
  const response = await fetch(place.dataset.near ?? "");
  if (!response.ok) throw new Error(`${response.url}: status ${response.status}`);
  const pages = nearestPages(wanted, (await response.json()) as KnownPages);
  if (pages.length === 0) return;
  const heading = text({ id: "theme.NotFound.near", message: "Pages with a similar address:" });
  const items = pages.map(([route, title]) => {
    const link = make("a", { href: toUrl(basePath(), route) }, title);
    return make("li", {}, link, " ", make("small", {}, route));
  });
  place.replaceChildren(make("p", {}, heading), make("ul", {}, ...items));
}

/** What the address asks for, below the base URL and without a file's ending. */
function wantedRoute(): Route {
  const path = decodePath(location.pathname) ?? location.pathname;
  return `/${path.slice(basePath().length)}`.replace(/(?:\/index)?\.(?:html?|md|php|aspx?)$/, "");
}

/** The pages whose addresses and titles say most of what a route says, best first. */
function nearestPages(wanted: Route, pages: KnownPages): KnownPages {
  const words = plainWordsOf(wanted);
  const likenesses = pages.map(([route, title]) => {
    const own = [...new Set(plainWordsOf(`${route} ${title}`))];
    return words.map((word) => Math.max(0, ...own.map((other) => likeness(word, other))));
  });
  const named = new Set(plainWordsOf(nameOf(routeKey(wanted))));
  // A word that most pages have, such as "docs", says little, and so does one of none. A page's name says most.
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
