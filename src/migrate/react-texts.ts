const ATTRIBUTES = String.raw`((?:(?!</?Translate\b)[\s\S])*?)`;
/** `<Translate>` with its id and a text alone. */
const TRANSLATE = new RegExp(
  String.raw`<Translate\s${ATTRIBUTES}\bid=(["'])(.+?)\2${ATTRIBUTES}>(?:([^<>{}]*)|\s*\{(["'\`])([^"'\`$\\]*)\6\}\s*)</Translate>`,
  "g",
);

/** Texts that a language may have its own of, written as docgen finds them. */
export function withTexts(code: string): string {
  const quoted = (text: string) => JSON.stringify(text.replace(/\s+/g, " ").trim());
  return code
    .replace(TRANSLATE, (...found) => {
      const [, before = "", , id = "", behind = "", plain, , braced] = found as (string | undefined)[];
      return `<Translate ${before}text={{ id: ${quoted(id)}, message: ${quoted(plain ?? braced ?? "")} }}${behind} />`;
    })
    .replace(/\b(id|message):\s*'([^'\\\n]*)'/g, (_, key: string, text: string) => `${key}: ${JSON.stringify(text)}`);
}
