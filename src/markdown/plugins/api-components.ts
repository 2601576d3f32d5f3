// <Signature of="read, readFile" />

import { slug as githubSlug } from "github-slugger";
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { componentTagAt } from "../component-tag.ts";
import { attribute, type ComponentProps, type PropValue, pageOf, reportProblem, sourceLineOf } from "../env.ts";
import type { SourceLine } from "../include.ts";
import { plainText, withoutBadges } from "../inline.ts";
import { fillPermalink, firstFree } from "./heading-id.ts";

const SIGNATURE = "Signature";
const OVERLOADS = { id: "theme.Signature.overloads", message: "Overloads" };

/** The names in an attribute that lists them: `of="read, readFile"`. */
export function listedNames(value: PropValue | undefined): string[] {
  const names = typeof value === "string" ? value.split(",").map((name) => name.trim()) : [];
  return names.filter((name) => name !== "");
}

/** Names of the declarations that a page shows, as written. */
export function signatureNames(lines: readonly SourceLine[]): string[] {
  const names = lines.flatMap(({ text }) => {
    const start = text.indexOf(`<${SIGNATURE}`);
    return start < 0 ? [] : listedNames(componentTagAt(text, start)?.props.of);
  });
  return [...new Set(names)];
}

/** Puts the declarations that `<Signature>` names between its tags, as code. */
export function signatures(md: MarkdownIt): void {
  // After the samples were collected: a declaration is none.
  md.core.ruler.push("signatures", (state) => {
    const page = pageOf(state.env);
    const tokens: Token[] = [];
    const push = (type: string, nesting: Token["nesting"], parts: Partial<Token> = {}) => {
      tokens.push(Object.assign(new state.Token(type, "", nesting), { block: true }, parts));
    };
    for (const open of state.tokens) {
      tokens.push(open);
      if (open.type !== "component_open" || open.info !== SIGNATURE) continue;
      const declared = listedNames((open.meta as ComponentProps).of).map((name) => page.signatures[name] ?? []);
      const fence = (codes: readonly string[], id: string) => {
        const meta = { isDeclaration: true, id };
        if (codes.length === 0) return;
        push("fence", 0, { info: "ts", content: `${codes.join("\n")}\n`, markup: "```", map: open.map, meta });
      };
      const others = declared.flatMap(([, ...codes]) => codes);
      fence(
        declared.flatMap(([first]) => first ?? []),
        attribute(open, "id"),
      );
      if (others.length === 0) continue;
      push("overloads_open", 1);
      fence(others, "");
      push("overloads_close", -1);
    }
    state.tokens = tokens;
  });
  md.renderer.rules.overloads_open = (_tokens, _index, _options, env) => {
    return `<details><summary>${escapeHtml(translate(pageOf(env).texts, OVERLOADS))}</summary>\n`;
  };
  md.renderer.rules.overloads_close = () => "</details>\n";
}

/** What is special about the code of a declaration; undefined for other code. */
export function declarationPart({ meta }: Token): { readonly id: string } | undefined {
  const part = meta as { readonly isDeclaration?: boolean; readonly id: string } | null;
  return part?.isDeclaration === true ? part : undefined;
}

// <Options>
// | Option | Default | … |
// </Options>
const OPTIONS = "Options";

/** Gives each row and each term in `<Options>` an id, made from the name in its first cell, and a permalink. */
export function optionRows(md: MarkdownIt): void {
  md.core.ruler.push("option_rows", (state) => {
    const env = pageOf(state.env);
    const taken = new Set(env.ids.map(({ id }) => id));
    const counts = new Map<string, number>();
    const open: { readonly line: number; rows: number }[] = [];
    for (const [index, token] of state.tokens.entries()) {
      const { type, map } = token;
      const next = state.tokens[index + 1];
      const isRow = type === "tr_open" && next?.type === "td_open";
      const inline = isRow ? state.tokens[index + 2] : type === "dt_open" ? next : undefined;
      if (type === "component_open" && token.info === OPTIONS) open.push({ line: map?.[0] ?? 0, rows: 0 });
      else if (type === "component_close" && token.info === OPTIONS) {
        const { line, rows } = open.pop() ?? { line: 0, rows: 0 };
        const message = "<Options> contains neither a table with names in its first column nor a list of terms";
        if (rows === 0) reportProblem(env, line, { severity: "warning", code: "component", message });
      } else if (inline !== undefined) {
        const around = open.at(-1);
        const name = nameIn(inline);
        if (around === undefined || name === "") continue;
        around.rows += 1;
        const words = name.replace(/[^\p{L}\p{M}\p{N}_]+/gu, " ").trim();
        const id = firstFree(`opt-${githubSlug(words) || "row"}`, taken, counts);
        taken.add(id);
        token.attrSet("id", id);
        inline.children?.push(fillPermalink(new state.Token("html_inline", "", 0), env, id, name));
        env.ids.push({ id, ...sourceLineOf(env, (map ?? inline.map)?.[0] ?? 0), column: 1 });
      }
    }
  });
}

/** The row of options that begins with a token: its id, name and first cell; undefined for other tokens. */
export function optionRow(
  tokens: readonly Token[],
  index: number,
): { readonly id: string; readonly name: string; readonly cell: Token } | undefined {
  const [token, inline] = [tokens[index], tokens[index + 2]];
  const id = token?.type === "tr_open" ? attribute(token, "id") : "";
  return id === "" || inline === undefined ? undefined : { id, name: nameIn(inline), cell: inline };
}

/** The first code of a cell, without the arguments of a call; without code, its text. */
function nameIn({ children }: Token): string {
  const tokens = withoutBadges(children ?? []);
  const code = tokens.find(({ type }) => type === "code_inline");
  return code?.content.trim().replace(/\(.*$/s, "") || plainText(tokens);
}
