import type { RegexEngine, RegexEngineString } from "shiki/core";
import { type AsciiSet, signsOf } from "./ascii-set.ts";

/** A line of code, or what is cut out of one. */
export interface Line extends RegexEngineString {
  /** How many lines were open when this one was. */
  readonly depth: number;
  /** Whether it is of ASCII, with no line feed but at its end. */
  readonly isAscii: boolean;
  readonly lower: string;
  readonly signs: AsciiSet;
  /** The same for Oniguruma, which has its own copy; it is made when it is first wanted. */
  readonly forOniguruma: () => RegexEngineString;
}

/** @param onClose called when it is disposed of */
export function openLine(oniguruma: RegexEngine, content: string, depth: number, onClose: () => void): Line {
  let copy: RegexEngineString | undefined;
  const lower = content.toLowerCase();
  return {
    content,
    depth,
    isAscii: /^\p{ASCII}*$/u.test(content) && !/\n./s.test(content),
    lower,
    signs: signsOf(lower),
    forOniguruma: () => {
      copy ??= oniguruma.createString(content);
      return copy;
    },
    dispose: () => {
      copy?.dispose?.();
      onClose();
    },
  };
}
