/** Placeholder for the id of a drawing, which differs in each place where it is shown. */
export const DRAWING_ID = "DRAWING";

/** An SVG, or the reason why there is none. */
export type DrawingResult = { readonly svg: string } | { readonly fault: string };

const ELEMENTS =
  /^(?:a|circle|defs|desc|ellipse|feDropShadow|filter|g|line|linearGradient|marker|path|pattern|polygon|polyline|rect|stop|style|svg|symbol|text|textPath|title|tspan|use)$/;
const TAG = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*\/?>/g;
const RULE = /([^{}@]*)\{[^{}@]*\}/g;

/**
 * Whether an SVG is safe to inline: no scripts, no HTML, no URLs except links to other sites, and no style rules that
 * reach beyond the SVG itself.
 */
export function isPlainDrawing(svg: string): boolean {
  if (!svg.startsWith("<svg ") || !svg.endsWith("</svg>")) return false;
  const isPlain = [...svg.matchAll(TAG)].every(([, , name = "", attributes = ""]) => {
    return ELEMENTS.test(name) && [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].every(isPlainAttribute);
  });
  const styles = [...svg.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css = ""]) => css);
  const rest = svg.replace(TAG, "");
  return isPlain && !rest.includes("<") && styles.every(isPlainStyle);
}

function isPlainStyle(css: string): boolean {
  const selectors = [...css.matchAll(RULE)].flatMap(([, list = ""]) => list.split(","));
  const areOwn = selectors.every((selector) => selector.trim().startsWith(`#${DRAWING_ID}`));
  return areOwn && css.replace(RULE, "").trim() === "" && !hasAddress(css);
}

function isPlainAttribute([, name = "", value = ""]: RegExpMatchArray): boolean {
  if (/^on/i.test(name) || hasAddress(value)) return false;
  return !/href$/i.test(name) || /^(?:#|https?:)/.test(value);
}

function hasAddress(value: string): boolean {
  return /url\((?!["']?#)/i.test(value) || value.includes("\\");
}
