import { type TextDeclaration, type Texts, translate } from "../shared/translate.ts";
import { TEXTS_ID } from "../theme/ids.ts";

/** Translations of the page's language. */
const TEXTS: Texts = readTexts();

/** Translates a text for the page: `text({ id: "theme.CodeBlock.copied", message: "Copied" })`. */
export function text(declaration: TextDeclaration, values?: Readonly<Record<string, string | number>>): string {
  return translate(TEXTS, declaration, values);
}

function readTexts(): Texts {
  const block = document.getElementById(TEXTS_ID)?.textContent ?? undefined;
  return block === undefined ? {} : (JSON.parse(block) as Texts);
}
