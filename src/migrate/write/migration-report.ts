import { groupBy } from "../../shared/group-by.ts";
import { compareText } from "../../shared/problem.ts";
import { count } from "../../shared/text.ts";
import type { FileNote, Migration, PlannedFile } from "../job.ts";

/** Name of the report in the new site, and of the file with everything in it. */
export const REPORT = "MIGRATION.md";
const REPORT_DATA = "MIGRATION.json";

/** Maximum numbers of lines in the parts of the report: the tallies, and the places by file. */
const MAX_KINDS = 60;
const MAX_CHANGES = 30;
const MAX_PLACES = 160;

/** Places with the same thing to do, and one of them. */
export interface Tally {
  readonly what: string;
  readonly count: number;
  readonly example: FileNote;
}

/** Summary of a migration, in a few lines. */
export function summaryOf({ files, notes, pages, lines, errors }: Migration): string[] {
  const hand = notes.filter(({ kind }) => kind === "hand");
  const changed = new Set(notes.filter(({ kind }) => kind === "changed").map(({ path }) => path));
  const share = lines === 0 ? "" : ` (${((hand.length * 1000) / lines).toFixed(1)} per 1,000 lines)`;
  return [
    `${count(files.size, "file")}, ${count(pages, "page")} with ${count(lines, "line")}`,
    `${count(changed.size, "file")} changed`,
    `${count(hand.length, "item")} to do by hand${share}`,
    ...(errors === 0
      ? []
      : [`docgen build reports ${count(errors, "error")}: fix ${errors === 1 ? "it" : "them"} first`]),
  ];
}

/** The kinds of things to do, the most frequent first. */
export function tallyOf(notes: readonly FileNote[]): Tally[] {
  const kinds = [...groupBy(notes, ({ message }) => kindOf(message))].flatMap(([what, group]): Tally[] => {
    const [example] = group;
    return example === undefined
      ? []
      : [{ what: group.length === 1 ? example.message : what, count: group.length, example }];
  });
  return kinds.sort((a, b) => b.count - a.count || compareText(a.what, b.what));
}

/** A message without what differs between places of one kind: quoted texts, code, positions, paths and numbers. */
function kindOf(message: string): string {
  return message
    .replace(/^(docgen build reports: .*?)(?:; .*)?$/s, "$1")
    .replace(/"([^"]*)"/g, (quoted, text: string) => (/^(?:@|react|\.{0,2}\/)/.test(text) ? quoted : '"…"'))
    .replace(/(?<= )\{[^}]*\}?(?=,| )/g, "{…}")
    .replace(/\(\d+:\d+(?:-\d+:\d+)?\)/g, "(…)")
    .replace(/[^\s:"]*\/[^\s:"]*\.mdx?\b|(?<=[ (])\/[^\s"):]+/g, "…")
    .replace(/\[\d+\]/g, "[…]")
    .replace(/<\w+Part\d+>/g, "<…Part>")
    .replace(/(?<=address )\S+(?= to )|(?<=address .* to )\S+$/g, "…")
    .replace(/\b\d[\d.,-]*\b/g, "…");
}

/** The files of the report. */
export function reportFiles(migration: Migration): [string, PlannedFile][] {
  return [
    [REPORT, { text: reportText(migration) }],
    [REPORT_DATA, { text: reportData(migration) }],
  ];
}

/** The full report, as Markdown of some 300 lines at most. */
function reportText(migration: Migration): string {
  const summary = summaryOf(migration).map((line) => `- ${line}`);
  const hand = migration.notes.filter(({ kind }) => kind === "hand");
  const changed = migration.notes.filter(({ kind }) => kind === "changed");
  return [
    ...["# Migration from Docusaurus", "", ...summary, "", `\`${REPORT_DATA}\` lists all items.`, ""],
    ...["## To do by hand", "", ...(isVaried(hand) ? [] : table(hand, MAX_KINDS)), ...places(hand)],
    ...["## Changed", "", ...table(changed, MAX_CHANGES)],
  ].join("\n");
}

/** The same as data, with every place. */
function reportData({ notes, pages, lines, errors }: Migration): string {
  const of = (wanted: FileNote["kind"]) =>
    sorted(notes.filter(({ kind }) => kind === wanted)).map(({ path, line, message }) => ({ path, line, message }));
  return `${JSON.stringify({ pages, lines, errors, todo: of("hand"), changed: of("changed") }, null, 1)}\n`;
}

function table(notes: readonly FileNote[], most: number): string[] {
  if (notes.length === 0) return ["Nothing.", ""];
  const kinds = tallyOf(notes);
  const rows = kinds.slice(0, most).map(({ what, count: amount, example: { path, line } }) => {
    return `| ${amount} | ${inCell(what)} | ${inCell(path)}:${line} |`;
  });
  const rest = kinds.length > most ? ["", `And ${count(kinds.length - most, "more kind")} in \`${REPORT_DATA}\`.`] : [];
  return ["| Items | What | Example |", "| --- | --- | --- |", ...rows, ...rest, ""];
}

/** Whether every place is of a kind of its own, so that a tally says nothing. */
function isVaried(notes: readonly FileNote[]): boolean {
  return notes.length > 0 && notes.length <= MAX_PLACES / 4 && tallyOf(notes).length === notes.length;
}

/** The places by file, as many as fit. */
function places(notes: readonly FileNote[]): string[] {
  const byPath = [...groupBy(sorted(notes), ({ path }) => path)];
  // Each file has a heading with empty lines around it.
  const each = Math.max(1, Math.floor(MAX_PLACES / Math.max(1, byPath.length)) - 3);
  let left = MAX_PLACES;
  let shown = 0;
  const lines: string[] = [];
  for (const [path, all] of byPath) {
    const some = all.length > each && notes.length > MAX_PLACES ? all.slice(0, each) : all;
    if (left < some.length + 3) break;
    left -= some.length + 3;
    shown += 1;
    lines.push(`### ${path}`, "", ...some.map(({ line, message }) => `- ${path}:${line}: ${message}`));
    if (some.length < all.length) lines.push(`- and ${count(all.length - some.length, "more item")}`);
    lines.push("");
  }
  const hidden = byPath.length - shown;
  return hidden === 0 ? lines : [...lines, `And ${count(hidden, "more file")} in \`${REPORT_DATA}\`.`, ""];
}

function sorted(notes: readonly FileNote[]): FileNote[] {
  return notes.toSorted((a, b) => compareText(a.path, b.path) || a.line - b.line || compareText(a.message, b.message));
}

/** A text in a cell of a table, in which tags and braces stay text. */
function inCell(text: string): string {
  return text.replace(/`[^`]*`|[<{\\]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`)).replaceAll("|", "\\|");
}
