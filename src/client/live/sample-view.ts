import { text } from "../client-text.ts";
import { make, makeButton } from "../dom.ts";
import { createHeightSettler } from "../height-settler.ts";
import type { Fault } from "./frame-messages.ts";

/** Maximum height of a frame in CSS pixels; taller results scroll. */
const MAX_HEIGHT_PX = 640;

/** The box with a sample's frame. @param isEditing while true, what is below the box keeps its position */
export function createResultBox(box: HTMLElement, isEditing: () => boolean) {
  let height = 0;
  let keptHeight = 0;
  const frame = () => box.querySelector("iframe");
  const apply = () => {
    box.style.removeProperty("min-height");
    frame()?.style.setProperty("height", `${Math.min(Math.ceil(height), MAX_HEIGHT_PX)}px`);
  };
  /** Keeps the reserved height; the result scrolls. */
  const hold = () => frame()?.style.setProperty("height", `${keptHeight}px`);
  const settle = createHeightSettler(box, apply, hold);
  const showWith = (element: HTMLElement, next: number) => {
    // Closed meanwhile.
    if (!element.isConnected) return;
    height = next;
    const before = box.getBoundingClientRect().bottom;
    keptHeight = Math.max(element.offsetHeight, availableHeight(box));
    settle();
    const moved = box.getBoundingClientRect().bottom - before;
    if (isEditing()) scrollBy({ top: moved, behavior: "instant" });
  };
  return {
    /** Shows the frame instead of the recorded output, in the next animation frame. */
    show: () => {
      const element = frame();
      if (element !== null) requestAnimationFrame(() => element.setAttribute("data-shown", ""));
    },
    /** Sets the frame's height to that of its content, in CSS pixels, in the next animation frame. */
    setHeight: (next: number) => {
      const element = frame();
      if (element !== null) requestAnimationFrame(() => showWith(element, next));
    },
    /** Keeps the height of the box until the next height is known. */
    hold: () => {
      box.style.minHeight = `${box.offsetHeight}px`;
    },
  };
}

/** Reserved height for the result, minus that of a notice below it. */
function availableHeight(box: HTMLElement): number {
  const notice = box.querySelector<HTMLElement>(".live-notice");
  return box.clientHeight - (box.classList.contains("over") ? 0 : (notice?.offsetHeight ?? 0));
}

export interface NoticeContent {
  readonly text: string;
  /** Text before the message: `Line 3`. */
  readonly position?: string | undefined;
  /** Its button. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Covers the result, which is missing or outdated, so that the code below doesn't move. */
  readonly isOver?: boolean;
}

/** Kinds of notices by priority: only the first is shown. */
export const NOTICE_KINDS = ["stopped", "missing", "fault", "library", "input"] as const;
type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Sets the notice of a kind; undefined removes it. */
export type SetNotice = (kind: NoticeKind, content: NoticeContent | undefined) => void;

/** Adds a notice area to `box`; screen readers announce its content. */
export function createSampleNotices(box: HTMLElement): SetNotice {
  const element = make("div", { className: "live-notice", role: "alert" });
  box.append(element);
  const contents = new Map<NoticeKind, NoticeContent>();
  let shown: NoticeContent | undefined;
  return (kind, content) => {
    if (content === undefined) contents.delete(kind);
    else contents.set(kind, content);
    const next = NOTICE_KINDS.map((name) => contents.get(name)).find((value) => value !== undefined);
    if (next === shown) return;
    shown = next;
    box.classList.toggle("over", next?.isOver === true);
    element.replaceChildren(...(next === undefined ? [] : partsOf(next)));
  };
}

function partsOf({ text, position, action }: NoticeContent): HTMLElement[] {
  const paragraph = make("p", {}, ...(position === undefined ? [] : [make("strong", {}, position), " "]), text);
  return action === undefined ? [paragraph] : [paragraph, makeButton({ textContent: action.label }, action.run)];
}

/** Notice for an error of the sample. */
export function faultNotice({ phase, message, line }: Fault): NoticeContent {
  const lineText = { id: "theme.Playground.line", message: "Line {line}" };
  const position = line === undefined ? undefined : text(lineText, { line });
  return { text: message, position, isOver: phase === "build" };
}

/** @param address of the script that failed to load */
export function libraryNotice(address: string, retry: () => void): NoticeContent {
  const message = "The library could not be loaded from {address}.";
  const content = text({ id: "theme.Playground.libraryFailed", message }, { address });
  return { text: content, action: retryAction(retry), isOver: true };
}

/** @param isAlone no other sample of the page runs: frames can share a process */
export function silenceNotice(isAlone: boolean, stop: () => void): NoticeContent {
  const label = text({ id: "theme.Playground.buttons.stop", message: "Stop" });
  return { text: text(isAlone ? SILENT : SILENT_AMONG_OTHERS), action: { label, run: stop }, isOver: true };
}

const SILENT = {
  id: "theme.Playground.silent",
  message: "No response for 5 seconds: the code may contain an endless loop or read a large file.",
};
const SILENT_AMONG_OTHERS = {
  id: "theme.Playground.silentAmongOthers",
  message: "No response for 5 seconds: this sample or another one may contain an endless loop or read a large file.",
};

/** For a sample whose frame could not be loaded. @param retry loads it again */
export function missingNotice(retry: () => void): NoticeContent {
  const message = text({ id: "theme.Playground.frameFailed", message: "The sample's frame could not be loaded." });
  return { text: message, action: retryAction(retry), isOver: true };
}

/** For a sample that its reader stopped. */
export function stoppedNotice(): NoticeContent {
  const message = text({ id: "theme.Playground.stopped", message: "Stopped. Change the code to run it again." });
  return { text: message, isOver: true };
}

function retryAction(run: () => void) {
  return { label: text({ id: "theme.Playground.buttons.retry", message: "Retry" }), run };
}
