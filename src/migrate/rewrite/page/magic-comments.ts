import type { Mapping } from "../../../content/data-file.ts";
import { escapePattern } from "../../../shared/text.ts";
import { list, record } from "../../read/config-values.ts";

/** Comments that mark lines of code in Docusaurus, by their texts; docgen's mark, and which lines it is for. */
export type MagicComments = ReadonlyMap<string, { readonly mark: string; readonly role: "line" | "start" | "end" }>;

/** docgen's marks, by what the names of their classes in Docusaurus mean. */
const MARKS: readonly (readonly [name: RegExp, mark: string])[] = [
  [/add|insert|plus|new|success/i, "++"],
  [/remov|delet|minus|old/i, "--"],
  [/err|danger|fail|bad|wrong/i, "error"],
  [/warn|caution/i, "warning"],
  [/focus/i, "focus"],
];

/** Matches comments that docgen has as well. */
const SHARED = /^highlight-(?:next-line|start|end)$/;

/** The comments of the configuration that docgen doesn't have. */
export function magicComments({ magicComments: all }: Mapping): MagicComments {
  const comments = list(all).flatMap(({ className, line, block }) => {
    const mark = MARKS.find(([name]) => name.test(String(className)))?.[1] ?? "highlight";
    const { start, end } = record(block);
    const roles = Object.entries({ line, start, end } as const) as ["line" | "start" | "end", unknown][];
    return roles.flatMap(([role, text]) =>
      typeof text === "string" && !SHARED.test(text) ? [[text, { mark, role }] as const] : [],
    );
  });
  return new Map(comments);
}

/** Code with docgen's comments in the place of others; lines may begin with the markers of a quote. */
export function markedCode(code: string, comments: MagicComments): string {
  if (comments.size === 0) return code;
  const names = [...comments.keys()].map(escapePattern).join("|");
  const comment = new RegExp(
    `^([\\s>]*(?://|#|--|;|%|/\\*|<!--|\\{\\s*/\\*|')\\s*)(${names})(\\s*(?:\\*/\\s*\\}|\\*/|-->)?\\s*)$`,
  );
  const lines = code.split("\n").map((line) => {
    const [, open = "", name = "", close = ""] = comment.exec(line) ?? [];
    return { line, open, close, magic: comments.get(name) };
  });
  const marked = lines.flatMap(({ line, open, close, magic }, index) => {
    if (magic === undefined) return line;
    const { mark, role } = magic;
    const end = lines.findIndex((other, at) => at > index && other.magic?.role === "end" && other.magic.mark === mark);
    const inside = lines.slice(index + 1, end < 0 ? undefined : end).filter((other) => other.magic === undefined);
    const amount = role === "line" ? 1 : role === "end" ? 0 : inside.length;
    return amount === 0 ? [] : `${open}[!code ${mark}${amount === 1 ? "" : `:${amount}`}]${close}`;
  });
  return marked.join("\n");
}
