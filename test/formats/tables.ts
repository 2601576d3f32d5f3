import { FORMATS, type Format } from "./book-types.ts";
import { FEATURES, type FeatureName } from "./features.ts";
import { type Answer, type Feature, measure } from "./measure.ts";

/** A column's heading and what it asks about. */
type Column = readonly [heading: string, feature: FeatureName];

/** Tables of the pages by name: each feature has a column "written" and a column "read back". */
export const TABLES = {
  formulae: [
    ["Number", "formula"],
    ["Text", "formulaText"],
    ["Boolean", "formulaBoolean"],
  ],
  arrays: [
    ["One cell", "arrayFormula"],
    ["Several cells", "wideArrayFormula"],
    ["Dynamic", "dynamicArray"],
  ],
  comments: [
    ["Text", "comment"],
    ["Author", "commentAuthor"],
    ["`hidden`", "commentHidden"],
  ],
  "comment parts": [
    ["Two parts", "commentParts"],
    ["Thread", "commentThread"],
    ["On a stub", "commentOnStub"],
  ],
  links: [
    ["Address", "link"],
    ["Place in the file", "internalLink"],
    ["Tooltip", "tooltip"],
  ],
  merges: [
    ["Merge", "merge"],
    ["Value of a covered cell", "coveredValue"],
  ],
  columns: [
    ["Width", "columnWidth"],
    ["Hidden", "columnHidden"],
    ["Level", "columnLevel"],
  ],
  rows: [
    ["Height", "rowHeight"],
    ["Hidden", "rowHidden"],
    ["Level", "rowLevel"],
  ],
  visibility: [
    ["Hidden", "hiddenSheet"],
    ["Very hidden", "veryHiddenSheet"],
  ],
  "number formats": [
    ["`#,##0.00`", "thousands"],
    ["`0.0%`", "percent"],
    ["`yyyy\\-mm\\-dd`", "dateFormat"],
  ],
  dates: [
    ["`d` with `z`", "date"],
    ["`d` without `z`", "bareDate"],
    ["`n` with a date format", "dateCode"],
  ],
  names: [
    ["Range", "name"],
    ["Sheet scope", "nameScope"],
    ["`Comment`", "nameComment"],
  ],
  "named values": [
    ["Number", "nameNumber"],
    ["Text", "nameText"],
    ["Formula", "nameFormula"],
  ],
  properties: [
    ["`Props`", "property"],
    ["`Custprops`", "customProperty"],
  ],
  macros: [["Macros", "macros"]],
  "code names": [
    ["Workbook", "bookCodeName"],
    ["Sheet", "sheetCodeName"],
  ],
  protection: [
    ["Protection", "protection"],
    ["Password", "password"],
  ],
  printing: [
    ["Margins", "margins"],
    ["Auto filter", "autofilter"],
  ],
  outline: [
    ["Summary above", "summaryAbove"],
    ["Summary left", "summaryLeft"],
  ],
  values: [
    ["Booleans", "boolean"],
    ["Errors", "error"],
    ["Characters outside ASCII", "unicode"],
  ],
} satisfies Record<string, readonly Column[]>;

/** Features that the two tables of all formats name, in their order. */
export const OVERVIEW: readonly Column[] = [
  ["Formulae", "formula"],
  ["Array formulae", "wideArrayFormula"],
  ["Number formats", "thousands"],
  ["Dates", "date"],
  ["Booleans", "boolean"],
  ["Errors", "error"],
  ["Unicode", "unicode"],
  ["Rich text", "richText"],
  ["Merges", "merge"],
  ["Column widths", "columnWidth"],
  ["Row heights", "rowHeight"],
  ["Outline levels", "rowLevel"],
  ["Comments", "comment"],
  ["Links", "link"],
  ["Names", "name"],
  ["Several sheets", "sheets"],
  ["Hidden sheets", "hiddenSheet"],
  ["Auto filter", "autofilter"],
  ["Margins", "margins"],
  ["Protection", "protection"],
  ["File properties", "property"],
  ["Macros", "macros"],
];

const answers = new Map<string, Answer>();

/** What happens to a feature in a format: measured once. */
export function answerOf(name: FeatureName, format: Format): Answer {
  const key = `${name} ${format.bookType}`;
  const answer = answers.get(key) ?? measure(FEATURES[name], format);
  answers.set(key, answer);
  return answer;
}

export const code = (text: string) => `\`${text.replaceAll("|", "\\|").replaceAll("\n", "↵")}\``;

function writtenText({ written }: Answer): string {
  if (typeof written === "boolean") return written ? "yes" : "no";
  return "as" in written ? `as ${written.as}` : `throws ${code(written.throws)}`;
}

function readText({ read, written }: Answer, { called }: Feature): string {
  if (typeof written === "object" && "throws" in written) return "";
  if (read === "foreign") return "files of other programs";
  if (read === "zone") return "moved by the time zone";
  if (typeof read === "string") return read;
  if ("throws" in read) return `throws ${code(read.throws)}`;
  return called?.(read.instead) ?? code(String(read.instead));
}

/** One word for both answers. */
function overviewText({ written, read, isForeign }: Answer): string {
  if (read === "yes") return "yes";
  if (isForeign === true) return "read";
  if (read === "zone") return "changed";
  if (written === false) return "no";
  if (typeof written === "object" && "as" in written && written.as.includes("text")) return "text";
  return read === "no" ? "written" : "changed";
}

/** Rows of cells as a Markdown table. */
function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** A row for each group of formats that have equal cells; those that know nothing of it come last. */
export function grouped(
  head: readonly string[],
  cellsOf: (format: Format) => readonly string[],
  { among = FORMATS }: { readonly among?: readonly Format[] } = {},
): string {
  const groups = new Map<string, { readonly titles: string[]; readonly cells: readonly string[] }>();
  for (const format of among) {
    const cells = cellsOf(format);
    const key = cells.join("|");
    const group = groups.get(key) ?? { titles: [], cells };
    group.titles.push(format.title);
    groups.set(key, group);
  }
  const isNone = (cells: readonly string[]) => cells.every((cell) => cell === "no");
  const sorted = [...groups.values()].toSorted((a, b) => Number(isNone(a.cells)) - Number(isNone(b.cells)));
  return markdown(
    ["Format", ...head],
    sorted.map(({ titles, cells }) => [titles.join(", "), ...cells]),
  );
}

export function featureTable(columns: readonly Column[]): string {
  const head = columns.flatMap(([title]) =>
    columns.length === 1 ? ["Written", "Read back"] : [`${title}: written`, `${title}: read back`],
  );
  return grouped(head, (format) =>
    columns.flatMap(([, name]) => {
      const answer = answerOf(name, format);
      return [writtenText(answer), readText(answer, FEATURES[name])];
    }),
  );
}

/** Names by the word that is true of them, as `written: A, B; changed: C`. */
function byWord(names: readonly (readonly [name: string, word: string])[]): string {
  const words = [...new Set(names.map(([, word]) => word))];
  const listed = (word: string) => names.flatMap(([name, its]) => (its === word ? [name] : [])).join(", ");
  return words.map((word) => `${word}: ${listed(word)}`).join("; ");
}

const isWhole = (word: string) => word === "yes" || word === "no";

/** What each feature meets: a row for each feature, narrow enough for a phone. */
export function overviewTable(): string {
  const rows = OVERVIEW.map(([title, name]) => {
    const answers = FORMATS.map((format) => [format.title, overviewText(answerOf(name, format))] as const);
    const kept = answers.filter(([, word]) => word === "yes").map(([format]) => format);
    const others = answers.filter(([, word]) => word !== "yes").map(([format]) => format);
    const isRule = kept.length > 2 * others.length;
    const keptText = isRule ? `all but ${others.join(", ")}` : kept.join(", ") || "no format";
    return [title, keptText, byWord(answers.filter(([, word]) => !isWhole(word)))];
  });
  return markdown(["Feature", "Kept by", "In part"], rows);
}

/** What each format loses: a row for each group of formats that lose the same. */
export function lossTable(): string {
  return grouped(["Lost", "In part"], (format) => {
    const answers = OVERVIEW.map(([title, name]) => [title, overviewText(answerOf(name, format))] as const);
    const lost = answers.filter(([, word]) => word === "no").map(([title]) => title);
    return [lost.join(", "), byWord(answers.filter(([, word]) => !isWhole(word)))];
  });
}

/** What a list of formats may ask for. */
const ASKED: Readonly<Record<string, (answer: Answer) => boolean>> = {
  kept: ({ read }) => read === "yes",
  written: ({ written }) => written !== false && (typeof written === "boolean" || "as" in written),
  "not written": ({ written }) => written === false,
  "written only": ({ written, read }) => written !== false && read !== "yes",
  lost: ({ read }) => read !== "yes",
};

/** The formats of which something is true, as words of a sentence: `XLSX, XLSM and XLSB`. */
export function listOf(name: FeatureName, asked: string): string {
  const test = ASKED[asked];
  if (test === undefined) throw new Error(`no such question: ${asked}`);
  const titles = FORMATS.filter((format) => test(answerOf(name, format))).map(({ title }) => title);
  return titles.length < 2 ? (titles[0] ?? "no format") : `${titles.slice(0, -1).join(", ")} and ${titles.at(-1)}`;
}
