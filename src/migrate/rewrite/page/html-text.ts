import type { Mapping } from "../../../content/data-file.ts";
import { ELEMENTS } from "../../../markdown/plugins/raw-html.ts";
import { escapeHtml, wordSet } from "../../../shared/text.ts";

/** HTML names of React attributes, where the lower-case form isn't the right one. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["className", "class"],
  ["htmlFor", "for"],
  ["acceptCharset", "accept-charset"],
  ["httpEquiv", "http-equiv"],
  ["xlinkHref", "xlink:href"],
  ["xmlLang", "xml:lang"],
  ["defaultChecked", "checked"],
  ["defaultValue", "value"],
]);
/** SVG attributes with hyphens between words; others keep their capitals. */
const HYPHENED =
  /^(?:stroke|fill|clip|stop|font|text|marker|color|flood|lighting|dominant|alignment|letter|word|pointer|shape|image|vector|baseline)[A-Z]/;
const SVG =
  /^(?:viewBox|preserveAspectRatio|gradientUnits|gradientTransform|patternUnits|patternTransform|refX|refY|markerWidth|markerHeight|stdDeviation|pathLength|spreadMethod|clipPathUnits|maskUnits)$/;

/** CSS properties whose numeric values are not lengths. */
const UNITLESS =
  /^(?:(?:Webkit|Moz|ms)?(?:BoxFlex|BoxFlexGroup|BoxOrdinalGroup|Flex|FlexGrow|FlexShrink|FlexPositive|FlexNegative|FlexOrder|LineClamp|Order|GridRow|GridColumn)|animationIterationCount|aspectRatio|columns|columnCount|fillOpacity|flex|flexGrow|flexShrink|fontWeight|gridArea|gridColumn|gridRow|lineClamp|lineHeight|opacity|order|orphans|scale|stopOpacity|strokeOpacity|tabSize|widows|zIndex|zoom)$/;

/** Elements that begin an HTML block in CommonMark in any line, even inside a paragraph. */
export const BLOCK_ELEMENTS = wordSet(
  "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul script pre style textarea",
);

/**
 * Formats an attribute as HTML, with a space before it.
 *
 * @returns an empty string if HTML omits it; undefined for a value that HTML can't hold, such as a function
 */
export function attributeText(name: string, value: unknown): string | undefined {
  if (/^(?:key|ref|children)$/.test(name) || value === undefined || value === null) return "";
  if (/^on[A-Z]/.test(name) || typeof value === "function") return undefined;
  const plainName = HYPHENED.test(name) ? hyphened(name) : SVG.test(name) ? name : name.toLowerCase();
  const htmlName = NAMES.get(name) ?? plainName;
  if (name === "style" && typeof value === "object") return ` style="${escapeAttribute(styleOf(value))}"`;
  if (typeof value === "boolean" && !/^(?:aria-|data-)/.test(htmlName)) return value ? ` ${htmlName}` : "";
  return typeof value === "object" ? undefined : ` ${htmlName}="${escapeAttribute(String(value))}"`;
}

/** Formats attributes as HTML, without those that HTML can't hold. */
export function attributesText(props: Mapping): string {
  return Object.entries(props)
    .map(([name, value]) => attributeText(name, value) ?? "")
    .join("");
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replace(/\s*\n\s*/g, " ");
}

/** Escapes text between the tags of HTML; unlike `escapeHtml`, it leaves quotes readable. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Escapes a text so that Markdown shows it literally. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>{}$~|]|^(?=[#+-]\s)|&(?=#?\w+;)|(?<=^\d+)[.)](?=\s)/g, "\\$&")
    .replace(/\s*\n\s*/g, " ");
}

/** The name of a component for a tag: MDX 1 also replaces tags of names that no element has. */
export function nameInScope(tag: string): string {
  return ELEMENTS.has(tag) ? tag : capitalized(tag);
}

/** A word with a capital letter at its beginning. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Converts a style object to CSS as React does: `{ fontSize: 12 }` → `font-size: 12px`. */
function styleOf(style: object): string {
  return Object.entries(style)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== "boolean" && value !== "")
    .map(([name, value]: [string, unknown]) => {
      const isOwn = name.startsWith("--");
      const property = isOwn ? name : hyphened(name).replace(/^ms-/, "-ms-");
      const isLength = typeof value === "number" && value !== 0 && !isOwn && !UNITLESS.test(name);
      return `${property}: ${String(value)}${isLength ? "px" : ""}`;
    })
    .join("; ");
}

/** `fontSize` → `font-size` */
function hyphened(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
