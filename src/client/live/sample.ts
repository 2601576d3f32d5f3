import { text } from "../client-text.ts";
import type { Editor } from "./editor.ts";
import type { SampleSource } from "./frame-messages.ts";
import { loadEditor, onFirstInteraction } from "./load-editor.ts";
import { type FrameEvents, openFrame } from "./sample-frame.ts";
import { createSampleInput } from "./sample-input.ts";
import {
  createSampleNotices,
  libraryNotice,
  missingNotice,
  NOTICE_KINDS,
  silenceNotice,
  stoppedNotice,
} from "./sample-notices.ts";
import { connectBar, createResultBox } from "./sample-view.ts";
import { joinStopChannel } from "./stop.ts";

/** Delay after typing before the sample runs again, in milliseconds. */
const PAUSE_MS = 300;
/**
 * Time without an answer after which a frame counts as blocked by an endless loop, in milliseconds. The loop may be in
 * another sample: frames can share a process.
 */
const HELD_UP_MS = 2000;
/** Time for samples in other tabs to close their frames, in milliseconds. */
const GONE_MS = 100;
/**
 * Timeout of a new frame, in milliseconds: if it doesn't start by then, it shares the process that is still blocked.
 */
const COMING_MS = 3000;
const MAX_RETRIES = 3;

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
  if (code === null || box === null || figure.dataset.mounted !== undefined) return;
  figure.dataset.mounted = "";

  const original = textOf(code);
  const language = figure.dataset.lang === "tsx" ? "tsx" : "jsx";
  const noInline = figure.dataset.live === "no-inline";
  let editor: Editor | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showBusy = connectBar(
    figure,
    number,
    () => rerun(),
    () => {
      show(original);
      editor?.setText(original);
      rerun();
    },
  );
  const { run, rerun } = createRunner(figure, box, number, {
    take: () => {
      clearTimeout(timer);
      return { code: textOf(code), language, noInline };
    },
    markLine: (line) => editor?.markLine(line),
    isEditing: () => editor?.hasFocus() ?? false,
    isChanged: () => textOf(code) !== original,
    showBusy,
  });
  showBusy(true);
  const show = (changed: string) => {
    code.textContent = `${changed}\n`;
    clearTimeout(timer);
  };
  const onChange = (changed: string) => {
    show(changed);
    timer = setTimeout(run, PAUSE_MS);
  };
  const label = text({ id: "theme.Playground.codeAriaLabel", message: "Code of live sample {number}" }, { number });
  onFirstInteraction(figure, async () => {
    editor = await loadEditor(figure, { text: original, language, label, onChange });
    return editor !== undefined;
  });
}

interface SampleCode {
  /** Returns the code for a run, and cancels a delayed run. */
  readonly take: () => SampleSource;
  readonly markLine: (line: number | undefined) => void;
  readonly isEditing: () => boolean;
  readonly isChanged: () => boolean;
  readonly showBusy: (isBusy: boolean) => void;
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
        sample.showBusy(message.type === "library" && message.state !== "failed");
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
      sample.showBusy(false);
      notify("missing", missingNotice(restart));
    },
    // A sample whose last run didn't finish has the endless loop: it runs again only when the reader asks.
    onBlocked: () => {
      isWanted = ended === asked;
    },
    onFetch: input.answer,
    onClose: result.hold,
    onReopen: () => {
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

interface KeptFrameEvents extends FrameEvents {
  /** The frame is blocked, and about to be closed. */
  readonly onBlocked: () => void;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}

/** Opens a sample's frame, and replaces it when it is blocked. */
function createFrameKeeper(figure: HTMLElement, box: HTMLElement, title: string, events: KeptFrameEvents) {
  /** Remaining attempts to stop all samples for a frame that doesn't open. */
  let retries = MAX_RETRIES;
  const onReady = () => {
    retries = MAX_RETRIES;
    events.onReady();
  };
  const open = () => openFrame(box, title, { ...events, onReady });
  let frame = open();

  // A hidden tab pings its frames only when samples are stopped.
  const isHeldUp = () => frame.waitingFor() > (document.hidden ? 0 : HELD_UP_MS);
  const close = () => {
    events.onClose();
    frame.remove();
  };
  const reopen = () => {
    close();
    frame = open();
    events.onReopen();
  };
  const closeBlocked = () => {
    if (frame.isReady() && !isHeldUp()) return;
    events.onBlocked();
    close();
    setTimeout(comeBack, GONE_MS);
  };
  const comeBack = () => {
    if (frame.element.isConnected || !figure.isConnected) return;
    reopen();
    const opened = frame;
    setTimeout(() => {
      const isLost = frame === opened && !frame.isReady() && figure.isConnected;
      if (isLost && retries-- > 0) stopAll();
    }, COMING_MS);
  };
  const stopAll = joinStopChannel({ ping: () => frame.ask(), closeBlocked }, () => !figure.isConnected);
  return { current: () => frame, isHeldUp, reopen, stopAll };
}

function textOf(code: Element): string {
  return code.textContent.replace(/\n$/, "");
}
