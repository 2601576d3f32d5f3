import { text } from "../text.ts";
import type { Editor } from "./editor.ts";
import { loadEditor, onReach } from "./load-editor.ts";
import type { Source } from "./messages.ts";
import {
  createNotices,
  faultNotice,
  libraryNotice,
  missingNotice,
  NOTICE_KINDS,
  silenceNotice,
  stoppedNotice,
} from "./notice.ts";
import { type FrameEvents, openFrame } from "./sample-frame.ts";
import { createResultBox, fillBar } from "./sample-view.ts";
import { joinStops } from "./stop.ts";

/** A pause in typing after which the sample runs again, in milliseconds. */
const PAUSE_MS = 300;
/** Frames can share a process: one that waits longer than this is held up by a loop, its own or another's. */
const HELD_UP_MS = 2000;
/** Time in which the samples of other tabs let go of their frames, too, in milliseconds. */
const GONE_MS = 100;
/** A new frame that takes longer, in milliseconds, has been put into the process that the loop still holds. */
const COMING_MS = 3000;
const MAX_RETRIES = 3;

/**
 * Brings a live sample to life: its result in a sandboxed frame above its code, which becomes an
 * editor when the reader reaches for it. The highlighted code stays in the page, hidden, with the text of
 * the editor: it is what is printed, and what the copy button takes.
 *
 * @param figure a `figure.live` as the build wrote it
 * @param number of the sample on its page, from 1, for the names that screen readers say
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
  const { run, rerun } = createRunner(figure, box, number, {
    take: () => {
      clearTimeout(timer);
      return { code: textOf(code), language, noInline };
    },
    markLine: (line) => editor?.markLine(line),
    isEditing: () => editor?.hasFocus() ?? false,
  });
  const show = (changed: string) => {
    code.textContent = `${changed}\n`;
    clearTimeout(timer);
  };
  fillBar(figure, number, () => {
    show(original);
    editor?.setText(original);
    rerun();
  });
  const onChange = (changed: string) => {
    show(changed);
    timer = setTimeout(run, PAUSE_MS);
  };
  const label = text({ id: "theme.Playground.codeAriaLabel", message: "Code of live sample {number}" }, { number });
  onReach(figure, async () => {
    editor = await loadEditor(figure, { text: original, language, label, onChange });
    return editor !== undefined;
  });
}

/** What runs is the code as it stands in the editor. */
interface SampleCode {
  /** Gives the sample for a run; one that was to come after a pause in typing comes no more. */
  readonly take: () => Source;
  readonly markLine: (line: number | undefined) => void;
  readonly isEditing: () => boolean;
}

/** Runs a sample in its frame, and tells of its troubles. */
function createRunner(figure: HTMLElement, box: HTMLElement, number: number, sample: SampleCode) {
  const notify = createNotices(box);
  const result = createResultBox(box, sample.isEditing);
  /** Number of the last run asked for, and of the last that came to its end. */
  let asked = 0;
  let ended = 0;
  /** Whether the frame is to run the sample as soon as it is ready. */
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
  };
  const restart = () => {
    // Between two frames the next one is under way.
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
  const frames = keepFrame(figure, box, text(title, { number }), {
    onReady: () => isWanted && run(),
    onMessage: (message) => {
      if (message.type === "height") result.setHeight(message.height);
      if (message.type === "ran") ended = message.run;
      if (message.type === "fault" && message.run === asked) {
        notify("fault", faultNotice(message.fault));
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
    onMissing: () => notify("missing", missingNotice(restart)),
    // A sample whose last run did not come to its end is the one that loops: it waits for the reader.
    onLetGo: () => {
      isWanted = ended === asked;
    },
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
  /** The frame is held up, and is about to go. */
  readonly onLetGo: () => void;
  readonly onClose: () => void;
  readonly onReopen: () => void;
}

/** Opens a sample's frame, and another in its place when it is held up. */
function keepFrame(figure: HTMLElement, box: HTMLElement, title: string, events: KeptFrameEvents) {
  /** How often all are still let go of for a frame that does not come. */
  let retries = MAX_RETRIES;
  const onReady = () => {
    retries = MAX_RETRIES;
    events.onReady();
  };
  const open = () => openFrame(box, title, { ...events, onReady });
  let frame = open();

  // A tab in the background asks its frames only when all are asked.
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
  const letGo = () => {
    if (frame.isReady() && !isHeldUp()) return;
    events.onLetGo();
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
  const stopAll = joinStops({ ask: () => frame.ask(), letGo }, () => !figure.isConnected);
  return { current: () => frame, isHeldUp, reopen, stopAll };
}

function textOf(code: Element): string {
  return code.textContent.replace(/\n$/, "");
}
