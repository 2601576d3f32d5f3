import { joinTables } from "../api/compare-options.ts";
import type { ApiMention, CompiledDocument } from "../markdown/document.ts";
import { parseFenceMeta } from "../markdown/fence-meta.ts";
import type { Change, OptionsChange, PageChange, PagePair, TextOfPage, TreePage } from "./diff-types.ts";
import { countWords, diffWords, editsOf, type WordChange } from "./word-diff.ts";

/** A page that is this many times as long as before has grown. */
const GROWN = 1.2;

/** A page before and after a change, with its words. */
export interface ComparedPage {
  readonly change: PageChange;
  readonly before: TextOfPage;
  readonly after: TextOfPage;
  readonly words: readonly WordChange[];
}

/** What differs in a page; undefined if nothing does that readers see. */
export async function changesOfPage(pair: PagePair): Promise<ComparedPage | undefined> {
  const { before: old, after: now } = pair;
  const isSame = old.digest === now.digest;
  if (now.isCopy || (isSame && old.title === now.title && old.description === now.description)) return undefined;
  const [before, after] = [await old.read(), await now.read()];
  const descriptionOf = ({ description }: TreePage, text: TextOfPage) => description ?? text.document?.lead ?? "";
  const titles = changeOf(old.title, now.title);
  // Without one in the front matter, the description is the first paragraph, whose words are compared.
  const isWritten = (old.description ?? now.description) !== undefined;
  const descriptions = isWritten ? changeOf(descriptionOf(old, before), descriptionOf(now, after)) : undefined;
  const samples = changedOutputs(before.document, after.document);
  const options = changedOptions(before.document?.api ?? [], after.document?.api ?? []);
  const words = before.html === after.html ? [] : diffWords(before.html, after.html);
  const parts = [titles, descriptions, ...samples, ...options, ...words];
  if (parts.every((part) => part === undefined)) return undefined;
  const sum = (side: "old" | "new") => words.reduce((all, part) => all + countWords(part[side]), 0);
  const bytes = { before: bytesOf(before.document), after: bytesOf(after.document) };
  const { address, path, title } = now;
  const change = {
    ...{ address, path, title, titles, descriptions },
    words: { added: sum("new"), removed: sum("old") },
    ...{ samples, options, bytes },
    hasGrown: bytes.before > 0 && bytes.after > bytes.before * GROWN,
  };
  return { change, before, after, words };
}

function changeOf(before: string, after: string): Change<string> | undefined {
  return before === after ? undefined : { before, after };
}

function bytesOf(document: CompiledDocument | undefined): number {
  return Buffer.byteLength(document?.copy ?? "");
}

/** A recorded output, with the code of its sample. */
interface RecordedOutput {
  readonly program: string;
  readonly output: string;
  readonly line: number;
}

/** Outputs that differ, of samples whose code may be the same. */
function changedOutputs(before?: CompiledDocument, after?: CompiledDocument): PageChange["samples"] {
  const [old, now] = [outputsOf(before), outputsOf(after)];
  const changes: PageChange["samples"][number][] = [];
  const isEqual = (a: RecordedOutput, b: RecordedOutput) => a.program === b.program && a.output === b.output;
  for (const [gone, come] of editsOf(old, now, isEqual)) {
    if (gone === come) continue;
    for (let at = 0; at < Math.max(gone.length, come.length); at++) {
      const line = (come[at] ?? gone[at])?.line ?? 1;
      changes.push({ line, before: gone[at]?.output ?? "", after: come[at]?.output ?? "" });
    }
  }
  return changes.filter((change) => change.before !== change.after);
}

function outputsOf(document: CompiledDocument | undefined): RecordedOutput[] {
  const samples = document?.samples ?? [];
  return samples.flatMap(({ language, meta, code, line }, index) => {
    const isOutput = parseFenceMeta(`${language} ${meta}`).flags.has("output");
    return isOutput ? [{ program: samples[index - 1]?.code ?? "", output: code.trimEnd(), line }] : [];
  });
}

/** Rows of tables of options that differ, by the types of the tables. */
function changedOptions(before: readonly ApiMention[], after: readonly ApiMention[]): OptionsChange[] {
  const [old, now] = [rowsByType(before), rowsByType(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((of): OptionsChange[] => {
    const [a, b] = [old.get(of) ?? new Map<string, string>(), now.get(of) ?? new Map<string, string>()];
    const added = [...b.keys()].filter((name) => !a.has(name));
    const removed = [...a.keys()].filter((name) => !b.has(name));
    const changed = [...b].flatMap(([name, facts]) => (a.has(name) && a.get(name) !== facts ? [name] : []));
    return added.length + removed.length + changed.length === 0
      ? []
      : [{ of, isNew: !old.has(of), added, removed, changed }];
  });
}

/** What rows say, by name and type. */
function rowsByType(mentions: readonly ApiMention[]): Map<string, Map<string, string>> {
  return new Map(
    joinTables(mentions).map(({ names, rows }) => {
      const facts = rows.map(({ codes, default: value, isRequired }) => {
        return [codes.join(", "), JSON.stringify([value?.code ?? value?.text, isRequired])] as const;
      });
      return [names.join(", "), new Map(facts)];
    }),
  );
}
