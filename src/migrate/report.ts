import { groupBy } from "../shared/group-by.ts";
import { compareText } from "../shared/problem.ts";
import { count } from "../shared/text.ts";
import type { FileNote, Plan } from "./plan.ts";

/** What a migration did, in a few lines. */
export function summaryOf({ files, notes, pages, lines }: Plan): string[] {
  const hand = notes.filter(({ kind }) => kind === "hand");
  const changed = new Set(notes.filter(({ kind }) => kind === "changed").map(({ path }) => path));
  const share = lines === 0 ? "" : ` (${((hand.length * 1000) / lines).toFixed(1)} in 1,000 lines)`;
  return [
    `${count(files.size, "file")}, ${count(pages, "page")} with ${count(lines, "line")}`,
    `${count(changed.size, "file")} rewritten`,
    `${count(hand.length, "place")} left to you${share}`,
  ];
}

/** The whole report, as Markdown. */
export function reportText(plan: Plan): string {
  const hand = plan.notes.filter(({ kind }) => kind === "hand");
  const changed = plan.notes.filter(({ kind }) => kind === "changed");
  return [
    "# Moved from Docusaurus",
    "",
    ...summaryOf(plan).map((line) => `- ${line}`),
    "",
    "## Left to you",
    "",
    ...(hand.length === 0 ? ["Nothing.", ""] : section(hand)),
    "## Changed",
    "",
    ...(changed.length === 0 ? ["Nothing.", ""] : section(changed)),
  ].join("\n");
}

function section(notes: readonly FileNote[]): string[] {
  const byPath = groupBy(notes, ({ path }) => path);
  return [...byPath]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([path, own]) => [
      `### ${path}`,
      "",
      ...[...own]
        .sort((a, b) => a.line - b.line || compareText(a.message, b.message))
        .map(({ line, message }) => `- ${path}:${line}: ${message}`),
      "",
    ]);
}
