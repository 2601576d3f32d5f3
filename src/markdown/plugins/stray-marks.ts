import type { MarkdownIt } from "markdown-it";
import { didYouMean } from "../../shared/nearest.ts";
import { pageOf, positionOf } from "../env.ts";
import { ADMONITION_NAMES } from "./containers.ts";

const GROUP_HINT =
  "remove the rest of the line, and write labels in brackets after the language, such as ```js [config.js]";

/**
 * Reports headings and lines of colons that no rule has parsed, including those of the site's plugins: they would be text.
 * The end of an unknown container is not reported separately.
 */
export function strayColons(md: MarkdownIt): void {
  md.core.ruler.push("stray_colons", ({ tokens, env }) => {
    const page = pageOf(env);
    const names = [...ADMONITION_NAMES, "code-group"];
    const knownNames = `known: ${names.join(", ")}`;
    let isKnown = page.problems.some(({ code }) => code === "unclosed");
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "inline" || tokens[index - 1]?.type !== "paragraph_open") continue;
      for (const { index: offset } of token.content.matchAll(/^(?:#{2,6}[^\s#]|#\p{Lu}\p{Ll})/gmu)) {
        const hint = "add a space after #, or write \\# if it is text";
        const message = "a heading without a space is text";
        page.problems.push({ ...positionOf(page, token, offset), severity: "warning", code: "heading", message, hint });
      }
      for (const { index: offset, 1: name = "" } of token.content.matchAll(/^[ \t]*:{3,}[ \t]*([A-Za-z][\w-]*|$)/gm)) {
        if (name === "" && isKnown) continue;
        isKnown = true;
        const guess = didYouMean(name, names);
        const problem =
          name === ""
            ? { message: '":::" closes nothing', hint: "remove it, or open it with :::note" }
            : name === "code-group"
              ? { message: '"::: code-group" is not alone on its line', hint: GROUP_HINT }
              : { message: `unknown admonition ":::${name}"${guess}`, ...(guess === "" ? { hint: knownNames } : {}) };
        const position = positionOf(page, token, offset);
        page.problems.push({ ...position, severity: "warning", code: "admonition", ...problem });
      }
    }
  });
}

/** A marker of an include, and the path behind it. */
const INCLUDE = /^([ \t]*)<{3}[ \t]*((?:\.{0,2}\/|@site\/)\S+)/gm;

/** Reports `<<< ./file` where it includes no file: in a quote, after other text, or without a space. It would be shown as text. */
export function strayIncludes(md: MarkdownIt): void {
  md.core.ruler.push("stray_includes", ({ tokens, env }) => {
    const page = pageOf(env);
    for (const token of tokens) {
      if (token.type !== "inline" || !token.content.includes("<<<")) continue;
      for (const { index, 1: space = "", 2: file = "" } of token.content.matchAll(INCLUDE)) {
        const position = positionOf(page, token, index + space.length);
        const message = "this <<< includes no file";
        const hint = `write <<< ${file} on a line of its own, indented only by spaces`;
        page.problems.push({ ...position, severity: "warning", code: "include", message, hint });
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

/** Reports links and images that refer to no definition, or have a space in their address: readers would see their brackets. */
export function lostReferences(md: MarkdownIt): void {
  // Later, escaped brackets are joined with the text around them.
  md.core.ruler.before("text_join", "lost_references", ({ tokens, env }) => {
    const page = pageOf(env);
    const { references = {} } = env as { readonly references?: Readonly<Record<string, unknown>> };
    for (const block of tokens) {
      for (const { type, content } of block.children ?? []) {
        if (type !== "text" || !content.includes("]")) continue;
        const report = (written: string, message: string, hint: string) => {
          const position = positionOf(page, block, Math.max(0, block.content.indexOf(written)));
          page.problems.push({ ...position, severity: "warning", code: "reference", message, hint });
        };
        for (const [whole] of content.matchAll(SPACED)) report(whole, "a link's address contains a space", SPACE_HINT);
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
