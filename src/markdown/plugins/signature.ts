// <Signature of="utils.sheet_to_json" />
import type { MarkdownIt, Token } from "markdown-it";
import { escapeHtml } from "../../shared/text.ts";
import { translate } from "../../shared/translate.ts";
import { componentTagAt } from "../component-tag.ts";
import { attribute, type ComponentProps, pageOf } from "../env.ts";
import type { SourceLine } from "../include.ts";

const SIGNATURE = "Signature";
const OVERLOADS = { id: "theme.Signature.overloads", message: "Overloads" };

/** Names of the declarations that a page shows, as written. */
export function signatureNames(lines: readonly SourceLine[]): string[] {
  const names = lines.flatMap(({ text }) => {
    const start = text.indexOf(`<${SIGNATURE}`);
    const of = start < 0 ? undefined : componentTagAt(text, start)?.props.of;
    return typeof of === "string" ? [of] : [];
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
      const [first, ...others] = page.signatures[String((open.meta as ComponentProps).of ?? "")] ?? [];
      const fence = (code: string, id: string) => {
        const meta = { isDeclaration: true, id };
        push("fence", 0, { info: "ts", content: `${code}\n`, markup: "```", map: open.map, meta });
      };
      if (first !== undefined) fence(first, attribute(open, "id"));
      if (others.length === 0) continue;
      push("overloads_open", 1);
      for (const code of others) fence(code, "");
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
