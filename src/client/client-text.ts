import { type TextDeclaration, type Texts, translate, translateCount } from "../shared/translate.ts";
import { TEXTS_ID } from "../theme/element-ids.ts";

const TEXTS = JSON.parse(document.getElementById(TEXTS_ID)?.textContent ?? "{}") as Texts;

/** Translates a text for the page: `text({ id: "theme.CodeBlock.copied", message: "Copied" })`. */
export function text(declaration: TextDeclaration, values?: Readonly<Record<string, string | number>>): string {
  return translate(TEXTS, declaration, values);
}

/** Translates a text with a number, as `translateCount` does. */
export function textOfCount(declaration: TextDeclaration, count: number): string {
  return translateCount(TEXTS, declaration, count, document.documentElement.lang);
}
