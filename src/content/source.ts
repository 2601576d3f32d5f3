import { isUtf8 } from "node:buffer";
import { attempt } from "../shared/attempt.ts";
import { lineAt, positionAt } from "../shared/line-at.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { CONTROL_CHARACTER } from "../shared/text.ts";
import type { SourcePage } from "./content-types.ts";
import { type ParsedSource, parseFrontMatter } from "./front-matter.ts";

/** What the model of the site knows of a page's file. */
export interface Source extends Pick<SourcePage, "frontMatter" | "keyLines"> {
  /** Text of the leading heading, or title of a React page; absent also if the front matter has a title. */
  readonly heading?: string;
  readonly problems: readonly Problem[];
}

/** Files of React pages, if they are in `content/pages/`. */
export const REACT_PAGE = /\.(?:tsx|jsx?)$/;

/** A Markdown page's file without its body, which is read where it is needed: all bodies would fill the memory. */
export interface PageSource extends Omit<ParsedSource, "body"> {
  /** Offset of the body in the file's text. */
  readonly bodyStart: number;
}

/** Reads the front matter of a Markdown page. */
export function readPageSource(file: TextFile): PageSource {
  const { text, problems } = readText(file);
  const { body, ...parsed } = parseFrontMatter(file.path, text);
  const faults = [...problems, ...parsed.problems];
  const isEmpty = faults.length === 0 && body.trim() === "" && parsed.frontMatter.draft !== true;
  const bodyStart = text.length - body.length;
  if (!isEmpty) return { ...parsed, bodyStart, problems: faults };
  const [message, hint] = ["the page is empty", "write its text, or mark it with draft: true"];
  const problem = problemOf({ path: file.path, severity: "warning", code: "page", message, hint });
  return { ...parsed, bodyStart, problems: [problem] };
}

/** Reads the body of a Markdown page. */
export function readPageBody(file: TextFile, { bodyStart }: Pick<PageSource, "bodyStart">): string {
  return readText(file).text.slice(bodyStart);
}

/** Reads the file of a React page, which has no front matter. */
export async function readReactSource(file: TextFile): Promise<Source> {
  const { text, problems } = readText(file);
  const heading = await exportedTitle(text);
  return { frontMatter: {}, keyLines: {}, problems, ...(heading === undefined ? {} : { heading }) };
}

/**
 * The title that a React page exports as a string: `export const title = "Start";`. Read from its source, as sidebars and
 * the search name pages before any code runs.
 *
 * @param source JavaScript or TypeScript, with JSX
 * @returns undefined if there is none, or if it is computed
 */
async function exportedTitle(source: string): Promise<string | undefined> {
  // Loading the parser takes 10 ms, which sites without React pages need not wait for.
  const [{ parser }, { default: JSON5 }] = await Promise.all([import("@lezer/javascript"), import("json5")]);
  const { topNode } = parser.configure({ dialect: "jsx ts" }).parse(source);
  for (const statement of topNode.getChildren("ExportDeclaration")) {
    let name = "";
    for (let node = statement.getChild("VariableDeclaration")?.firstChild; node; node = node.nextSibling) {
      const text = source.slice(node.from, node.to);
      if (node.name === "VariableDefinition") name = text;
      if (name === "title" && node.name === "String") return attempt(() => JSON5.parse<string>(text));
    }
  }
  return undefined;
}

const WARN_BYTES = 2_000_000;
const MAX_BYTES = 10_000_000;
const CARRIAGE_RETURN = 13;

/** A text file to be read. */
export interface TextFile {
  /** Path, for messages. */
  readonly path: string;
  readonly bytes: number;
  /** Returns undefined for a file that can't be read. */
  readonly read: () => Buffer | undefined;
}

/** The content of a text file. */
export interface ReadText {
  readonly text: string;
  readonly problems: Problem[];
}

/**
 * Reads a UTF-8 text file, without its byte order mark and with `\n` line endings. Invalid bytes are reported with
 * their line instead of being replaced silently. So are zero bytes, which suggest UTF-16.
 */
export function readText({ path, bytes, read }: TextFile): ReadText {
  const refused = (message: string, hint: string, line = 1): ReadText => {
    return { text: "", problems: [problemOf({ path, line, code: "file", message, hint })] };
  };
  const size = `page is ${(bytes / 1_000_000).toFixed(1)} MB`;
  if (bytes > MAX_BYTES) return refused(`${size}; the limit is 10 MB`, "split it");
  const data = read();
  if (data === undefined) return refused("file can't be read", "check its permissions");
  const offset = isUtf8(data) ? data.indexOf(0) : firstInvalidByte(data);
  if (offset >= 0) {
    const byte = data[offset] ?? 0;
    const [message, hint] =
      byte === 0
        ? [`contains a zero byte at offset ${offset}`, "remove it, or save the file as UTF-8 if it is UTF-16"]
        : [`not UTF-8: invalid byte 0x${byte.toString(16)} at offset ${offset}`, "save the file as UTF-8"];
    return refused(message, hint, lineAt(data.toString("latin1"), offset));
  }
  const hint = "split it: large pages load slowly";
  const large = problemOf({ path, code: "file", severity: "warning", message: size, hint });
  const written = data.toString("utf8").replace(/^\uFEFF/, "");
  const text = data.includes(CARRIAGE_RETURN) ? written.replace(/\r\n?/g, "\n") : written;
  const control = CONTROL_CHARACTER.exec(text);
  const message = `contains the control character \\x${control?.[0].charCodeAt(0).toString(16).padStart(2, "0")}`;
  const place = positionAt(text, control?.index ?? 0);
  const unseen = problemOf({ path, ...place, code: "file", severity: "warning", message, hint: "remove it" });
  return { text, problems: [...(bytes > WARN_BYTES ? [large] : []), ...(control === null ? [] : [unseen])] };
}

function firstInvalidByte(data: Buffer): number {
  const decoded = Buffer.from(data.toString("utf8"));
  const replaced = data.findIndex((byte, at) => byte !== decoded[at]);
  let start = replaced < 0 ? data.length : replaced;
  // The replacement character may begin with the same bytes as the invalid sequence.
  while (!isUtf8(data.subarray(0, start))) start -= 1;
  return start;
}
