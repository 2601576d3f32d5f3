// [text][label] without a line of [label]: https://example.com
import type { MarkdownIt } from "markdown-it";
import { didYouMean } from "../../shared/nearest.ts";
import { pageOf, positionOf } from "../env.ts";

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
