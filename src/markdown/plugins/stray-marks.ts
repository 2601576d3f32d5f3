import type { MarkdownIt } from "markdown-it";
import emoji from "markdown-it-emoji/lib/data/full.mjs";
import { didYouMean } from "../../shared/nearest.ts";
import { pageOf, positionOf } from "../env.ts";
import { ADMONITION_NAMES } from "./containers.ts";

const GROUP_HINT =
  "remove the rest of the line, and write labels in brackets after the language, such as ```js [config.js]";

/** A marker of an include, and the path behind it. */
const INCLUDE = /^([ \t]*)<{3}[ \t]*((?:\.{0,2}\/|@site\/)\S+)/gm;
const HEADING = /^(?:#{2,6}[^\s#]|#\p{Lu}\p{Ll})/gmu;
const CONTAINER = /^[ \t]*:{3,}[ \t]*([A-Za-z][\w-]*|$)/gm;

/**
 * Reports marks that no rule has parsed, including those of the site's plugins: readers would see them. These are lines
 * of colons, `<<< ./file` in a quote, after other text or without a space, and headings without a space. The end of an
 * unknown container is not reported separately.
 */
export function strayMarks(md: MarkdownIt): void {
  md.core.ruler.push("stray_marks", ({ tokens, env }) => {
    const page = pageOf(env);
    const names = [...ADMONITION_NAMES, "code-group"];
    const all = `known: ${names.join(", ")}`;
    let isKnown = page.problems.some(({ code }) => code === "unclosed");
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "inline") continue;
      const report = (offset: number, code: string, message: string, hint = "") => {
        const position = positionOf(page, token, offset);
        page.problems.push({ ...position, severity: "warning", code, message, ...(hint !== "" && { hint }) });
      };
      for (const { index: offset, 1: space = "", 2: file = "" } of token.content.matchAll(INCLUDE)) {
        const hint = `write <<< ${file} on a line of its own, indented only by spaces`;
        report(offset + space.length, "include", "this <<< includes no file", hint);
      }
      if (tokens[index - 1]?.type !== "paragraph_open") continue;
      for (const { index: offset } of token.content.matchAll(HEADING)) {
        const hint = "add a space after #, or write \\# if it is text";
        report(offset, "heading", "a heading without a space is text", hint);
      }
      for (const { index: offset, 1: name = "" } of token.content.matchAll(CONTAINER)) {
        if (name === "" && isKnown) continue;
        isKnown = true;
        const guess = didYouMean(name, names);
        if (name === "") report(offset, "admonition", '":::" closes nothing', "remove it, or open it with :::note");
        else if (name === "code-group")
          report(offset, "admonition", '"::: code-group" is not alone on its line', GROUP_HINT);
        else report(offset, "admonition", `unknown admonition ":::${name}"${guess}`, guess === "" ? all : "");
      }
    }
  });
}

// [text][label] without a line of [label]: https://example.com
/** A reference in brackets; what follows a word or a bracket is an index, such as `rows[a][b]`. */
const REFERENCE = /(?<![\w\])])!?\[([^[\]\n]+)\]\[([^[\]\n]*)\]/g;

/** A link or an image with a space in its address. */
const SPACED = /(?<![\w\])])!?\[[^[\]\n]*\]\((?=[^()\n"'<]*[^\s()<][ \t]+[^\s()"'])[^()\n]*\)/g;
const SPACE_HINT = 'write the address between < and >, and <img src="…" width="…"> for the size of an image';

/** A link with a space between its text and an address that is no remark. */
const APART =
  /(?<![\w\])])!?\[[^[\]\n]+\][ \t]+\((?=https?:|\.{0,2}\/|#\w|[^\s()]+\.(?:mdx?|html|png|svg|jpe?g|gif)[)#])[^\s()]+\)/g;

/** A reference to a footnote; in a regular expression, a sign for repetition usually follows. */
const FOOTNOTE = /\[\^([\w-]+)\](?![*+?{([:])/g;

/** A code such as `:rocket:` that no emoji has; `[:alpha:]` and `a::b:` are others. */
const EMOJI = /(?<![\w:/[]):([a-z][-+\w]+):(?![\w:/])/g;

/** Reports links, images and emoji that stay text: readers would see their marks. */
export function lostReferences(md: MarkdownIt): void {
  // Later, escaped brackets are joined with the text around them.
  md.core.ruler.before("text_join", "lost_references", ({ tokens, env }) => {
    const page = pageOf(env);
    const { references = {}, footnotes = {} } = env as {
      readonly references?: Readonly<Record<string, unknown>>;
      readonly footnotes?: { readonly refs?: Readonly<Record<string, number>> };
    };
    for (const block of tokens) {
      for (const { type, content } of block.children ?? []) {
        if (type !== "text" || !/[\]:]/.test(content)) continue;
        const report = (written: string, message: string, hint: string, code = "reference") => {
          const position = positionOf(page, block, Math.max(0, block.content.indexOf(written)));
          page.problems.push({ ...position, severity: "warning", code, message, hint });
        };
        for (const [whole] of content.matchAll(SPACED)) report(whole, "a link's address contains a space", SPACE_HINT);
        for (const [whole] of content.matchAll(APART))
          report(
            whole,
            "a space between a link's text and its address",
            "remove the space, or write \\[ if it is text",
          );
        for (const [whole, name = ""] of content.matchAll(EMOJI)) {
          report(whole, `unknown emoji "${whole}"${didYouMean(name, Object.keys(emoji))}`, "write \\: if it is text");
        }
        for (const [whole, label = ""] of content.matchAll(FOOTNOTE)) {
          const labels = Object.keys(footnotes.refs ?? {}).map((key) => key.slice(1));
          const hint = `add a line of [^${label}]: text, or write \\[ if it is text`;
          report(whole, `no footnote "${label}"${didYouMean(label, labels)}`, hint, "footnotes");
        }
        for (const [whole, text = "", label = ""] of content.matchAll(REFERENCE)) {
          const name = label === "" ? text : label;
          if (!/[a-z]/i.test(name) || name.startsWith("^")) continue;
          const names = Object.keys(references).map((key) => key.toLowerCase());
          const hint = `add a line of [${name}]: URL, or write \\[ if it is text`;
          report(whole, `no link definition "${name}"${didYouMean(name, names)}`, hint);
        }
      }
    }
  });
}
