const ATTRIBUTES = String.raw`((?:(?!</?Translate\b)[\s\S])*?)`;
/** Matches `<Translate>` with only an id and a text. */
const TRANSLATE = new RegExp(
  String.raw`<Translate\s${ATTRIBUTES}\bid=(["'])(.+?)\2${ATTRIBUTES}>(?:([^<>{}]*)|\s*\{(["'\`])([^"'\`$\\]*)\6\}\s*)</Translate>`,
  "g",
);

/** Rewrites translatable texts in React code to docgen's form. */
export function withTexts(code: string): string {
  const quoted = (text: string) => JSON.stringify(text.replace(/\s+/g, " ").trim());
  return code
    .replace(TRANSLATE, (...groups) => {
      const [, before = "", , id = "", behind = "", plain, , braced] = groups as (string | undefined)[];
      return `<Translate ${before}text={{ id: ${quoted(id)}, message: ${quoted(plain ?? braced ?? "")} }}${behind} />`;
    })
    .replace(/\b(id|message):\s*'([^'\\\n]*)'/g, (_, key: string, text: string) => `${key}: ${JSON.stringify(text)}`);
}
