import type { Texts } from "../../shared/translate.ts";
import { unescapeCode } from "../../shared/unescape-code.ts";

/** The texts whose id or message is written in a bundle: those that a component may show in the browser. */
export function textsIn(code: string, texts: Texts): Texts {
  const plain = unescapeCode(code);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => plain.includes(key)));
}
