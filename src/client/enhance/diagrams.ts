import { MERMAID_META } from "../../shared/constants.ts";
import { diagramOptions, type Mermaid, sizeDiagram } from "../diagram-options.ts";
import { make } from "../dom.ts";
import { createHeightSettler } from "../height-settler.ts";
import { onColorMode } from "../on-color-mode.ts";

const MIN_WIDTH_PX = 60;
/** Diagrams without a prerendered picture. */
const UNDRAWN = "figure.mermaid:has(> pre)";

/**
 * Draws diagrams. The library is loaded when the first diagram comes near the window; if that fails, again when the
 * next one does. Pictures follow the colour mode; a diagram that can't be drawn stays as source.
 *
 * @param signal aborted when another page is shown
 */
export function showDiagrams(root: ParentNode, signal: AbortSignal): void {
  const figures = [...root.querySelectorAll<HTMLElement>(UNDRAWN)];
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${MERMAID_META}"]`)?.content;
  if (figures.length === 0 || address === undefined) return;
  const show = figures.map(createPictureSlot);
  let library: Promise<{ readonly default: Mermaid }> | undefined;
  let wasNear = false;
  const draw = async () => {
    library ??= import(address);
    try {
      const { default: mermaid } = await library;
      observer.disconnect();
      for (const [index, figure] of figures.entries()) {
        const picture = await drawFigure(mermaid, figure, index);
        if (picture !== undefined) show[index]?.(picture);
      }
    } catch (error) {
      library = undefined;
      console.info(`docgen: diagrams are shown as text: ${String(error)}`);
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (library !== undefined || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      wasNear = true;
      void draw();
    },
    { rootMargin: "400px" },
  );
  for (const figure of figures) observer.observe(figure);
  signal.addEventListener("abort", () => observer.disconnect());
  onColorMode(() => wasNear && void draw(), signal);
}

/** Creates a slot for pictures in a figure; a picture higher than its source is scaled while text below is visible. */
function createPictureSlot(figure: HTMLElement): (picture: HTMLElement) => void {
  let latest: HTMLElement | undefined;
  const apply = () => {
    if (latest === undefined) return;
    figure.querySelector(".diagram")?.remove();
    figure.append(latest);
    figure.dataset.drawn = "";
    figure.style.removeProperty("height");
  };
  const hold = (height: number) => figure.style.setProperty("height", `${height}px`);
  const settle = createHeightSettler(figure, apply, hold);
  return (picture) => {
    latest = picture;
    requestAnimationFrame(settle);
  };
}

/** @returns undefined if the diagram can't be drawn */
async function drawFigure(mermaid: Mermaid, figure: HTMLElement, index: number): Promise<HTMLElement | undefined> {
  const source = figure.querySelector("code")?.textContent ?? "";
  mermaid.initialize(diagramOptions(getComputedStyle(document.documentElement).fontFamily));
  try {
    // A unique id: Mermaid removes any element with this id, such as the diagram on display until the new one is ready.
    const id = `docgen-diagram-${Math.random().toString(36).slice(2)}`;
    const { svg } = await mermaid.render(id, source);
    const picture = make("div", { className: "diagram", innerHTML: svg });
    const drawn = picture.querySelector("svg");
    if (drawn === null || drawn.viewBox.baseVal.width < MIN_WIDTH_PX) return undefined;
    sizeDiagram(drawn);
    return picture;
  } catch (error) {
    console.info(`docgen: diagram ${index + 1} is shown as text: ${String(error)}`);
    return undefined;
  }
}
