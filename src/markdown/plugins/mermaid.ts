// ```mermaid
import { escapeHtml } from "../../shared/text.ts";

/** A diagram as its source, which the client script replaces with a drawing. @param title caption */
export function mermaidFigure(source: string, title: string | undefined): string {
  return `<figure class="mermaid">${caption(title)}<pre tabindex="0"><code>${escapeHtml(source)}</code></pre></figure>\n`;
}

/** A diagram that was drawn in advance. @param svg with ids that are unique in the page */
export function drawnFigure(svg: string, title: string | undefined): string {
  return `<figure class="mermaid" data-drawn>${caption(title)}<div class="diagram" tabindex="0">${svg}</div></figure>\n`;
}

function caption(title: string | undefined): string {
  return title === undefined ? "" : `<figcaption>${escapeHtml(title)}</figcaption>`;
}
