import type { Root } from "react-dom/client";
import { ISLAND } from "../../shared/constants.ts";
import { whenIdle, whenNear } from "../timing.ts";

/** Distance outside the window at which components start, in CSS pixels. */
const AHEAD_PX = 200;

/**
 * Starts the interactive components of the site in an article, each at its configured time and from its own script. If
 * the script fails to load, the component stays as the server rendered it.
 *
 * @param signal aborted when another article replaces this one
 */
export function startIslands(article: ParentNode, signal: AbortSignal): void {
  for (const island of article.querySelectorAll<HTMLElement>(`${ISLAND}[src]`)) {
    const start = () => void mount(island, signal);
    const client = island.getAttribute("client");
    if (client === "visible") signal.addEventListener("abort", whenNear(island, AHEAD_PX, start));
    else if (client === "idle") whenIdle(start);
    else start();
  }
}

async function mount(island: HTMLElement, signal: AbortSignal): Promise<void> {
  try {
    const chunk = (await import(island.getAttribute("src") ?? "")) as { readonly mount: (island: Element) => Root };
    if (signal.aborted || island.dataset.mounted !== undefined) return;
    island.dataset.mounted = "";
    const root = chunk.mount(island);
    signal.addEventListener("abort", () => root.unmount());
  } catch (error) {
    console.info(`docgen: a component is not interactive: ${String(error)}`);
  }
}
