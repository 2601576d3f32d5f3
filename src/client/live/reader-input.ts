import { MAX_MEGABYTES, type Refusal, readerFile } from "../../theme/reader-file.ts";
import { text } from "../client-text.ts";
import { adoptStyles, make, makeButton } from "../dom.ts";
import { whenNear } from "../timing.ts";
import styles from "./reader-input.css";

adoptStyles(styles);

/**
 * Lets readers give a file of their own to the live samples that read one, by a file picker or by dropping it on the
 * sample. Samples that run, run again with it; the others do when they come into view.
 *
 * @param signal aborted when another page is shown
 */
export function offerInputs(root: ParentNode, signal: AbortSignal): void {
  const figures = [...document.querySelectorAll<HTMLElement>("figure.live")];
  for (const box of root.querySelectorAll<HTMLElement>(".live-input")) {
    const figure = box.closest<HTMLElement>("figure.live");
    if (figure === null || box.firstElementChild !== null) continue;
    const show = fillBox(box, figure, figures.indexOf(figure) + 1);
    const isRunning = () => figure.dataset.mounted !== undefined;
    readerFile.onChange(() => {
      show();
      if (isRunning()) runSample(figure);
    }, signal);
    // Another page of the tab may have changed it before the reader came back to this one.
    addEventListener("pageshow", show, { signal });
    const runWithFile = () => {
      if (readerFile.name() !== undefined && !isRunning()) runSample(figure);
    };
    signal.addEventListener("abort", whenNear(figure, 0, runWithFile));
  }
}

function runSample(figure: HTMLElement): void {
  figure.querySelector<HTMLButtonElement>(".live-run")?.click();
}

/** Fills the placeholder of a sample. @returns shows the current file */
function fillBox(box: HTMLElement, figure: HTMLElement, number: number): () => void {
  const { offer = "", expected = "" } = box.dataset;
  const state = make("span");
  const error = make("strong");
  const status = make("span", { className: "visually-hidden", role: "status" });
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const refusal = await readerFile.keep(file);
    error.textContent = refusal === undefined ? "" : refusalText(refusal, file.name);
    status.textContent = error.textContent || state.textContent;
    if (refusal === undefined && figure.dataset.mounted === undefined) runSample(figure);
  };
  const openLabel = text({ id: "theme.Playground.inputOpen", message: "Open a file" });
  const pickerLabel = { id: "theme.Playground.inputAriaLabel", message: "Open a file for live sample {number}" };
  const ariaLabel = text(pickerLabel, { number });
  const picker = make("input", { type: "file", className: "visually-hidden", ariaLabel });
  picker.onchange = () => {
    void take(picker.files?.[0]);
    // The same file can be chosen again.
    picker.value = "";
  };
  const textContent = text({ id: "theme.Playground.inputForget", message: "Forget file" });
  const forget = makeButton({ textContent }, () => {
    readerFile.forget();
    const message = "The file is forgotten. Live samples use their own files again.";
    status.textContent = text({ id: "theme.Playground.inputForgotten", message });
    picker.focus();
  });
  const kept = { id: "theme.Playground.inputKept", message: "Input: {file}. It stays in this tab and is never sent." };
  const show = () => {
    const file = readerFile.name();
    error.textContent = "";
    state.textContent = file === undefined ? offer : text(kept, { file });
    forget.hidden = file === undefined;
  };
  show();
  box.append(
    make("p", {}, state, ...(expected === "" ? [] : [` ${expected}`]), " ", error),
    make("span", { className: "live-input-actions" }, make("label", {}, picker, openLabel), forget),
    status,
  );
  takeDrops(figure, take);
  return show;
}

/** Takes files that are dropped on a sample, also on its editor, which would insert their text. */
function takeDrops(figure: HTMLElement, take: (file: File | undefined) => Promise<void>): void {
  const handle = (type: "dragover" | "dragleave" | "drop", act: (event: DragEvent) => void) => {
    figure.addEventListener(
      type,
      (event) => {
        if (event.dataTransfer?.types.includes("Files") !== true) return;
        event.preventDefault();
        event.stopPropagation();
        act(event);
      },
      { capture: true },
    );
  };
  handle("dragover", () => figure.classList.add("dropping"));
  handle("dragleave", () => figure.classList.remove("dropping"));
  handle("drop", ({ dataTransfer }) => {
    figure.classList.remove("dropping");
    void take(dataTransfer?.files[0]);
  });
}

function refusalText(refusal: Refusal, file: string): string {
  if (refusal === "empty") return text({ id: "theme.Playground.inputEmpty", message: "{file} is empty." }, { file });
  if (refusal === "unreadable") {
    return text({ id: "theme.Playground.inputUnreadable", message: "{file} can't be read." }, { file });
  }
  const large = { id: "theme.Playground.inputLarge", message: "{file} is larger than {limit} MB." };
  return text(large, { file, limit: MAX_MEGABYTES });
}
