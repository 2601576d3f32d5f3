import { codeOf, LANGUAGES } from "./code.mjs";
import { dice } from "./random.mjs";
import { capital, FILLERS, NOUNS, VERBS } from "./words.mjs";

const SECTION_SIZE = 20;
const SECTIONS_IN_A_PART = 5;
const LINKS = 5;

/**
 * The pages of a corpus as values, the same for the same number: id (its path), title, the word that only it
 * has, and blocks of text, lists, a table, links and code. How these are written is the variant's affair.
 */
export function corpusPages(count) {
  return Array.from({ length: count }, (_, number) => pageOf(number, count));
}

function pageOf(number, count) {
  const die = dice(number + 1);
  const own = `own_word_${number}`;
  const links = die.some(LINKS, () => idOf(die.between(0, count - 1)));
  const code = LANGUAGES.map((language) => ({ kind: "code", language, text: codeOf(language, die, own) }));
  const [first, second, third, fourth, fifth, sixth] = code;
  const [one, two, three, four, five] = links.map((target) => linkText(die, target));
  const heading = (level) => ({
    kind: "heading",
    level,
    text: `${capital(die.pick(VERBS))} the ${die.pick(NOUNS)} ${die.pick(NOUNS)}`,
  });
  return {
    id: idOf(number),
    number,
    title: `${capital(die.pick(NOUNS))} ${die.pick(NOUNS)} ${number}`,
    description: `${capital(phrase(die, 12))}.`,
    own,
    fences: code.length,
    blocks: [
      paragraph(die, `It is known as \`${own}\`.`, one),
      paragraph(die),
      heading(2),
      paragraph(die, two),
      first,
      heading(3),
      { kind: "list", items: die.some(5, () => sentence(die)) },
      second,
      heading(2),
      paragraph(die, three),
      third,
      { kind: "table", rows: die.some(6, () => [`\`${die.pick(NOUNS)}\``, die.pick(NOUNS), phrase(die, 6)]) },
      heading(3),
      paragraph(die, four),
      fourth,
      heading(2),
      { kind: "numbers", items: die.some(4, () => sentence(die)) },
      fifth,
      paragraph(die, five),
      sixth,
    ],
  };
}

/** The path of a page: part, section, page. */
function idOf(number) {
  const section = Math.floor(number / SECTION_SIZE);
  const part = Math.floor(section / SECTIONS_IN_A_PART);
  return `part-${part + 1}/section-${section + 1}/page-${number + 1}`;
}

const linkText = (die, target) => ({ target, text: `${die.pick(VERBS)} the ${die.pick(NOUNS)}` });

function paragraph(die, ...extras) {
  return { kind: "paragraph", parts: [...die.some(3, () => sentence(die)), ...extras] };
}

function sentence(die) {
  const marks = [
    (word) => word,
    (word) => word,
    (word) => word,
    (word) => `*${word}*`,
    (word) => `**${word}**`,
    (word) => `\`${word}\``,
  ];
  return `${capital(phrase(die, die.between(5, 9)))} ${die.pick(marks)(die.pick(NOUNS))} ${phrase(die, die.between(2, 4))}.`;
}

function phrase(die, length) {
  return die.some(length, (at) => die.pick(at % 3 === 1 ? NOUNS : at % 3 === 2 ? VERBS : FILLERS)).join(" ");
}
