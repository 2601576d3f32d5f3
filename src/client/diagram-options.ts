/** The diagram library, as far as it is used. */
export interface Mermaid {
  initialize(config: object): void;
  render(id: string, source: string): Promise<{ readonly svg: string }>;
}

/** The theme's variables by those of the library. */
export const DIAGRAM_COLORS: Readonly<Record<string, string>> = {
  background: "--color-bg",
  primaryColor: "--color-surface",
  primaryBorderColor: "--color-border-strong",
  primaryTextColor: "--color-text",
  textColor: "--color-text",
  lineColor: "--color-text-soft",
  edgeLabelBackground: "--color-bg",
};

/** Options of the library: colours of the theme in the current mode. Texts are SVG, which no font of a reader cuts. */
export function diagramOptions(fontFamily: string): object {
  const colors = Object.entries(DIAGRAM_COLORS).map(([name, property]) => [name, colorOf(`var(${property})`)]);
  return {
    startOnLoad: false,
    securityLevel: "strict",
    handDrawnSeed: 1,
    htmlLabels: false,
    flowchart: { htmlLabels: false, nodeSpacing: 32, rankSpacing: 40, padding: 12 },
    theme: "base",
    // No line goes through a text.
    themeCSS: `.edgeLabel rect{opacity:1}.messageText,.loopText{paint-order:stroke;stroke:${colorOf("var(--color-bg)")};stroke-width:5px}`,
    themeVariables: { ...Object.fromEntries(colors), fontFamily },
  };
}

/** A colour in the current mode, in the form that browsers compute. */
export function colorOf(value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
