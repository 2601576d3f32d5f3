import { hash } from "node:crypto";
import type { CompiledDocument, Sample } from "../../markdown/document.ts";
import { parseFenceMeta } from "../../markdown/fence-meta.ts";
import { drawnFigure, mermaidFigure } from "../../markdown/plugins/code-block.ts";
import { DRAWING_ID, isPlainDrawing } from "../../shared/drawing.ts";
import type { Problem } from "../../shared/problem.ts";

/** Folder of drawings made by `docgen draw`. */
export const DRAWINGS_FOLDER = "content/_diagrams";

/** Path of a diagram's drawing. */
export function drawingPath(source: string): string {
  return `${DRAWINGS_FOLDER}/${digestOf(source)}.svg`;
}

/** Diagrams of a page with their sources. */
export function diagramsOf({ samples }: CompiledDocument): readonly Sample[] {
  return samples
    .filter(({ language }) => language === "mermaid")
    .map((sample) => ({ ...sample, code: sample.code.trimEnd() }));
}

/** Replaces diagrams by their drawings, read by path. One without is left to the browser, with a warning. */
export function withDrawings(
  document: CompiledDocument,
  page: string,
  read: (path: string) => string | undefined,
): CompiledDocument {
  const diagrams = diagramsOf(document);
  if (diagrams.length === 0) return document;
  const problems: Problem[] = [];
  let { html, excerpt } = document;
  for (const [index, { code, meta, path, line, column }] of diagrams.entries()) {
    const file = drawingPath(code);
    const svg = read(file)?.trim();
    const report = (message: string, hint: string) =>
      problems.push({ path, line, column, severity: "warning", code: "diagram", message, hint });
    if (svg === undefined)
      report("the diagram is not drawn yet: each reader's browser loads a library for it", "run docgen draw");
    else if (!isPlainDrawing(svg)) report(`${file} contains more than a drawing`, "delete it and run docgen draw");
    else {
      const id = `diagram-${digestOf(`${page}\n${index}`).slice(0, 6)}`;
      const title = parseFenceMeta(`mermaid ${meta}`).options.get("title");
      const figure = drawnFigure(svg.replaceAll(DRAWING_ID, id), title);
      const placeholder = mermaidFigure(code, title);
      html = html.replace(placeholder, () => figure);
      excerpt = excerpt?.replace(placeholder, () => figure);
    }
  }
  const uses = problems.length === 0 ? document.uses.filter((use) => use !== "mermaid") : document.uses;
  const rest = excerpt === undefined ? {} : { excerpt };
  return { ...document, html, ...rest, uses, problems: [...document.problems, ...problems] };
}

function digestOf(text: string): string {
  return hash("sha256", text).slice(0, 16);
}
