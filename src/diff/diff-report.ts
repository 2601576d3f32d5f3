import type { Position, Problem } from "../shared/problem.ts";
import { count, formatSize, truncate } from "../shared/text.ts";
import type { LostAddress, LostAnchor, PageChange, SiteDiff } from "./diff-types.ts";

/** Maximum number of places that an entry names. */
const MAX_PLACES = 5;
/** Maximum length of a title or a description, in characters. */
const MAX_TEXT = 120;
/** Smaller changes in the size of a file are left out, in bytes, unless the file is new or gone. */
const MIN_BYTES = 50;

/** A part of a line: words of the report; what is quoted; an address, which may link to the page. */
export type ReportPart = string | { readonly code: string } | { readonly address: string };

/** An entry of a report, with notes below it. */
interface ReportEntry {
  readonly line: readonly ReportPart[];
  readonly notes: readonly (readonly ReportPart[])[];
}

/** A part of a report. */
export interface ReportSection {
  readonly title: string;
  /** Whether readers lose something. */
  readonly isLoss: boolean;
  readonly entries: readonly ReportEntry[];
}

/** `3 pages changed, 1 added; 1 address lost`. */
export function diffSummary({ changed, added, removed, moved, lostAddresses, lostAnchors }: SiteDiff): string {
  const others = Object.entries({ added, removed, moved }).filter(([, pages]) => pages.length > 0);
  const changes = [
    `${count(changed.length, "page")} changed`,
    ...others.map(([verb, pages]) => `${pages.length} ${verb}`),
  ];
  const losses = [
    `${lostAddresses.length} ${lostAddresses.length === 1 ? "address" : "addresses"}`,
    count(lostAnchors.length, "anchor"),
  ].filter((loss) => !loss.startsWith("0 "));
  return `${changes.join(", ")}; ${losses.join(" and ") || "no addresses or anchors"} lost`;
}

/** The sections of a report that have entries. */
export function reportSections(diff: SiteDiff): ReportSection[] {
  const { lostAddresses, lostAnchors, moved, removed, added, changed, assets, problems } = diff;
  const sections: ReportSection[] = [
    { title: "Addresses lost", isLoss: true, entries: lostAddresses.map((address) => entryOfAddress(address, moved)) },
    { title: "Anchors lost", isLoss: true, entries: lostAnchors.map(entryOfAnchor) },
    section("New problems", problems.new, (problem) => [placeOf(problem), `: ${problem.message}`]),
    section("Pages moved", moved, ({ from, to, isRedirected }) => [
      { code: from.address },
      " is now ",
      { address: to.address },
      isRedirected ? "" : ", without a redirect",
    ]),
    section("Pages removed", removed, ({ address, title, redirect }) => {
      return [
        { code: address },
        ` ${title}`,
        ...(redirect === undefined ? [] : [", redirects to ", { address: redirect }]),
      ];
    }),
    section("Pages added", added, ({ address, title }) => [{ address }, ` ${title}`]),
    { title: "Pages changed", isLoss: false, entries: changed.map(entryOfChange) },
    section(
      "Scripts, styles and media",
      assets.filter(({ before, after }) => before === 0 || after === 0 || Math.abs(after - before) >= MIN_BYTES),
      ({ file, before, after }) => [{ code: file }, ` ${bytesChange(before, after)}`],
    ),
    section("Problems gone", problems.gone, (problem) => [placeOf(problem), `: ${problem.message}`]),
  ];
  return sections.filter(({ entries }) => entries.length > 0);
}

function section<T>(title: string, items: readonly T[], lineOf: (item: T) => readonly ReportPart[]): ReportSection {
  return { title, isLoss: false, entries: items.map((item) => ({ line: lineOf(item), notes: [] })) };
}

function entryOfAddress({ address, title, linkedFrom }: LostAddress, moved: SiteDiff["moved"]): ReportEntry {
  const to = moved.find(({ from }) => from.address === address)?.to.path;
  const page: ReportPart = to === undefined ? "the page that replaces it" : { code: to };
  const remedy: ReportPart[] = ["add it to ", { code: "aliases" }, " of ", page];
  return { line: [{ code: address }, ` ${title}`], notes: [...placesNote(linkedFrom), remedy] };
}

function entryOfAnchor({ address, id, renamed, linkedFrom }: LostAnchor): ReportEntry {
  const remedy: ReportPart[] =
    renamed === undefined
      ? ["keep it as a further id of the heading that replaces it, or as ", { code: `<a id="${id}"></a>` }]
      : [{ code: `${renamed.path}:${renamed.line}` }, ": write ", { code: `{#${renamed.id} #${id}}` }];
  return { line: [{ code: `${address}#${id}` }], notes: [...placesNote(linkedFrom), remedy] };
}

function placesNote(places: readonly Position[]): ReportPart[][] {
  if (places.length === 0) return [];
  const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : "";
  const named = places.slice(0, MAX_PLACES).flatMap((place): ReportPart[] => [", ", placeOf(place)]);
  return [["linked from ", ...named.slice(1), more]];
}

function placeOf({ path, line }: Pick<Problem, "path" | "line">): ReportPart {
  return { code: `${path}:${line}` };
}

function entryOfChange(change: PageChange): ReportEntry {
  const { address, titles, descriptions, words, samples, options, bytes, hasGrown } = change;
  const amount = words.added + words.removed === 0 ? "" : ` +${words.added} −${words.removed} words`;
  const texts = [
    ["title", titles],
    ["description", descriptions],
  ] as const;
  return {
    line: [{ address }, amount],
    notes: [
      ...texts.flatMap(([name, text]): ReportPart[][] => {
        if (text === undefined) return [];
        const [before, after] = [text.before, text.after].map((value) => ({ code: truncate(value, MAX_TEXT) }));
        return [[`${name}: `, before ?? "", " is now ", after ?? ""]];
      }),
      ...samples.map(({ line, before, after }): ReportPart[] => {
        const verb = before === "" ? "is new" : after === "" ? "is gone" : "differs";
        return ["recorded output ", { code: `${change.path}:${line}` }, ` ${verb}`];
      }),
      ...options.map(({ of, isNew, added, removed, changed }): ReportPart[] => {
        if (isNew) return ["table of options of ", { code: of }, " is new"];
        const marked = [["+", added] as const, ["-", removed] as const, ["~", changed] as const];
        const names = marked.flatMap(([mark, list]) => list.map((name) => mark + name));
        return ["options of ", { code: of }, ": ", { code: names.join(" ") }];
      }),
      ...(hasGrown ? [[`text has grown: ${bytesChange(bytes.before, bytes.after)}`]] : []),
    ],
  };
}

function bytesChange(before: number, after: number): string {
  if (before === 0) return `new, ${formatSize(after, 1)}`;
  if (after === 0) return `gone, ${formatSize(before, 1)}`;
  const percent = Math.round((after / before - 1) * 100);
  return `${formatSize(before, 1)} → ${formatSize(after, 1)} (${percent > 0 ? "+" : ""}${percent} %)`;
}

/** A report as Markdown for a comment on a pull request. @param url address of a preview of the site, without a final slash */
export function markdownReport(diff: SiteDiff, url?: string): string {
  const head = `${MARK}\n### Documentation: ${diffSummary(diff)}`;
  const lines: string[] = [];
  for (const { title, isLoss, entries } of reportSections(diff)) {
    lines.push("", `#### ${isLoss ? "⚠️ " : ""}${title} (${entries.length})`, "");
    for (const { line, notes } of entries) {
      const texts = [line, ...notes].map((parts) => parts.map((part) => markdownPart(part, url)).join(""));
      lines.push(...texts.map((text, index) => `${index === 0 ? "" : "  "}- ${text}`));
    }
  }
  const foot = `\nCompared with ${diff.commit.slice(0, 8)} by \`docgen diff\`.`;
  let length = head.length + foot.length + LEFT_OUT.length;
  const fitting = lines.findIndex((line) => {
    length += line.length + 1;
    return length > MAX_MARKDOWN;
  });
  if (fitting < 0) return [head, ...lines, foot].join("\n");
  return [head, ...lines.slice(0, fitting), LEFT_OUT, foot].join("\n");
}

/** Begins a comment, so that a later one can replace it. */
const MARK = "<!-- docgen diff -->";
/** Maximum length of a comment: GitHub allows 65,536 characters. */
const MAX_MARKDOWN = 60_000;
const LEFT_OUT = "\nThe rest is left out: the report is too long for a comment. `docgen diff` prints all of it.";

function markdownPart(part: ReportPart, url: string | undefined): string {
  if (typeof part === "string") return part.replace(/[\\`*_[\]<>#|@~&]/g, "\\$&").replace(/\s+/g, " ");
  const text = ("code" in part ? part.code : part.address).replace(/\s+/g, " ");
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  const code = `${fence}${pad}${text}${pad}${fence}`;
  return "address" in part && url !== undefined ? `[${code}](${url}${encodeURI(part.address)})` : code;
}
