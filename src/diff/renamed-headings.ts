import { diffArrays } from "diff";
import type { CompiledDocument, TocEntry } from "../markdown/document.ts";
import { visibleText } from "../shared/html-parts.ts";
import { escapeHtml } from "../shared/text.ts";
import type { RenamedHeading } from "./diff-types.ts";
import { commonWords } from "./word-diff.ts";

/** Share of words that the text under a heading must have in common with that under the renamed one. */
const MIN_SAME = 0.5;

/**
 * Finds headings that have another id than before: between the same neighbours, at the same level, and above mostly the
 * same text. Headings for which several others are equally likely are left out.
 *
 * @returns the heading in the new document, by its old id
 */
export function renamedHeadings(before: CompiledDocument, after: CompiledDocument): Map<string, RenamedHeading> {
  const renamed = new Map<string, RenamedHeading>();
  const idOf = ({ id }: TocEntry) => id;
  let gone: readonly TocEntry[] = [];
  for (const { value, added, removed } of diffArrays([...before.toc], [...after.toc], {
    comparator: (a, b) => idOf(a) === idOf(b),
  })) {
    if (removed) gone = value;
    else if (added) pairHeadings(gone, value);
    if (!removed) gone = [];
  }
  return renamed;

  function pairHeadings(old: readonly TocEntry[], now: readonly TocEntry[]): void {
    const likeness = (a: TocEntry, b: TocEntry) =>
      a.level === b.level ? commonWords(textUnder(before, a.id), textUnder(after, b.id)) : 0;
    for (const heading of old) {
      const candidate = onlyBest(now, (other) => likeness(heading, other));
      const isMutual = candidate && onlyBest(old, (other) => likeness(other, candidate)) === heading;
      const place = after.ids.find(({ id }) => id === candidate?.id);
      if (candidate === undefined || place === undefined || !isMutual || after.anchors.includes(heading.id)) continue;
      renamed.set(heading.id, { ...place, text: visibleText(candidate.html) });
    }
  }
}

/** The item with the highest score, if it is high enough and no other has the same. */
function onlyBest<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  const scored = items.map((item) => ({ item, score: scoreOf(item) })).sort((a, b) => b.score - a.score);
  const [first, second] = scored;
  return first === undefined || first.score < MIN_SAME || first.score === second?.score ? undefined : first.item;
}

/** The text between a heading and the next one. */
function textUnder({ pieces, toc }: CompiledDocument, id: string): string {
  const html = pieces.join("");
  const next = toc[toc.findIndex((entry) => entry.id === id) + 1];
  const at = (wanted: string, start: number) => html.indexOf(`id="${escapeHtml(wanted)}"`, start);
  const from = at(id, 0);
  const to = next === undefined ? -1 : at(next.id, from);
  const inside = html.slice(from, to < 0 ? html.length : to);
  return visibleText(inside.replace(/^[\s\S]*?<\/h\d>/, "").replace(/<h\d[^<]*$/, ""));
}
