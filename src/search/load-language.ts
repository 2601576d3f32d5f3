import { ENGLISH } from "./english.ts";
import { fold } from "./fold.ts";
import type { SearchLanguage } from "./language.ts";

/** For languages without a stemmer, such as those without spaces between words. */
const PLAIN_LANGUAGE: SearchLanguage = { stem: (term) => term, formsOf: () => [], isStopWord: () => false };

/** By name: each is loaded only for an index in that language. Without Bulgarian, whose stemmer throws for many words. */
const LANGUAGES: Readonly<
  Record<string, () => Promise<[{ stemmer: (word: string) => string }, { stopwords: readonly string[] }]>>
> = {
  arabic: () => Promise.all([import("@orama/stemmers/arabic"), import("@orama/stopwords/arabic")]),
  armenian: () => Promise.all([import("@orama/stemmers/armenian"), import("@orama/stopwords/armenian")]),
  danish: () => Promise.all([import("@orama/stemmers/danish"), import("@orama/stopwords/danish")]),
  dutch: () => Promise.all([import("@orama/stemmers/dutch"), import("@orama/stopwords/dutch")]),
  finnish: () => Promise.all([import("@orama/stemmers/finnish"), import("@orama/stopwords/finnish")]),
  french: () => Promise.all([import("@orama/stemmers/french"), import("@orama/stopwords/french")]),
  german: () => Promise.all([import("@orama/stemmers/german"), import("@orama/stopwords/german")]),
  greek: () => Promise.all([import("@orama/stemmers/greek"), import("@orama/stopwords/greek")]),
  hungarian: () => Promise.all([import("@orama/stemmers/hungarian"), import("@orama/stopwords/hungarian")]),
  indian: () => Promise.all([import("@orama/stemmers/indian"), import("@orama/stopwords/indian")]),
  indonesian: () => Promise.all([import("@orama/stemmers/indonesian"), import("@orama/stopwords/indonesian")]),
  irish: () => Promise.all([import("@orama/stemmers/irish"), import("@orama/stopwords/irish")]),
  italian: () => Promise.all([import("@orama/stemmers/italian"), import("@orama/stopwords/italian")]),
  lithuanian: () => Promise.all([import("@orama/stemmers/lithuanian"), import("@orama/stopwords/lithuanian")]),
  nepali: () => Promise.all([import("@orama/stemmers/nepali"), import("@orama/stopwords/nepali")]),
  norwegian: () => Promise.all([import("@orama/stemmers/norwegian"), import("@orama/stopwords/norwegian")]),
  portuguese: () => Promise.all([import("@orama/stemmers/portuguese"), import("@orama/stopwords/portuguese")]),
  romanian: () => Promise.all([import("@orama/stemmers/romanian"), import("@orama/stopwords/romanian")]),
  russian: () => Promise.all([import("@orama/stemmers/russian"), import("@orama/stopwords/russian")]),
  sanskrit: () => Promise.all([import("@orama/stemmers/sanskrit"), import("@orama/stopwords/sanskrit")]),
  serbian: () => Promise.all([import("@orama/stemmers/serbian"), import("@orama/stopwords/serbian")]),
  spanish: () => Promise.all([import("@orama/stemmers/spanish"), import("@orama/stopwords/spanish")]),
  swedish: () => Promise.all([import("@orama/stemmers/swedish"), import("@orama/stopwords/swedish")]),
  tamil: () => Promise.all([import("@orama/stemmers/tamil"), import("@orama/stopwords/tamil")]),
  turkish: () => Promise.all([import("@orama/stemmers/turkish"), import("@orama/stopwords/turkish")]),
  ukrainian: () => Promise.all([import("@orama/stemmers/ukrainian"), import("@orama/stopwords/ukrainian")]),
};

/** Names of the languages with a stemmer. */
export const LANGUAGE_NAMES: readonly string[] = Object.keys(LANGUAGES);

/** Loads what the search knows of a language. @param name as returned by `languageName` */
export async function loadLanguage(name: string | undefined): Promise<SearchLanguage> {
  if (name === undefined) return ENGLISH;
  if (!Object.hasOwn(LANGUAGES, name)) return PLAIN_LANGUAGE;
  const loaded = await LANGUAGES[name]?.();
  if (loaded === undefined) return PLAIN_LANGUAGE;
  const [{ stemmer }, { stopwords }] = loaded;
  const stopWords = new Set(stopwords.map(fold));
  return { stem: stemmer, formsOf: () => [], isStopWord: (term) => stopWords.has(term) };
}
