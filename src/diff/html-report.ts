import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { infoOf, namesIn } from "../shared/file-info.ts";
import { readHtml } from "../shared/html.ts";
import { attributeOf, editHtml, endOfElement, type HtmlEdit } from "../shared/html-parts.ts";
import { once } from "../shared/once.ts";
import { escapeHtml, wordSet } from "../shared/text.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { VOID_ELEMENTS } from "../shared/unclosed-elements.ts";
import type { Comparison } from "./compare-trees.ts";
import { diffSummary, type ReportPart, reportSections } from "./diff-report.ts";
import type { HtmlWord, WordChange } from "./word-diff.ts";

/** Elements that a report leaves out: they run, or load something. */
const ACTIVE = wordSet(
  "script style template iframe object embed link meta base form button input select textarea video audio",
);
const BLOCKS = wordSet("p li tr h1 h2 h3 h4 h5 h6 pre div dt dd");
const CELLS = wordSet("td th");
/** Maximum number of changes that a page links to at its top. */
const MAX_JUMPS = 40;

/** A file of a report. */
const REPORT_FILE = /^(?:index|\d+)\.html$/;

/** Checks a folder for a report. @throws Failure (exit code 2) for a file, or if it contains anything but a report */
export function checkReportFolder(folder: string): void {
  const isFolder = infoOf(folder)?.isDirectory() !== false;
  if (isFolder && namesIn(folder).every((name) => REPORT_FILE.test(name))) return;
  throw new Failure(
    2,
    `--html: ${folder} ${isFolder ? "contains other files" : "is not a folder"}; choose a new folder`,
  );
}

/** Writes a report, and removes the files of an earlier one. @param folder absolute path, see `checkReportFolder` */
export function writeHtmlReport(folder: string, compared: Comparison, url?: string): void {
  const files = htmlReport(compared, url);
  mkdirSync(folder, { recursive: true });
  for (const name of namesIn(folder)) if (!files.has(name)) rmSync(join(folder, name));
  for (const [name, html] of files) writeFileSync(join(folder, name), html);
}

/** The files of a report on a site, by their names; pages of it need no server. @param url address of a preview */
function htmlReport({ diff, texts }: Comparison, url?: string): Map<string, string> {
  const names = new Map(texts.map(({ change }, index) => [change.address, `${index + 1}.html`]));
  const lineOf = (parts: readonly ReportPart[]) => parts.map((part) => htmlPart(part, names, url)).join("");
  const sections = reportSections(diff).map(({ title, isLoss, entries }) => {
    const items = entries.map(({ line, notes }) => {
      const inner = notes.length === 0 ? "" : `<ul>${notes.map((note) => `<li>${lineOf(note)}</li>`).join("")}</ul>`;
      return `<li>${lineOf(line)}${inner}</li>`;
    });
    return `<section${isLoss ? ' class="loss"' : ""}><h2>${title} (${entries.length})</h2><ul>${items.join("\n")}</ul></section>`;
  });
  const summary = escapeHtml(diffSummary(diff));
  const intro = `<h1>What changes</h1><p>${summary}. Compared with <code>${diff.commit.slice(0, 8)}</code>.</p>`;
  const files = new Map([["index.html", frame("What changes", `<main>${intro}${sections.join("\n")}</main>`)]]);
  const list = [...names];
  for (const [index, { change, before, after, words }] of texts.entries()) {
    const { address, title } = change;
    const neighbour = (at: number, label: string) => {
      const [, name] = list[at] ?? [];
      return name === undefined ? "" : `<a href="${name}">${label}</a>`;
    };
    const links = `<a href="index.html">All changes</a> ${neighbour(index - 1, "Previous page")} ${neighbour(index + 1, "Next page")}`;
    const preview = url === undefined ? "" : ` <a href="${escapeHtml(url + encodeURI(address))}">Preview</a>`;
    const head = `<nav>${links}${preview}</nav><h1>${escapeHtml(title)}</h1><p><code>${escapeHtml(address)}</code></p>`;
    files.set(`${index + 1}.html`, frame(title, head + comparison(before.html, after.html, words)));
  }
  return files;
}

const styles = once(() => readFileSync(join(TOOL_ROOT, "src/diff/report.css"), "utf8"));

function frame(title: string, body: string): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${styles()}</style>
</head>
<body>${body}</body>
</html>
`;
}

/** Both texts of a page, of which a style sheet shows one or two. */
function comparison(before: string, after: string, changes: readonly WordChange[]): string {
  const jumps = changes.slice(0, MAX_JUMPS).map((_, index) => `<a href="#c${index + 1}">${index + 1}</a>`);
  const more = changes.length > MAX_JUMPS ? ` … ${changes.length}` : "";
  const deletions = changes.flatMap(({ old }) => marksOf(before, old, "del"));
  const label = changes.length === 0 ? "No words differ." : `Changes: ${jumps.join(" ")}${more}`;
  return `<input type="radio" name="view" id="in-place" checked><label for="in-place">In place</label>
<input type="radio" name="view" id="beside"><label for="beside">Side by side</label>
<p class="jumps">${label}</p>
<div class="texts">
<div class="before"><h2>Before</h2>${marked(before, deletions)}</div>
<div class="after"><h2>After</h2>${newText(before, after, changes)}</div>
</div>`;
}

/** The new text with marks, and with what was deleted. */
function newText(before: string, after: string, changes: readonly WordChange[]): string {
  const edits = changes.flatMap(({ old, new: now, at }, index): HtmlEdit[] => {
    const html = `<span id="c${index + 1}"></span>${deletedText(before, old)}`;
    return [{ from: at, to: at, html }, ...marksOf(after, now, "ins")];
  });
  return marked(after, edits);
}

/** What was deleted, as plain text: a line for each block of at most a few. */
function deletedText(html: string, words: readonly HtmlWord[]): string {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return "";
  let text = "";
  let done = first.from;
  for (const { text: word, from, to } of words) {
    text += separatorOf(html.slice(done, from));
    text += html[from] === "<" ? escapeHtml(word) : html.slice(from, to);
    done = to;
  }
  return `<del>${text}</del> `;
}

/** What stands for the HTML between two deleted words. */
function separatorOf(html: string): string {
  const names = readHtml(html).flatMap((part) => (part.kind === "start" || part.kind === "end" ? [part.name] : []));
  if (html.includes("\n") || names.some((name) => BLOCKS.has(name))) return "<br>";
  return /\s/.test(html) || names.some((name) => CELLS.has(name)) ? " " : "";
}

/** Marks of words: one for each run that no tag interrupts. */
function marksOf(html: string, words: readonly HtmlWord[], tag: "ins" | "del"): HtmlEdit[] {
  const edits: HtmlEdit[] = [];
  for (let index = 0; index < words.length; index++) {
    const from = words[index]?.from ?? 0;
    const isTogether = () => !html.slice(words[index]?.to, words[index + 1]?.from).includes("<");
    while (index + 1 < words.length && isTogether()) index++;
    const to = words[index]?.to ?? from;
    edits.push({ from, to, html: `<${tag}>${html.slice(from, to)}</${tag}>` });
  }
  return edits;
}

/** Applies edits, and removes what is no text: elements that run, ids, addresses, handlers. */
function marked(html: string, edits: readonly HtmlEdit[]): string {
  const removed: HtmlEdit[] = [];
  const parts = readHtml(html);
  for (const [index, part] of parts.entries()) {
    if (part.kind !== "start") continue;
    const isPermalink = part.name === "a" && attributeOf(part, "class") === "anchor";
    if (ACTIVE.has(part.name) || isPermalink) {
      removed.push({
        from: part.from,
        to: VOID_ELEMENTS.has(part.name) ? part.to : endOfElement(parts, index),
        html: "",
      });
      continue;
    }
    for (const { name, from, to } of part.attributes) {
      if (/^(?:on|id$|href$|src|style$|name$|open$)/.test(name)) removed.push({ from, to, html: "" });
    }
    if (part.name === "details") removed.push({ from: part.to - 1, to: part.to, html: " open>" });
  }
  const all = [...edits, ...removed].sort((a, b) => a.from - b.from || a.to - b.to);
  return editHtml(html, all);
}

function htmlPart(part: ReportPart, names: ReadonlyMap<string, string>, url: string | undefined): string {
  if (typeof part === "string") return escapeHtml(part);
  if ("code" in part) return `<code>${escapeHtml(part.code)}</code>`;
  const code = `<code>${escapeHtml(part.address)}</code>`;
  const target = names.get(part.address) ?? (url === undefined ? undefined : url + encodeURI(part.address));
  return target === undefined ? code : `<a href="${escapeHtml(target)}">${code}</a>`;
}
