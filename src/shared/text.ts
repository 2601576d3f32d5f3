/** Escapes text for HTML content and for attribute values in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => HTML_ENTITIES[char] ?? char);
}

/** Serialises a value for a script element: nothing in it can end the element or the line. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** `1 page`, `2,000 pages`. Not by the locale's rules: to load them takes longer than all that a short command does. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${String(amount).replace(/\B(?=(?:\d{3})+$)/g, ",")} ${amount === 1 ? noun : plural}`;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** V8 copies what is shorter when it is cut out of a text (its `SlicedString::kMinLength`). */
const MIN_CUT = 13;

/** The same text by itself: one that was cut out of another keeps all of that in memory. */
export function ownText(text: string): string {
  return text.length < MIN_CUT ? text : (JSON.parse(JSON.stringify(text)) as string);
}
