/** A translatable text, identified by its id or else by its English message. */
export interface TextDeclaration {
  readonly id?: string;
  /** The English text, with placeholders as `{name}`. */
  readonly message?: string;
}

/** Translations of a locale, by id or message. */
export type Texts = Readonly<Record<string, string>>;

/** Translates a text. Falls back to the English message, then to the id. @throws Error without either */
export function translate(
  texts: Texts,
  { id, message }: TextDeclaration,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const key = id ?? message;
  if (key === undefined) throw new Error("a text needs an id or a message");
  const text = Object.hasOwn(texts, key) ? (texts[key] ?? key) : (message ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : whole),
  );
}
