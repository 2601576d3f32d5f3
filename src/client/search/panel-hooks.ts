import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  RESIZE_DEBOUNCE_MS,
  SEARCH_VIEWS_EVENT,
  VIEW_EVENTS_BATCH,
  VIEW_EVENTS_DEBOUNCE_MS,
} from "../../shared/constants.ts";
import { debounce } from "../timing.ts";
import { closeStandIn, typedInStandIn } from "./open.ts";
import type { Answered } from "./use-answer.ts";

type DialogRef = RefObject<HTMLDialogElement | null>;

/** Takes the place of the field that stood in, with the caret where it was. */
export function useTakeOver(dialog: DialogRef, input: RefObject<HTMLInputElement | null>, onClose: () => void): void {
  useLayoutEffect(() => {
    const typed = typedInStandIn();
    // The reader did not wait.
    if (typed === undefined) return onClose();
    closeStandIn();
    dialog.current?.showModal();
    input.current?.focus();
    input.current?.setSelectionRange(...typed.caret);
  }, [dialog, input, onClose]);
}

/** Tells the style sheet how much of the window a phone's keyboard leaves, as `--window-height`. */
export function useWindowHeight(dialog: DialogRef): void {
  useEffect(() => {
    const measure = () => {
      dialog.current?.style.setProperty("--window-height", `${visualViewport?.height ?? innerHeight}px`);
    };
    measure();
    const onResize = debounce(measure, RESIZE_DEBOUNCE_MS);
    visualViewport?.addEventListener("resize", onResize);
    return () => visualViewport?.removeEventListener("resize", onResize);
  }, [dialog]);
}

/** The option that Enter chooses, by its place in the list; another answer begins with the default. */
export function useActive(dialog: DialogRef, { found }: Answered, count: number, byDefault: number) {
  const [chosen, setActive] = useState<number>();
  const active = Math.min(chosen ?? byDefault, count - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer
  useEffect(() => setActive(undefined), [found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at what is active now
  useEffect(() => {
    // Browsers give a promise here, which an effect must not.
    void activeOption(dialog)?.scrollIntoView({ block: "nearest" });
  }, [active, found]);
  return [active, setActive] as const;
}

type HeldKeys = Readonly<Record<"ctrlKey" | "metaKey" | "shiftKey", boolean>>;
const NONE_HELD: HeldKeys = { ctrlKey: false, metaKey: false, shiftKey: false };

/** Goes where the active option leads, as a click on it does, held keys included; at once, or when there is an answer. */
export function useGo(dialog: DialogRef, { found, status }: Answered) {
  const isGoing = useRef(false);
  useEffect(() => {
    if (status !== "idle" || found === undefined || !isGoing.current) return;
    isGoing.current = false;
    activeOption(dialog)?.click();
  }, [dialog, status, found]);
  const stay = () => {
    isGoing.current = false;
  };
  const go = ({ ctrlKey, metaKey, shiftKey }: HeldKeys = NONE_HELD) => {
    isGoing.current = status !== "idle";
    if (isGoing.current) return;
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
    activeOption(dialog)?.dispatchEvent(click);
  };
  return [go, stay] as const;
}

/** Tells of results that were shown, for analytics where it is configured: gathered, and sent in groups of a fixed size. */
export function useSearchViews(routes: readonly string[]): void {
  const [tell] = useState(createSearchViews);
  const shown = routes.join("\n");
  useEffect(() => {
    if (shown !== "") tell(shown.split("\n"));
  }, [shown, tell]);
}

function createSearchViews(): (routes: readonly string[]) => void {
  let waiting: string[] = [];
  const send = debounce(() => {
    while (waiting.length > 0) {
      const detail = waiting.splice(0, VIEW_EVENTS_BATCH);
      document.dispatchEvent(new CustomEvent(SEARCH_VIEWS_EVENT, { detail }));
    }
  }, VIEW_EVENTS_DEBOUNCE_MS);
  return (routes) => {
    waiting = [...new Set([...waiting, ...routes])];
    send();
  };
}

function activeOption(dialog: DialogRef): HTMLElement | null | undefined {
  return dialog.current?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]');
}
