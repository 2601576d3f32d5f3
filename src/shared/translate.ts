/** A text of the interface: found by its id, or by the English message where it has none. */
export interface TextDeclaration {
  readonly id?: string;
  /** The text in English; `{name}` stands for a value. */
  readonly message?: string;
}

/** Texts of one locale by id or message. */
export type Texts = Readonly<Record<string, string>>;

/**
 * The text of a declaration in the locale of `texts`; without a translation the English message,
 * without a message the id.
 *
 * @throws where the declaration has neither an id nor a message
 */
export function translate(
  texts: Texts,
  { id, message }: TextDeclaration,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const key = id ?? message;
  if (key === undefined) throw new Error("a translation declaration needs an id or a message");
  const text = Object.hasOwn(texts, key) ? (texts[key] ?? key) : (message ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
