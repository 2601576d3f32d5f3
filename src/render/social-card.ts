import type { SiteConfig } from "../config/schema.ts";
import { escapeHtml } from "../shared/text.ts";

/** Texts of a social card. */
export interface Card {
  readonly site: string;
  /** Labels of the breadcrumbs, from the root. */
  readonly path: readonly string[];
  readonly title: string;
}

/** Size in pixels: the size that all services support. */
export const CARD = { width: 1200, height: 630 } as const;
const MARGIN = 80;
const WIDTH = CARD.width - 2 * MARGIN;
const MAX_LINES = 4;
/** Font sizes in pixels; the largest that fits is used. */
const SIZES = [88, 76, 66, 58, 50];

/** Scripts for which the font has glyphs; a card of placeholder boxes is worse than none. */
const WRITABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** A drawing of the rows of a card that differ: most rows are background, and drawing those takes half of the time. */
export interface CardDrawing {
  readonly svg: string;
  /** For each row of the card, the row of the drawing that it shows. */
  readonly rows: readonly number[];
}

/** Height of the accent at the top. */
const ACCENT = 14;
/** Baseline and font size of the line with the site and the path. */
const PATH = { baseline: 130, size: 36 };
/** Space above and below a baseline that letters with two accents and descenders need, in font sizes. */
const [ASCENT, DESCENT] = [1.4, 0.35];

/** Draws the preview image of a page; undefined if its title has characters without glyphs. */
export function renderCard(card: Card, colors: NonNullable<SiteConfig["socialCards"]>): CardDrawing | undefined {
  const title = plain(card.title);
  const above = [card.site, ...card.path].map(plain).filter((text) => text !== "");
  if (title === "" || ![title, ...above].every((text) => WRITABLE.test(text))) return undefined;
  const fitting = SIZES.find((size) => wrap(title, size).length * size < 330 && wrap(title, size).length <= MAX_LINES);
  const size = fitting ?? SIZES.at(-1) ?? 50;
  const lines = wrap(title, size);
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`] : lines;
  const first = CARD.height - 110 - (shown.length - 1) * size * 1.18;
  const last = CARD.height - 110;
  const path = bandOf(PATH.baseline, PATH.baseline, PATH.size);
  const titleBand = bandOf(first, last, size);
  // The drawing has the accent, a row of background, the path and the title, without the space between them.
  const pathShift = ACCENT + 1 - path.top;
  const titleShift = path.bottom + pathShift - titleBand.top;
  const height = titleBand.bottom + titleShift;
  const text = (y: number, fontSize: number, family: string, fill: string, words: string) =>
    `<text x="${MARGIN}" y="${y}" font-size="${fontSize}" font-family="${family}" fill="${escapeHtml(fill)}">${escapeHtml(words)}</text>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${height}">`,
    `<rect width="${CARD.width}" height="${height}" fill="${escapeHtml(colors.background)}"/>`,
    `<rect width="${CARD.width}" height="${ACCENT}" fill="${escapeHtml(colors.accent)}"/>`,
    text(PATH.baseline + pathShift, PATH.size, "Inter", colors.accent, cut(above.join(" / "), PATH.size)),
    ...shown.map((line, index) => {
      return text(Math.round(first + index * size * 1.18) + titleShift, size, "Inter SemiBold", colors.text, line);
    }),
    "</svg>",
  ].join("");
  const rows = Array.from({ length: CARD.height }, (_, y) => {
    if (y < ACCENT) return y;
    if (y >= path.top && y < path.bottom) return y + pathShift;
    return y >= titleBand.top && y < titleBand.bottom ? y + titleShift : ACCENT;
  });
  return { svg, rows };
}

/** The rows that lines of text with these baselines may cover. */
function bandOf(first: number, last: number, size: number): { readonly top: number; readonly bottom: number } {
  return { top: Math.floor(first - ASCENT * size), bottom: Math.ceil(last + DESCENT * size) };
}

/** Removes characters without a glyph, and puts the text on one line. */
function plain(text: string): string {
  return text
    .replace(/\p{Extended_Pictographic}|[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function wrap(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(joined, size) <= WIDTH) lines[lines.length - 1] = joined;
    else lines.push(cut(word, size));
  }
  return lines;
}

function cut(text: string, size: number): string {
  if (widthOf(text, size) <= WIDTH) return text;
  const chars = [...text];
  let kept = chars.length;
  while (kept > 0 && widthOf(`${chars.slice(0, kept).join("")}…`, size) > WIDTH) kept -= 1;
  return `${chars.slice(0, kept).join("")}…`;
}

/** Estimates the maximum width of a text in pixels, as it can't be measured here. */
function widthOf(text: string, size: number): number {
  const ems = [...text].reduce((sum, char) => sum + (WIDTHS.find(([chars]) => chars.test(char))?.[1] ?? 0.62), 0);
  return ems * size;
}

const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|!()[\]]/, 0.32],
  [/[ftr /-]/, 0.42],
  [/[mwMW@%]/, 0.95],
  [/\p{Lu}/u, 0.74],
];
