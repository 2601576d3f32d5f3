// ```mermaid
import { escapeHtml } from "../../shared/text.ts";

/** A diagram's source is readable as it is; the browser's script puts the picture in its place. */
export function mermaidFigure(source: string): string {
  return `<figure class="mermaid"><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></figure>\n`;
}
