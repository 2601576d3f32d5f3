import { readHtml } from "../shared/html.ts";
import type { RenderMath } from "./plugins/math.ts";

/**
 * Creates a renderer from formulas to MathML, which browsers and screen readers support without style sheets or fonts.
 */
export async function createMath(): Promise<RenderMath> {
  const { default: katex } = await import("katex");
  return (source, displayMode) => {
    const html = katex.renderToString(source, {
      displayMode,
      output: "mathml",
      throwOnError: true,
      strict: false,
      trust: false,
    });
    const parts = readHtml(html);
    return html.slice(parts[0]?.to, parts.at(-1)?.from);
  };
}
