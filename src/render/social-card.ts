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

/** Renders the preview image of a page as SVG; undefined if its title has characters without glyphs. */
export function renderCard(card: Card, colors: NonNullable<SiteConfig["socialCards"]>): string | undefined {
  const title = plain(card.title);
  const above = [card.site, ...card.path].map(plain).filter((text) => text !== "");
  if (title === "" || ![title, ...above].every((text) => WRITABLE.test(text))) return undefined;
  const fitting = SIZES.find((size) => wrap(title, size).length * size < 330 && wrap(title, size).length <= MAX_LINES);
  const size = fitting ?? SIZES.at(-1) ?? 50;
  const lines = wrap(title, size);
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`] : lines;
  const first = CARD.height - 110 - (shown.length - 1) * size * 1.18;
  const text = (y: number, fontSize: number, family: string, fill: string, words: string) =>
    `<text x="${MARGIN}" y="${Math.round(y)}" font-size="${fontSize}" font-family="${family}" fill="${escapeHtml(fill)}">${escapeHtml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">`,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${escapeHtml(colors.background)}"/>`,
    `<rect width="${CARD.width}" height="14" fill="${escapeHtml(colors.accent)}"/>`,
    text(130, 36, "Inter", colors.accent, cut(above.join(" / "), 36)),
    ...shown.map((line, index) => text(first + index * size * 1.18, size, "Inter SemiBold", colors.text, line)),
    "</svg>",
  ].join("");
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
