import { MERMAID_META } from "../../shared/constants.ts";
import { createSettler } from "../settle.ts";

const MIN_WIDTH_PX = 60;

interface Mermaid {
  initialize(config: object): void;
  render(id: string, source: string): Promise<{ readonly svg: string }>;
}

/**
 * Draws the diagrams of pages that have one. The library is loaded when the first comes near the
 * window; drawings follow the colour mode, and the source stays where a diagram can't be drawn. A
 * library that can't be loaded is tried again when a diagram comes near once more.
 *
 * @param signal ends the following when another page is shown
 */
export function drawDiagrams(root: ParentNode, signal: AbortSignal): void {
  const figures = [...root.querySelectorAll<HTMLElement>("figure.mermaid")];
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${MERMAID_META}"]`)?.content;
  if (figures.length === 0 || address === undefined) return;
  const show = figures.map(createPlace);
  let library: Promise<{ readonly default: Mermaid }> | undefined;
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
  const modes = new MutationObserver(() => void draw());
  const observer = new IntersectionObserver(
    (entries) => {
      if (library !== undefined || !entries.some(({ isIntersecting }) => isIntersecting)) return;
      void draw();
      modes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    },
    { rootMargin: "400px" },
  );
  for (const figure of figures) observer.observe(figure);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    modes.disconnect();
  });
}

/** A colour of the theme in the mode that is shown, in a form that the library can calculate with. */
function colour(property: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${property})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Puts drawings into a figure; one that is higher than its source is made to fit while text below it is seen. */
function createPlace(figure: HTMLElement): (picture: HTMLElement) => void {
  let latest: HTMLElement | undefined;
  let kept = 0;
  const apply = () => {
    if (latest === undefined) return;
    figure.querySelector(".diagram")?.remove();
    figure.append(latest);
    figure.dataset.drawn = "";
    figure.style.removeProperty("height");
  };
  const hold = () => figure.style.setProperty("height", `${kept}px`);
  const settle = createSettler(figure, apply, hold);
  return (picture) => {
    latest = picture;
    kept = figure.getBoundingClientRect().height;
    settle();
  };
}

/** @returns undefined where the diagram stays as its source */
async function drawFigure(mermaid: Mermaid, figure: HTMLElement, index: number): Promise<HTMLElement | undefined> {
  const source = figure.querySelector("code")?.textContent ?? "";
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: "base",
    themeVariables: {
      background: colour("--color-bg"),
      primaryColor: colour("--color-surface"),
      primaryBorderColor: colour("--color-border-strong"),
      primaryTextColor: colour("--color-text"),
      textColor: colour("--color-text"),
      lineColor: colour("--color-text-soft"),
      edgeLabelBackground: colour("--color-bg"),
      fontFamily: getComputedStyle(document.documentElement).fontFamily,
    },
  });
  try {
    const { svg } = await mermaid.render(`docgen-diagram-${index}`, source);
    const picture = document.createElement("div");
    picture.className = "diagram";
    picture.innerHTML = svg;
    const isTiny = (picture.querySelector("svg")?.viewBox.baseVal.width ?? 0) < MIN_WIDTH_PX;
    return isTiny ? undefined : picture;
  } catch (error) {
    console.info(`docgen: diagram ${index + 1} is shown as text: ${String(error)}`);
    return undefined;
  }
}
