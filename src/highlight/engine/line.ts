import type { RegexEngine, RegexEngineString } from "shiki/core";
import { type AsciiSet, charsOf } from "./ascii-set.ts";

/** A line of code, or a part of one. */
export interface Line extends RegexEngineString {
  /** Number of open lines when this one was created, itself included. */
  readonly depth: number;
  /** Whether it is all ASCII, with no line feed except at the end. */
  readonly isAscii: boolean;
  readonly lower: string;
  readonly chars: AsciiSet;
  /** Oniguruma's own copy of the line, created on first use. */
  readonly forOniguruma: () => RegexEngineString;
}

/** @param onClose called on disposal */
export function createLine(oniguruma: RegexEngine, content: string, depth: number, onClose: () => void): Line {
  let copy: RegexEngineString | undefined;
  const lower = content.toLowerCase();
  return {
    content,
    depth,
    isAscii: /^\p{ASCII}*$/u.test(content) && !/\n./s.test(content),
    lower,
    chars: charsOf(lower),
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
