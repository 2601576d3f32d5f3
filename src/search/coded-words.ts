import { MAX_SHARED, SHARED_ZERO } from "./packed-index.ts";

/** Writes sorted words, each by what it adds to the one before. */
export function frontCoded(words: readonly string[]): string {
  return words.map((word, at) => coded(word, words[at - 1] ?? "")).join("");
}

function coded(word: string, before: string): string {
  let shared = 0;
  while (shared < MAX_SHARED && shared < word.length && word[shared] === before[shared]) shared++;
  return String.fromCharCode(SHARED_ZERO + shared) + word.slice(shared);
}

/** Reads what `frontCoded` wrote. */
export function readWords(text: string): string[] {
  const words: string[] = [];
  let before = "";
  for (let start = 0; start < text.length; ) {
    const end = endOfWord(text, start);
    before = before.slice(0, text.charCodeAt(start) - SHARED_ZERO) + text.slice(start + 1, end);
    words.push(before);
    start = end;
  }
  return words;
}

/** Words have no capital letters: one begins the next word. */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && !isSharedMark(text.charCodeAt(end))) end++;
  return end;
}

function isSharedMark(code: number): boolean {
  return code >= SHARED_ZERO && code <= SHARED_ZERO + MAX_SHARED;
}
