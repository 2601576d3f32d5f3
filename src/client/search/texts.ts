import type { TextDeclaration } from "../../shared/translate.ts";

/** Gives a text of the interface in the page's language. */
export type Translate = (declaration: TextDeclaration) => string;
