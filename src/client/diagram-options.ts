/** The part of Mermaid's API that docgen uses. */
export interface Mermaid {
  initialize(config: object): void;
  render(id: string, source: string): Promise<{ readonly svg: string }>;
}

/** Mermaid's theme variables, each with the CSS variable of docgen's theme that sets its colour. */
export const DIAGRAM_COLORS: Readonly<Record<string, string>> = {
  background: "--color-bg",
  primaryColor: "--color-surface",
  primaryBorderColor: "--color-border-strong",
  primaryTextColor: "--color-text",
  textColor: "--color-text",
  lineColor: "--color-text-soft",
  edgeLabelBackground: "--color-bg",
};

/** Minimum scale of a wide diagram: below it the text is too small to read, so the diagram scrolls instead. */
const MIN_SCALE = 0.75;

/** Mermaid's options: the theme's colours in the current mode, and labels as SVG text, which no font cuts off. */
export function diagramOptions(fontFamily: string): object {
  const colors = Object.entries(DIAGRAM_COLORS).map(([name, property]) => [name, colorOf(`var(${property})`)]);
  return {
    startOnLoad: false,
    securityLevel: "strict",
    handDrawnSeed: 1,
    htmlLabels: false,
    flowchart: { htmlLabels: false, nodeSpacing: 32, rankSpacing: 40, padding: 12 },
    sequence: { actorMargin: 20, diagramMarginX: 0, width: 100 },
    theme: "base",
    // Keep lines from crossing labels.
    themeCSS: `.edgeLabel rect{opacity:1}.messageText,.loopText{paint-order:stroke;stroke:${colorOf("var(--color-bg)")};stroke-width:5px}`,
    themeVariables: { ...Object.fromEntries(colors), fontFamily },
  };
}

/** Gives a diagram the size at which its text is as large as that around it, and a minimum width. */
export function sizeDiagram(svg: SVGSVGElement): void {
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute("width", String(Math.ceil(width)));
  svg.setAttribute("height", String(Math.ceil(height)));
  svg.setAttribute("style", `min-width:${Math.ceil(width * MIN_SCALE)}px`);
}

/** Computes a CSS colour in the current colour mode, as `rgb(…)`. */
export function colorOf(value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
