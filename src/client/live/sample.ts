import { text } from "../text.ts";
import type { Editor } from "./editor.ts";
import { loadEditor } from "./load-editor.ts";
import type { Source } from "./messages.ts";
import { createNotices, NOTICE_KINDS } from "./notice.ts";
import { faultNotice, libraryNotice, missingNotice, silenceNotice, stoppedNotice } from "./notice-texts.ts";
import { onReach } from "./reach.ts";
import { type FrameEvents, openFrame } from "./sample-frame.ts";
import { createResultBox, fillBar } from "./sample-view.ts";

/** A pause in typing after which the sample runs again, in milliseconds. */
const PAUSE_MS = 300;
/** Frames of a page can share a process: one that waits longer than this is held up by a loop, its own or another's. */
const HELD_UP_MS = 2000;
/** A new frame that takes longer, in milliseconds, has been put into the process that the loop still holds. */
const COMING_MS = 3000;
const MAX_RETRIES = 3;
/** Told to all samples of the page when the reader stops one. */
const STOP_EVENT = "docgen-live-stop";

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

  const events: FrameEvents = {
    onReady: () => {
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

  const isHeldUp = () => frame.waitingFor() > HELD_UP_MS;
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
    if (!isHeldUp()) return reopen();
    ended = asked;
    document.dispatchEvent(new Event(STOP_EVENT));
  };
  const stop = () => {
    ended = -1;
    document.dispatchEvent(new Event(STOP_EVENT));
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
  /**
   * All frames that a loop holds up go at once: browsers put the sandboxed frames of a page into one
   * process, and only when the last of them is gone do they end it and start another. A sample whose
   * last run did not come to its end is the one that loops: it waits for the reader.
   */
  const onStop = () => {
    if (!figure.isConnected) return document.removeEventListener(STOP_EVENT, onStop);
    if (frame.isReady() && !isHeldUp()) return;
    isWanted = ended === asked;
    close();
    queueMicrotask(() => comeBack(MAX_RETRIES));
  };
  const comeBack = (retries: number) => {
    reopen();
    if (!isWanted) notices.set("stopped", stoppedNotice());
    const opened = frame;
    setTimeout(() => {
      const isLost = frame === opened && !frame.isReady() && figure.isConnected;
      if (isLost && retries > 0) comeBack(retries - 1);
    }, COMING_MS);
  };
  document.addEventListener(STOP_EVENT, onStop);

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
  });
}
