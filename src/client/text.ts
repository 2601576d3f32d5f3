import { type TextDeclaration, type Texts, translate } from "../shared/translate.ts";
import { TEXTS_ID } from "../theme/ids.ts";

/** The page's translations: they are the same for every page of a language. */
const TEXTS: Texts = readTexts();

/** A text that a script shows, in the language of the page: `text({ id: "theme.CodeBlock.copied", message: "Copied" })`. */
export function text(declaration: TextDeclaration, values?: Readonly<Record<string, string | number>>): string {
  return translate(TEXTS, declaration, values);
}

function readTexts(): Texts {
  const block = document.getElementById(TEXTS_ID)?.textContent ?? undefined;
  return block === undefined ? {} : (JSON.parse(block) as Texts);
}
