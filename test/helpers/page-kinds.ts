import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RealSite } from "./real-site.ts";

type Page = RealSite["pages"][number];

/**
 * Chooses pages so that each kind of element in the site (tag, class, attribute, script) occurs on at least a given
 * number of them: elements of a kind come from the same code.
 *
 * @param times pages per kind, if there are as many
 */
export function pagesOfEachKind({ out, pages }: RealSite, times: number): Page[] {
  const left = pages.map((page) => ({ page, kinds: kindsOf(readFileSync(join(out, page.file), "utf8")) }));
  const counts = new Map<string, number>();
  const isWanted = (kind: string) => (counts.get(kind) ?? 0) < times;
  const chosen: Page[] = [];
  for (;;) {
    const gains = left.map(({ kinds }) => kinds.filter(isWanted).length);
    const best = gains.indexOf(Math.max(0, ...gains));
    const [found] = best < 0 || gains[best] === 0 ? [] : left.splice(best, 1);
    if (found === undefined) return chosen;
    chosen.push(found.page);
    for (const kind of found.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
}

function kindsOf(html: string): string[] {
  const kinds = new Set<string>();
  for (const [, tag = "", attributes = ""] of html.matchAll(/<([a-z][\w-]*)((?:\s[^<>]*?)?)\/?>/g)) {
    for (const [, name = "", value = ""] of attributes.matchAll(/\s([\w:-]+)(?:="([^"]*)")?/g)) {
      kinds.add(`${tag} ${name}`);
      if (name === "class") for (const one of value.split(" ")) kinds.add(`${tag}.${one}`);
      if (name === "src" && tag === "script") kinds.add(value);
    }
  }
  return [...kinds];
}
