import { type CompiledDocument, fillSlots, type TocEntry } from "../markdown/document.ts";
import { digestJson } from "../shared/digest.ts";
import { groupBy } from "../shared/group-by.ts";
import { readHtml } from "../shared/html.ts";
import { attributeOf, endOfElement, visibleText } from "../shared/html-parts.ts";
import { type Position, type Problem, sortProblems } from "../shared/problem.ts";
import type {
  Asset,
  LostAddress,
  LostAnchor,
  PageName,
  PagePair,
  RenamedHeading,
  SiteDiff,
  Tree,
  TreePage,
} from "./diff-types.ts";
import { type ComparedPage, changesOfPage } from "./page-changes.ts";
import { commonWords, editsOf } from "./word-diff.ts";

/** Ids that docgen numbers: nobody links to them from outside. */
const NUMBERED = /^fn(?:ref)?\d+(?::\d+)?$/;

/** A comparison, with the texts of changed pages. */
export interface Comparison {
  readonly diff: SiteDiff;
  readonly texts: readonly ComparedPage[];
}

/** Compares two states of a site. @param commit that of the earlier one */
export async function compareTrees(commit: string, before: Tree, after: Tree): Promise<Comparison> {
  const { kept, moved, removed, added } = await pairPages(before, after);
  const texts: ComparedPage[] = [];
  for (const pair of [...kept, ...moved]) texts.push(...[(await changesOfPage(pair)) ?? []].flat());
  const linked = (key: string): Position[] => {
    const places = [...(after.links.get(key) ?? []), ...(before.links.get(key) ?? [])];
    return places.filter(({ path }, index) => places.findIndex((other) => other.path === path) === index);
  };
  const lostAddresses = [...removed, ...moved.filter(({ isRedirected }) => !isRedirected).map((pair) => pair.before)]
    .filter(({ address, locale, isList }) => !isList && after.follow(address, locale) === undefined)
    .map((page): LostAddress => ({ ...nameOf(page), linkedFrom: [...linked(page.address), ...linked(page.path)] }));
  const anchors: LostAnchor[] = [];
  for (const pair of [...kept, ...moved.filter(({ isRedirected }) => isRedirected)]) {
    anchors.push(...(await lostAnchors(pair, linked)));
  }
  const fresh = await Promise.all(added.map((page) => page.read()));
  const problems = [
    [...before.problems(), ...texts.flatMap((text) => text.before.faults)],
    [...after.problems(), ...[...texts.map((text) => text.after), ...fresh].flatMap(({ faults }) => faults)],
  ].map(sortProblems) as [Problem[], Problem[]];
  const diff = {
    commit,
    pages: { before: before.pages.length, after: after.pages.length },
    lostAddresses,
    lostAnchors: anchors,
    added: added.map(nameOf),
    removed: removed.map((page) => ({ ...nameOf(page), redirect: after.follow(page.address, page.locale) })),
    moved: moved.map((pair) => ({
      from: nameOf(pair.before),
      to: nameOf(pair.after),
      isRedirected: pair.isRedirected,
    })),
    changed: texts.map(({ change }) => change),
    assets: await changedAssets(before.assets, after.assets),
    problems: { new: without(problems[1], problems[0]), gone: without(problems[0], problems[1]) },
  };
  return { diff, texts };
}

/** The pages of two sites, by what has become of them. */
interface PairedPages {
  /** At the same address. */
  readonly kept: readonly PagePair[];
  readonly moved: readonly (PagePair & { readonly isRedirected: boolean })[];
  readonly removed: readonly TreePage[];
  readonly added: readonly TreePage[];
}

/**
 * Pairs the pages of two sites. A page has moved if its source has another address, if its old address redirects to a
 * new page, or if a new page has its title and most of its words.
 */
async function pairPages(before: Tree, after: Tree): Promise<PairedPages> {
  const byAddress = new Map(after.pages.map((page) => [page.address, page]));
  const isOld = new Set(before.pages.map(({ address }) => address));
  const fresh = new Map(after.pages.flatMap((page) => (isOld.has(page.address) ? [] : [[page.address, page]])));
  const kept: PagePair[] = [];
  const moved: PairedPages["moved"][number][] = [];
  const removed: TreePage[] = [];
  const gone = before.pages.filter((page) => {
    const same = byAddress.get(page.address);
    if (same !== undefined) kept.push({ before: page, after: same });
    return same === undefined;
  });
  for (const page of gone) {
    const target = after.follow(page.address, page.locale);
    const others = [...fresh.values()].filter(({ locale }) => locale === page.locale);
    const now =
      others.find(({ path, isCopy }) => !isCopy && path === page.path) ??
      fresh.get(target ?? "") ??
      (await firstSame(page, others));
    if (now === undefined) removed.push(page);
    else {
      fresh.delete(now.address);
      moved.push({ before: page, after: now, isRedirected: target !== undefined });
    }
  }
  return { kept, moved, removed, added: [...fresh.values()] };
}

/** The first page with the same title and mostly the same words. */
async function firstSame(page: TreePage, others: readonly TreePage[]): Promise<TreePage | undefined> {
  const { document } = await page.read();
  for (const other of others) {
    if (document === undefined || other.title !== page.title) continue;
    const { document: text } = await other.read();
    if (text !== undefined && commonWords(document.copy, text.copy) >= MIN_SAME) return other;
  }
  return undefined;
}

function nameOf({ address, path, title }: TreePage): PageName {
  return { address, path, title };
}

async function lostAnchors({ before, after }: PagePair, linked: (key: string) => Position[]): Promise<LostAnchor[]> {
  const now = new Set(after.anchors);
  const gone = before.anchors.filter((id) => !now.has(id) && !NUMBERED.test(id));
  if (gone.length === 0) return [];
  const [{ document: old }, { document: text }] = [await before.read(), await after.read()];
  const renamed = old === undefined || text === undefined ? undefined : renamedHeadings(old, text);
  return gone.map((id) => ({
    ...nameOf(after),
    id,
    renamed: renamed?.get(id),
    linkedFrom: linked(`${before.address}#${id}`),
  }));
}

/** Files that differ, by name; the sizes of all files with the same name are added. */
async function changedAssets(before: readonly Asset[], after: readonly Asset[]): Promise<SiteDiff["assets"]> {
  const [old, now] = [groupBy(before, ({ file }) => file), groupBy(after, ({ file }) => file)];
  const changes: SiteDiff["assets"][number][] = [];
  const sizeOf = async (assets: readonly Asset[]) => {
    let sum = 0;
    for (const { size } of assets) sum += await size();
    return sum;
  };
  const digests = (assets: readonly Asset[]) => digestJson(assets.map(({ digest }) => digest).sort());
  for (const file of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [a, b] = [old.get(file) ?? [], now.get(file) ?? []];
    if (digests(a) !== digests(b)) changes.push({ file, before: await sizeOf(a), after: await sizeOf(b) });
  }
  return changes;
}

/** Problems that others don't have, wherever they are in their files. */
function without(problems: readonly Problem[], others: readonly Problem[]): Problem[] {
  const keyOf = ({ path, code, message }: Problem) => `${path}:${code}:${message}`;
  const otherKeys = new Set(others.map(keyOf));
  return problems.filter((problem) => !otherKeys.has(keyOf(problem)));
}

/**
 * Share of words that pages with the same title must have in common to be the same page, and texts under headings for
 * these to be the same heading.
 */
const MIN_SAME = 0.5;

/**
 * Finds headings that have another id than before: between the same neighbours, at the same level, and above mostly the
 * same text. Headings for which several others are equally likely are left out.
 *
 * @returns the heading in the new document, by its old id
 */
function renamedHeadings(before: CompiledDocument, after: CompiledDocument): Map<string, RenamedHeading> {
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
function textsUnder(document: CompiledDocument): Map<string, string> {
  const html = fillSlots(document, () => "");
  const parts = readHtml(html);
  const ids = new Set(document.toc.map(({ id }) => id));
  const headings = parts.flatMap((part, index) => {
    const id = part.kind === "start" ? attributeOf(part, "id") : undefined;
    return id !== undefined && ids.has(id) ? [{ id, from: part.from, to: endOfElement(parts, index) }] : [];
  });
  return new Map(headings.map(({ id, to }, index) => [id, visibleText(html.slice(to, headings[index + 1]?.from))]));
}
