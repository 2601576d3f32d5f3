import { text } from "../text.ts";
import type { Editor } from "./editor.ts";
import { loadEditor } from "./load-editor.ts";
import type { Source } from "./messages.ts";
import { createNotices, NOTICE_KINDS } from "./notice.ts";
import { faultNotice, libraryNotice, missingNotice, silenceNotice, stoppedNotice } from "./notice-texts.ts";
import { onReach } from "./reach.ts";
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

  const original = code.textContent.replace(/\n$/, "");
  const language = figure.dataset.lang === "tsx" ? "tsx" : "jsx";
  const noInline = figure.dataset.live === "no-inline";
  const notices = createNotices(box);
  const result = createResultBox(box, () => editor?.hasFocus() ?? false);
  let written = original;
  let editor: Editor | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the last run asked for, and of the last that came to its end. */
  let asked = 0;
  let ended = 0;
  /** Whether the frame is to run the sample as soon as it is ready. */
  let isWanted = true;
  /** How often all are still let go of for a frame that does not come. */
  let retries = MAX_RETRIES;

  const events: FrameEvents = {
    onReady: () => {
      retries = MAX_RETRIES;
      if (isWanted) run();
    },
    onMessage: (message) => {
      if (message.type === "height") result.setHeight(message.height);
      if (message.type === "ran") ended = message.run;
      if (message.type === "fault" && message.run === asked) {
        notices.set("fault", faultNotice(message.fault));
        editor?.markLine(message.fault.line);
      }
      if (message.type === "library") {
        const { state, address = "its address" } = message;
        const retry = () => frame.send({ type: "load-library" });
        notices.set("library", state === "failed" ? libraryNotice(address, retry) : undefined);
      }
    },
    onSilence: (isSilent) => {
      const isAlone = document.querySelectorAll("figure[data-mounted]").length === 1;
      notices.set("stopped", isSilent ? silenceNotice(isAlone, stop) : undefined);
    },
    onMissing: () => notices.set("missing", missingNotice(restart)),
  };
  const open = () =>
    openFrame(
      box,
      text({ id: "theme.Playground.resultAriaLabel", message: "Result of live sample {number}" }, { number }),
      events,
    );
  let frame = open();

  // A tab in the background asks its frames only when all are asked.
  const isHeldUp = () => frame.waitingFor() > (document.hidden ? 0 : HELD_UP_MS);
  const run = () => {
    clearTimeout(timer);
    isWanted = true;
    if (isHeldUp()) return restart();
    notices.set("stopped", undefined);
    if (!frame.isReady()) return;
    asked += 1;
    editor?.markLine(undefined);
    notices.set("fault", undefined);
    const source: Source = { code: written, language, noInline };
    frame.send({ type: "run", run: asked, source });
  };
  const restart = () => {
    // Between two frames the next one is under way.
    if (!frame.element.isConnected) return;
    if (!isHeldUp()) return reopen();
    ended = asked;
    stopAll();
  };
  const stop = () => {
    ended = -1;
    stopAll();
  };
  const close = () => {
    result.hold();
    frame.remove();
  };
  const reopen = () => {
    close();
    for (const kind of NOTICE_KINDS) notices.set(kind, undefined);
    frame = open();
  };
  const reset = () => {
    clearTimeout(timer);
    written = original;
    code.textContent = `${written}\n`;
    editor?.setText(written);
    isWanted = true;
    restart();
  };
  /** A sample whose last run did not come to its end is the one that loops: it waits for the reader. */
  const letGo = () => {
    if (frame.isReady() && !isHeldUp()) return;
    isWanted = ended === asked;
    close();
    setTimeout(comeBack, GONE_MS);
  };
  const comeBack = () => {
    if (frame.element.isConnected || !figure.isConnected) return;
    reopen();
    if (!isWanted) notices.set("stopped", stoppedNotice());
    const opened = frame;
    setTimeout(() => {
      const isLost = frame === opened && !frame.isReady() && figure.isConnected;
      if (isLost && retries-- > 0) stopAll();
    }, COMING_MS);
  };
  const stopAll = joinStops({ ask: () => frame.ask(), letGo }, () => !figure.isConnected);

  fillBar(figure, number, reset);
  const onChange = (changed: string) => {
    written = changed;
    code.textContent = `${changed}\n`;
    clearTimeout(timer);
    timer = setTimeout(run, PAUSE_MS);
  };
  const codeLabel = text({ id: "theme.Playground.codeAriaLabel", message: "Code of live sample {number}" }, { number });
  onReach(figure, async () => {
    editor = await loadEditor(figure, { text: original, language, label: codeLabel, onChange });
    return editor !== undefined;
  });
}
