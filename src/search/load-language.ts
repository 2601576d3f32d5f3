import { ENGLISH } from "./english.ts";
import { fold } from "./fold.ts";
import type { SearchLanguage } from "./language.ts";

/** For languages without a stemmer, such as those without spaces between words. */
const PLAIN_LANGUAGE: SearchLanguage = { stem: (term) => term, formsOf: () => [], isStopWord: () => false };

/** Names of the languages with a stemmer. Without Bulgarian, whose stemmer throws for many words. */
export const LANGUAGE_NAMES: readonly string[] = (
  "arabic armenian danish dutch finnish french german greek hungarian indian indonesian irish italian " +
  "lithuanian nepali norwegian portuguese romanian russian sanskrit serbian spanish swedish tamil turkish " +
  "ukrainian"
).split(" ");

/** Addresses of the modules of languages, in a bundle for browsers; in Node they are those of packages. */
declare const LANGUAGE_FILES: Readonly<Record<string, string>> | undefined;

/** Loads a module of a language: only for an index in that language. @param name such as `stemmers/german` */
function importLanguage(name: string): Promise<unknown> {
  return import(typeof LANGUAGE_FILES === "undefined" ? `@orama/${name}` : (LANGUAGE_FILES[name] ?? ""));
}

/** Loads what the search knows of a language. @param name as returned by `languageName` */
export async function loadLanguage(name: string | undefined): Promise<SearchLanguage> {
  if (name === undefined) return ENGLISH;
  if (!LANGUAGE_NAMES.includes(name)) return PLAIN_LANGUAGE;
  const modules = ["stemmers", "stopwords"].map((kind) => importLanguage(`${kind}/${name}`));
  const [{ stemmer }, { stopwords }] = (await Promise.all(modules)) as [
    { readonly stemmer: (word: string) => string },
    { readonly stopwords: readonly string[] },
  ];
  const stopWords = new Set(stopwords.map(fold));
  return { stem: stemmer, formsOf: () => [], isStopWord: (term) => stopWords.has(term) };
}
