// ```mermaid
import { escapeHtml } from "../../shared/text.ts";

/**
 * The source of a diagram, readable as it is; the client script replaces it by the picture.
 *
 * @param title its caption
 */
export function mermaidFigure(source: string, title: string | undefined): string {
  return `<figure class="mermaid">${caption(title)}<pre tabindex="0"><code>${escapeHtml(source)}</code></pre></figure>\n`;
}

/** The same where a drawing of it was made before. @param svg its ids are those of this place */
export function drawnFigure(svg: string, title: string | undefined): string {
  return `<figure class="mermaid" data-drawn>${caption(title)}<div class="diagram" tabindex="0">${svg}</div></figure>\n`;
}

function caption(title: string | undefined): string {
  return title === undefined ? "" : `<figcaption>${escapeHtml(title)}</figcaption>`;
}
