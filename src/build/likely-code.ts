import type { FoundFile } from "../content/walk.ts";
import type { CodeBlock } from "../markdown/highlight/highlighter.ts";
import { grammarName, PLAIN } from "../markdown/highlight/names.ts";
import { readRegular } from "../shared/regular-file.ts";

/** Enough for all grammars that a site uses much, and for the time until pages are compiled. */
const FILES = 32;
/** The same in characters of code. */
const LENGTH = 100_000;
/** Fences as most pages have them: at the start of their lines, and closed by what opened them. */
const FENCE = /^(`{3,}|~{3,})[ \t]*([^\s`]+)[^\n]*\n(.*?)\n\1[ \t]*$/gms;

/**
 * Code that the first pages most likely have highlighted, by the names of its grammars. Found in a moment,
 * before what reads a site is even loaded: threads that wait for code can begin with it.
 */
export function likelyCode(files: readonly FoundFile[]): CodeBlock[] {
  const pages = files.filter(({ path }) => path.endsWith(".md")).slice(0, FILES);
  let left = LENGTH;
  return pages
    .flatMap(({ absolute }) => fencesIn(absolute))
    .filter(({ code }) => {
      left -= code.length;
      return left >= 0;
    });
}

function fencesIn(path: string): CodeBlock[] {
  let text: string;
  try {
    text = readRegular(path).toString("utf8");
  } catch {
    // Whoever reads it for its content tells what is wrong with it.
    return [];
  }
  return [...text.matchAll(FENCE)].flatMap(([, , name = "", code = ""]) => {
    const language = name.toLowerCase();
    return PLAIN.has(language) ? [] : [{ language: grammarName(language), code }];
  });
}
