import elasticlunr from "elasticlunr";
import { wordSet } from "../shared/text.ts";
import type { SearchLanguage, Side } from "./language.ts";

/** elasticlunr's stop words. A set, because some of them are properties of every object. */
const STOP_WORDS: ReadonlySet<string> = new Set(Object.keys(elasticlunr.defaultStopWords));
/** More stop words: function words of questions and requests, and fragments of contractions. */
const QUESTION_WORDS = wordSet(
  "aren couldn didn doesn doing don done hasn haven having help instead isn shouldn someone something still such " +
    "there trying using use used uses very want wanted wants wasn way ways without won work works wouldn need needs " +
    "needed please possible anyone anything both here itself make makes making many much more seems shows through " +
    "under until up try tried keep keeps gives give given goes going being before after into out over same ll ve re " +
    "one two three four five third fourth fifth few several another existing certain specific simply quickly easily " +
    "properly correctly really " +
    "became become becomes showing working each per dont doesnt didnt cant isnt wont whats hows im " +
    "see tell know look let turn turns turned happen happens happened user users",
);
/** Irregular verbs, whose forms have different stems; the infinitive is first. */
const VERBS = [
  ["break", "broke", "broken"],
  ["build", "built"],
  ["choose", "chose", "chosen"],
  ["find", "found"],
  ["freeze", "froze", "frozen"],
  ["hide", "hid", "hidden", "hiding"],
  ["keep", "kept"],
  ["lose", "lost", "losing"],
  ["run", "ran"],
  ["send", "sent"],
  ["show", "shown"],
  ["take", "took", "taken"],
  ["write", "wrote", "written", "writing"],
];
const IRREGULAR = new Map(VERBS.flatMap(([verb = "", ...forms]) => forms.map((form) => [form, verb])));
const LATIN = /^[a-z]+$/;

/** The Porter stem of an English word in American spelling; other terms are unchanged. */
function stem(term: string): string {
  return LATIN.test(term) ? elasticlunr.stemmer(american(IRREGULAR.get(term) ?? term)) : term;
}

/** Prepositions of conversions. */
const SIDES: ReadonlyMap<string, Side> = new Map([
  ["to", "target"],
  ["into", "target"],
  ["as", "target"],
  ["from", "source"],
]);

/** A question about the meaning of a word, in which "mean" is no average. */
const MEANING = /^(what (?:do|does) .+) mean[\s?]*$/i;
/** A comparison: the answer explains what is compared, and rarely has the word. */
const COMPARISON = /^(?:what(?:.s| is| are) )?(?:the )?differences? between\b/i;
/** A question about a limit, which has none of the words of its answer. */
const AMOUNT = /^how (?:many|much|big|large|long) (.+?) (?:can|may)\b/i;
/** A question about a number, whose answer speaks of "number of" or "count". */
const NUMBER_OF = /^how many\b/i;
/** A file's name in a pasted message, which is that of the reader's own file: "extension of 'report.xls' don't match". */
const QUOTED_FILE = /^(.+\s)['‘][^'’\s]+\.\w{2,5}['’]/;

/** English, with elasticlunr's stemmer and stop words. */
export const ENGLISH: SearchLanguage = {
  stem,
  formsOf: (term) => VERBS.find((forms) => forms.includes(term)) ?? [],
  withoutFrame: (query) =>
    query
      .replace(MEANING, "$1 ")
      .replace(COMPARISON, " ")
      .replace(AMOUNT, "limit $1 ")
      .replace(NUMBER_OF, "number of")
      .replace(QUOTED_FILE, "$1"),
  sideAfter: (term) => SIDES.get(term),
  isStopWord: (term) => STOP_WORDS.has(term) || QUESTION_WORDS.has(term),
};

/** British endings and their American replacements. Without lookbehinds, which some browsers can't parse. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^([a-z]{2,})our(s|ed|ing|ful|less|ite|able)?$/, "$1or$2"],
  [/^([a-z]{3,}[iy])s(e|es|ed|er|ers|ing|ations?)$/, "$1z$2"],
  [/^([a-z]{3,})tre(s?)$/, "$1ter$2"],
  [/^([a-z]{3,})ence(s?)$/, "$1ense$2"],
  [/^([a-z]{3,})logue(s?)$/, "$1log$2"],
];

/** The American spelling of a word. Only its stem is looked up, so a wrong replacement in other words does no harm. */
function american(word: string): string {
  for (const [british, spelling] of SPELLINGS) if (british.test(word)) return word.replace(british, spelling);
  return word;
}
