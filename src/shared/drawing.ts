import { type HtmlAttribute, type HtmlPart, readHtml } from "./html.ts";
import { onlyText } from "./html-parts.ts";
import { wordSet } from "./text.ts";

/** Placeholder for the id of a drawing, which differs in each place where it is shown. */
export const DRAWING_ID = "DRAWING";

/** An SVG, or the reason why there is none. */
export type DrawingResult = { readonly svg: string } | { readonly fault: string };

const ELEMENTS = wordSet(
  "a circle defs desc ellipse feDropShadow filter g line linearGradient marker path pattern polygon polyline rect stop style svg symbol text textPath title tspan use",
);
const RULE = /([^{}@]*)\{[^{}@]*\}/g;

/**
 * Whether an SVG is safe to inline: no scripts, no HTML, no URLs except links to other sites, and no style rules that
 * reach beyond the SVG itself.
 */
export function isPlainDrawing(svg: string): boolean {
  const parts = readHtml(svg);
  const [first, last] = [parts[0], parts.at(-1)];
  const isWhole = first?.kind === "start" && first.name === "svg" && last?.kind === "end" && last.name === "svg";
  return isWhole && parts.every((part, index) => isPlainPart(svg, part, () => onlyText(svg, parts, index)));
}

/** @param content returns the text of an element that contains nothing else */
function isPlainPart(svg: string, part: HtmlPart, content: () => string | undefined): boolean {
  switch (part.kind) {
    case "start":
      return (
        ELEMENTS.has(part.written) &&
        part.attributes.every((attribute) => isPlainAttribute(svg, attribute)) &&
        (part.name !== "style" || isPlainStyle(content() ?? "{"))
      );
    case "end":
      return ELEMENTS.has(part.written);
    case "text":
      return !svg.slice(part.from, part.to).includes("<");
    default:
      return false;
  }
}

function isPlainStyle(css: string): boolean {
  const selectors = [...css.matchAll(RULE)].flatMap(([, list = ""]) => list.split(","));
  const areOwn = selectors.every((selector) => selector.trim().startsWith(`#${DRAWING_ID}`));
  return areOwn && css.replace(RULE, "").trim() === "" && !hasAddress(css);
}

function isPlainAttribute(svg: string, { name, value, quote, from, to }: HtmlAttribute): boolean {
  const isWhole = quote === '"' && /^[\w:-]+$/.test(name) && !/[<>]/.test(svg.slice(from, to));
  if (!isWhole || name.startsWith("on") || hasAddress(value)) return false;
  return !name.endsWith("href") || /^(?:#|https?:)/.test(value);
}

function hasAddress(value: string): boolean {
  return /url\((?!["']?#)/i.test(value) || value.includes("\\");
}
