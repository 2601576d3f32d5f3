import { groupBy } from "../../shared/group-by.ts";
import { compareText } from "../../shared/problem.ts";
import { count } from "../../shared/text.ts";
import type { FileNote, Migration } from "../job.ts";

/** Name of the report in the new site. */
export const REPORT = "MIGRATION.md";

/** Summary of a migration, in a few lines. */
export function summaryOf({ files, notes, pages, lines, errors }: Migration): string[] {
  const hand = notes.filter(({ kind }) => kind === "hand");
  const changed = new Set(notes.filter(({ kind }) => kind === "changed").map(({ path }) => path));
  const share = lines === 0 ? "" : ` (${((hand.length * 1000) / lines).toFixed(1)} per 1,000 lines)`;
  return [
    `${count(files.size, "file")}, ${count(pages, "page")} with ${count(lines, "line")}`,
    `${count(changed.size, "file")} changed`,
    `${count(hand.length, "item")} to do by hand${share}`,
    ...(errors === 0 ? [] : [`docgen build reports ${count(errors, "error")}: fix them first`]),
  ];
}

/** The full report, as Markdown. */
export function reportText(plan: Migration): string {
  const summary = summaryOf(plan).map((line) => `- ${line}`);
  const parts = [
    ["## To do by hand", "hand"],
    ["## Changed", "changed"],
  ] as const;
  const sections = parts.flatMap(([title, wanted]) => [
    title,
    "",
    ...section(plan.notes.filter(({ kind }) => kind === wanted)),
  ]);
  return ["# Migration from Docusaurus", "", ...summary, "", ...sections].join("\n");
}

function section(notes: readonly FileNote[]): string[] {
  if (notes.length === 0) return ["Nothing.", ""];
  const byPath = [...groupBy(notes, ({ path }) => path)].sort(([a], [b]) => compareText(a, b));
  return byPath.flatMap(([path, notesOfPath]) => {
    const sorted = notesOfPath.toSorted((a, b) => a.line - b.line || compareText(a.message, b.message));
    return [`### ${path}`, "", ...sorted.map(({ line, message }) => `- ${path}:${line}: ${message}`), ""];
  });
}
