/** Matches `<Translate>` around a text without elements and values. */
const TRANSLATE =
  /<Translate((?:\s(?:(?!<\/?Translate\b)[\s\S])*?)?)>(?:([^<>{}]*)|\s*\{(["'`])([^"'`$\\]*)\3\}\s*)<\/Translate>/g;
const ID = /\sid=(["'])(.+?)\1/;

/** Rewrites translatable texts in React code to docgen's form. */
export function withTexts(code: string): string {
  const quoted = (text: string) => JSON.stringify(text.replace(/\s+/g, " ").trim());
  return code
    .replace(TRANSLATE, (...groups) => {
      const [, attributes = "", plain, , braced] = groups as (string | undefined)[];
      const id = ID.exec(attributes)?.[2];
      const text = `${id === undefined ? "" : `id: ${quoted(id)}, `}message: ${quoted(plain ?? braced ?? "")}`;
      return `<Translate${attributes.replace(ID, "").trimEnd()} text={{ ${text} }} />`;
    })
    .replace(/\b(id|message):\s*'([^'\\\n]*)'/g, (_, key: string, text: string) => `${key}: ${JSON.stringify(text)}`);
}
