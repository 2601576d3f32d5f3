import { DRAWING_ID, type DrawingResult } from "../shared/drawing.ts";
import { colorOf, DIAGRAM_COLORS, diagramOptions, type Mermaid, sizeDiagram } from "./diagram-options.ts";

/** The font that text is measured with: wider than most system fonts, so that labels fit in those too. */
const FONT = "Inter";
const MODES = ["light", "dark"] as const;
const COLOR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]*\)/gi;
const GEOMETRY = /^(?:d|points|transform|viewBox|[xy][12]?|c[xy]|d[xy]|r[xy]?|width|height)$/;
/** Attributes without effect in a page. */
const IDLE = /^(?:data-.*|aria-roledescription|xmlns:.*|style)$/;

/** Entry point of the page that `docgen draw` opens: draws `sources.json` and posts the SVGs to `drawn`. */
async function main(): Promise<void> {
  await document.fonts.load(`16px ${FONT}`);
  const { library, sources } = (await (await fetch("sources.json")).json()) as { library: string; sources: string[] };
  const { default: mermaid } = (await import(library)) as { readonly default: Mermaid };
  const results: DrawingResult[] = [];
  for (const source of sources) results.push(await drawOne(mermaid, source));
  await fetch("drawn", { method: "POST", body: JSON.stringify(results) });
}

async function drawOne(mermaid: Mermaid, source: string): Promise<DrawingResult> {
  try {
    const pictures: string[] = [];
    for (const mode of MODES) {
      document.documentElement.dataset.theme = mode;
      mermaid.initialize(diagramOptions(FONT));
      pictures.push(tidy((await mermaid.render(DRAWING_ID, source)).svg));
    }
    return { svg: mergeModes(pictures[0] ?? "", pictures[1] ?? "") };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Reduces an SVG to what a page needs: CSS rules that match, ids that are referenced, and its natural size. */
function tidy(svg: string): string {
  const holder = document.createElement("div");
  holder.innerHTML = svg;
  document.body.append(holder);
  const root = holder.querySelector("svg");
  if (root === null) throw new Error("nothing was drawn");
  const css = [...root.querySelectorAll("style")].map((style) => {
    const rules = [...(style.sheet?.cssRules ?? [])].flatMap((rule) => ruleOf(rule, root));
    style.remove();
    return rules.join("");
  });
  for (const element of [root, ...root.querySelectorAll("*")]) tidyElement(element);
  for (const row of root.querySelectorAll("tspan.row")) joinWords(row);
  dropIds(root);
  sizeDiagram(root);
  if (!root.hasAttribute("aria-labelledby")) root.removeAttribute("role");
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = css.join("");
  root.prepend(style);
  const text = new XMLSerializer().serializeToString(root);
  holder.remove();
  return text;
}

/** CSS of a rule that matches something in the SVG, without fonts and animations; empty for others. */
function ruleOf(rule: CSSRule, root: SVGSVGElement): string[] {
  if (!(rule instanceof CSSStyleRule)) return [];
  const { selectorText, style } = rule;
  if (!root.matches(selectorText) && root.querySelector(selectorText) === null) return [];
  for (const name of ["font-family", "animation", "transition", "cursor"]) style.removeProperty(name);
  return style.cssText === "" ? [] : [`${selectorText}{${style.cssText}}`];
}

function tidyElement(element: Element): void {
  if (element instanceof SVGElement) element.style.removeProperty("font-family");
  for (const { name, value } of [...element.attributes]) {
    if (IDLE.test(name) && (name !== "style" || value.trim() === "" || element.localName === "svg"))
      element.removeAttribute(name);
    else if (GEOMETRY.test(name)) {
      const rounded = value.replace(/-?\d+\.\d{2,}/g, (number) => String(Number(Number(number).toFixed(1))));
      element.setAttribute(name, rounded);
    }
  }
  if (element.localName !== "text" && element.localName !== "tspan" && element.childElementCount > 0) {
    for (const node of [...element.childNodes]) if (node instanceof Text && node.data.trim() === "") node.remove();
  }
}

/** Merges the words of a line, each in an element of its own, into one text if all are in plain type. */
function joinWords(row: Element): void {
  const isPlain = [...row.children].every((word) => word.matches('[font-style="normal"][font-weight="normal"]'));
  if (isPlain) row.replaceChildren(row.textContent ?? "");
}

/** Removes what nothing refers to, and empty groups. @throws if an id could clash with one of the page */
function dropIds(root: SVGSVGElement): void {
  const markup = root.outerHTML;
  const references = markup.matchAll(/url\((?:&quot;)?#([^)&]+)|="#([^"]+)"|aria-\w+="([^"]+)"/g);
  const named = new Set([...references].flatMap((match) => match.slice(1)));
  for (const element of root.querySelectorAll("[id]")) {
    if (!named.has(element.id)) element.removeAttribute("id");
    else if (!element.id.startsWith(DRAWING_ID)) throw new Error(`it contains the id "${element.id}"`);
  }
  for (const unused of root.querySelectorAll(":is(marker, symbol, filter, linearGradient):not([id])")) unused.remove();
  for (const empty of [...root.querySelectorAll("defs, g")].reverse())
    if (empty.childNodes.length === 0) empty.remove();
}

/**
 * Merges the SVGs of both colour modes into one. Where their colours differ, it uses the theme's variable for the pair,
 * or else `light-dark()`.
 *
 * @throws if they differ in more than colours
 */
function mergeModes(light: string, dark: string): string {
  const themed = new Map<string, string>();
  for (const property of Object.values(DIAGRAM_COLORS)) themed.set(pairOf(`var(${property})`), `var(${property})`);
  const others = dark.match(COLOR) ?? [];
  let index = 0;
  const merged = light.replace(COLOR, (color) => {
    const other = others[index++] ?? color;
    return color === other ? color : (themed.get(pairOf(color, other)) ?? `light-dark(${color}, ${other})`);
  });
  if (index !== others.length || dark.replace(COLOR, "") !== light.replace(COLOR, ""))
    throw new Error("it is drawn differently in the two colour modes");
  return merged;
}

function pairOf(light: string, dark = light): string {
  return MODES.map((mode) => {
    document.documentElement.dataset.theme = mode;
    return colorOf(mode === "light" ? light : dark);
  }).join(" ");
}

main().catch((error: unknown) => fetch("drawn", { method: "POST", body: JSON.stringify({ fault: String(error) }) }));
