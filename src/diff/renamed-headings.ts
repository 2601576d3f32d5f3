import type { CompiledDocument, TocEntry } from "../markdown/document.ts";
import { readHtml } from "../shared/html.ts";
import { attributeOf, endOfElement, visibleText } from "../shared/html-parts.ts";
import type { RenamedHeading } from "./diff-types.ts";
import { commonWords, editsOf } from "./word-diff.ts";

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
  const [oldTexts, newTexts] = [textsUnder(before), textsUnder(after)];
  for (const [gone, come] of editsOf(before.toc, after.toc, (a, b) => a.id === b.id)) {
    if (gone !== come) pairHeadings(gone, come);
  }
  return renamed;

  function pairHeadings(old: readonly TocEntry[], now: readonly TocEntry[]): void {
    const likeness = (a: TocEntry, b: TocEntry) =>
      a.level === b.level ? commonWords(oldTexts.get(a.id) ?? "", newTexts.get(b.id) ?? "") : 0;
    for (const heading of old) {
      const candidate = onlyBest(now, (other) => likeness(heading, other));
      const isMutual = candidate && onlyBest(old, (other) => likeness(other, candidate)) === heading;
      const position = after.ids.find(({ id }) => id === candidate?.id);
      if (candidate === undefined || position === undefined || !isMutual || after.anchors.includes(heading.id))
        continue;
      renamed.set(heading.id, { ...position, text: visibleText(candidate.html) });
    }
  }
}

/** The item with the highest score, if it is high enough and no other has the same. */
function onlyBest<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  const scored = items.map((item) => ({ item, score: scoreOf(item) })).sort((a, b) => b.score - a.score);
  const [first, second] = scored;
  return first === undefined || first.score < MIN_SAME || first.score === second?.score ? undefined : first.item;
}

/** The text between each heading and the next one, by the heading's id. */
function textsUnder({ pieces, toc }: CompiledDocument): Map<string, string> {
  const html = pieces.join("");
  const parts = readHtml(html);
  const ids = new Set(toc.map(({ id }) => id));
  const headings = parts.flatMap((part, index) => {
    const id = part.kind === "start" ? attributeOf(part, "id") : undefined;
    return id !== undefined && ids.has(id) ? [{ id, from: part.from, to: endOfElement(parts, index) }] : [];
  });
  return new Map(headings.map(({ id, to }, index) => [id, visibleText(html.slice(to, headings[index + 1]?.from))]));
}
