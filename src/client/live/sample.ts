import { text } from "../client-text.ts";
import { makeButton } from "../dom.ts";
import type { Editor } from "./editor.ts";
import type { SampleSource } from "./frame-messages.ts";
import { loadEditorOnIntent } from "./load-editor.ts";
import type { SampleInput } from "./reader-file-input.ts";
import { createFrameKeeper } from "./sample-frame.ts";
import {
  createResultBox,
  createSampleNotices,
  faultNotice,
  libraryNotice,
  missingNotice,
  NOTICE_KINDS,
  type SetNotice,
  silenceNotice,
  stoppedNotice,
} from "./sample-view.ts";

/** Delay after typing before the sample runs again, in milliseconds. */
const PAUSE_MS = 300;

/**
 * Starts a live sample: its result in a sandboxed frame above its code, which becomes an editor on first interaction.
 * The highlighted code stays in the page, hidden and synchronised with the editor, for printing and the copy button.
 *
 * @param figure a `figure.live` as built
 * @param number of the sample on its page, from 1, for accessible names
 */
export function mountSample(figure: HTMLElement, number: number): void {
  const code = figure.querySelector("code");
  const box = figure.querySelector<HTMLElement>(".live-result");
  const runButton = figure.querySelector<HTMLButtonElement>(".live-run");
  if (code === null || box === null || runButton === null || figure.dataset.mounted !== undefined) return;
  figure.dataset.mounted = "";

  const original = textOf(code);
  const language = figure.dataset.lang === "tsx" ? "tsx" : "jsx";
  const noInline = figure.dataset.live === "no-inline";
  let editor: Editor | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { run, rerun } = createRunner(figure, box, number, {
    take: () => {
      clearTimeout(timer);
      return { code: textOf(code), language, noInline };
    },
    markLine: (line) => editor?.markLine(line),
    isEditing: () => editor?.hasFocus() ?? false,
    isChanged: () => textOf(code) !== original,
    runButton,
  });
  runButton.onclick = rerun;
  runButton.ariaBusy = "true";
  const show = (changed: string) => {
    code.textContent = `${changed}\n`;
    clearTimeout(timer);
  };
  const reset = () => {
    show(original);
    editor?.setText(original);
    rerun();
  };
  const textContent = text({ id: "theme.Playground.buttons.reset", message: "Reset" });
  const resetLabel = { id: "theme.Playground.buttons.resetAriaLabel", message: "Reset live sample {number}" };
  runButton.before(makeButton({ textContent, ariaLabel: text(resetLabel, { number }) }, reset));
  const onChange = (changed: string) => {
    show(changed);
    timer = setTimeout(run, PAUSE_MS);
  };
  const label = text({ id: "theme.Playground.codeAriaLabel", message: "Code of live sample {number}" }, { number });
  loadEditorOnIntent(figure, { text: original, language, label, onChange }, (loaded) => {
    editor = loaded;
  });
}

interface SampleCode {
  /** Returns the code for a run, and cancels a delayed run. */
  readonly take: () => SampleSource;
  readonly markLine: (line: number | undefined) => void;
  readonly isEditing: () => boolean;
  readonly isChanged: () => boolean;
  readonly runButton: HTMLButtonElement;
}

function createRunner(figure: HTMLElement, box: HTMLElement, number: number, sample: SampleCode) {
  const notify = createSampleNotices(box);
  const result = createResultBox(box, sample.isEditing);
  const input = createSampleInput(figure.querySelector<HTMLElement>(".live-input"), notify, sample.isChanged);
  /** Numbers of the last requested run and of the last finished one. */
  let asked = 0;
  let ended = 0;
  /** Whether to run the sample as soon as the frame is ready. */
  let isWanted = true;

  const run = () => {
    const source = sample.take();
    isWanted = true;
    if (frames.isHeldUp()) return restart();
    notify("stopped", undefined);
    if (!frames.current().isReady()) return;
    asked += 1;
    sample.markLine(undefined);
    notify("fault", undefined);
    frames.current().send({ type: "run", run: asked, source });
    void input.begin(asked, frames.current().send);
  };
  const restart = () => {
    // The next frame is already being opened.
    if (!frames.current().element.isConnected) return;
    if (!frames.isHeldUp()) return frames.reopen();
    ended = asked;
    frames.stopAll();
  };
  const stop = () => {
    ended = -1;
    frames.stopAll();
  };
  const title = { id: "theme.Playground.resultAriaLabel", message: "Result of live sample {number}" };
  const frames = createFrameKeeper(figure, box, text(title, { number }), {
    onReady: () => isWanted && run(),
    onMessage: (message) => {
      if (message.type === "height") result.setHeight(message.height);
      if (message.type === "ran") ended = message.run;
      if (message.type === "shown" && message.run === asked) {
        notify("fault", undefined);
        result.show();
      }
      if (message.type === "shown" || message.type === "fault" || message.type === "library") {
        sample.runButton.ariaBusy = String(message.type === "library" && message.state !== "failed");
      }
      if (message.type === "fault" && message.run === asked) {
        notify("fault", input.faultNotice(message.fault));
        sample.markLine(message.fault.line);
      }
      if (message.type === "library") {
        const { state, address = "its address" } = message;
        const retry = () => frames.current().send({ type: "load-library" });
        notify("library", state === "failed" ? libraryNotice(address, retry) : undefined);
      }
    },
    onSilence: (isSilent) => {
      const isAlone = document.querySelectorAll("figure[data-mounted]").length === 1;
      notify("stopped", isSilent ? silenceNotice(isAlone, stop) : undefined);
    },
    onMissing: () => {
      sample.runButton.ariaBusy = "false";
      notify("missing", missingNotice(restart));
    },
    // A sample whose last run didn't finish has the endless loop: it runs again only when the reader asks.
    onBlocked: () => {
      isWanted = ended === asked;
      result.hold();
    },
    onFetch: input.answer,
    onReopen: () => {
      result.hold();
      for (const kind of NOTICE_KINDS) notify(kind, undefined);
      if (!isWanted) notify("stopped", stoppedNotice());
    },
  });
  const rerun = () => {
    isWanted = true;
    restart();
  };
  return { run, rerun };
}

function textOf(code: Element): string {
  return code.textContent.replace(/\n$/, "");
}

/**
 * The input of a sample. Only those that take a reader's file load the code for it.
 *
 * @param box the sample's `.live-input`; null: it takes none
 * @param isChanged whether the reader has changed the code
 */
function createSampleInput(box: HTMLElement | null, notify: SetNotice, isChanged: () => boolean): SampleInput {
  let input: SampleInput | undefined;
  const load = async () => {
    if (box === null) return undefined;
    try {
      const { createReaderFileInput } = await import("./reader-file-input.ts");
      input ??= createReaderFileInput(box, notify, isChanged);
    } catch (error) {
      console.info(`docgen: a live sample runs with its own file: ${String(error)}`);
    }
    return input;
  };
  return {
    begin: async (run, send) => (await load())?.begin(run, send),
    answer: async (url) => (await load())?.answer(url),
    faultNotice: (fault) => (input?.faultNotice ?? faultNotice)(fault),
  };
}
