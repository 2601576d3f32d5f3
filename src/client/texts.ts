import { type TextDeclaration, translate } from "../shared/translate.ts";

/** A text of the interface outside React. */
export function text(declaration: TextDeclaration): string {
  return translate({}, declaration);
}
