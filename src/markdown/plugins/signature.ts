// <Signature of="read, readFile" />
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { componentTagAt } from "../component-tag.ts";
import { attribute, type ComponentProps, type PropValue, pageOf } from "../env.ts";
import type { SourceLine } from "../include.ts";

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
