import { text } from "../client-text.ts";
import { make, makeButton } from "../dom.ts";

/** Gives each live sample its buttons. Nothing of it is loaded until the reader runs it or focuses its code. */
export function prepareLiveSamples(root: ParentNode): void {
  for (const [index, figure] of [...root.querySelectorAll<HTMLElement>("figure.live")].entries()) {
    const hint = make("span", { className: "live-hint" });
    const offer = text({ id: "theme.Playground.hint", message: "Edit the code to update the result" });
    hint.textContent = offer;
    const start = async () => {
      try {
        const { mountSample } = await import("./sample.ts");
        hint.textContent = offer;
        mountSample(figure, index + 1);
      } catch (error) {
        const message = "The sample could not be loaded. Press Run to try again.";
        hint.textContent = text({ id: "theme.Playground.failed", message });
        console.info(`docgen: a part of this page is not interactive: ${String(error)}`);
      }
    };
    const label = text({ id: "theme.Playground.label", message: "Live code" });
    const textContent = text({ id: "theme.Playground.buttons.run", message: "Run" });
    const buttons = figure.querySelectorAll(":scope > .code-buttons");
    const run = makeButton({ className: "live-run", textContent }, () => void start());
    figure.querySelector(".live-bar")?.append(make("span", { className: "live-label" }, label, hint), run, ...buttons);
    const box = figure.querySelector(".live-result");
    const empty = text({ id: "theme.Playground.empty", message: "Press Run to see the result." });
    if (box?.firstElementChild === null) box.append(make("p", { className: "live-empty" }, empty));
    figure.querySelector("pre")?.addEventListener("focusin", () => void start());
  }
}
