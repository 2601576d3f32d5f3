import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { DEV_CHANGED_EVENT, RESIZE_DEBOUNCE_MS, SEARCH_VIEWS_EVENT } from "../../shared/constants.ts";
import { debounce } from "../timing.ts";
import { closePlaceholder, typedInPlaceholder } from "./placeholder.ts";
import type { ResultGroup } from "./result-groups.ts";
import type { Ask, DisplayedAnswer, SearchClient } from "./search-client.ts";

/** Number of viewed results sent as one report, and the quiet time in milliseconds after which fewer are sent. */
const VIEWS_BATCH = 20;
const VIEWS_DEBOUNCE_MS = 400;

type DialogRef = RefObject<HTMLDialogElement | null>;

/** Replaces the placeholder, with text and caret kept. */
export function useReplacePlaceholder(
  dialog: DialogRef,
  input: RefObject<HTMLInputElement | null>,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    const typed = typedInPlaceholder();
    // The reader closed the placeholder.
    if (typed === undefined) return onClose();
    closePlaceholder();
    dialog.current?.showModal();
    input.current?.focus();
    input.current?.setSelectionRange(...typed.caret);
  }, [dialog, input, onClose]);
}

/** Sets `--window-height` to the height that a phone's keyboard leaves of the window. */
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

/** Index of the active option, which Enter chooses; a new answer resets it. */
export function useActive(dialog: DialogRef, { answer }: AnswerState, count: number, byDefault: number) {
  const [chosen, setActive] = useState<number>();
  const active = Math.min(chosen ?? byDefault, count - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset by a new answer
  useEffect(() => setActive(undefined), [answer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the active option from the DOM
  useEffect(() => {
    // Some browsers return a promise, which an effect must not.
    void activeOption(dialog)?.scrollIntoView({ block: "nearest" });
  }, [active, answer]);
  return [active, setActive] as const;
}

type HeldKeys = Partial<Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "shiftKey">>;

/** Opens the active option, like a click with the same modifier keys; waits for an answer if there is none yet. */
export function useOpenResult(dialog: DialogRef, { answer, status }: AnswerState) {
  const isGoing = useRef(typedInPlaceholder()?.isSent ?? false);
  useEffect(() => {
    if (status !== "idle" || answer === undefined || !isGoing.current) return;
    isGoing.current = false;
    activeOption(dialog)?.click();
  }, [dialog, status, answer]);
  const stay = () => {
    isGoing.current = false;
  };
  const go = ({ ctrlKey = false, metaKey = false, shiftKey = false }: HeldKeys = {}) => {
    isGoing.current = status !== "idle";
    if (isGoing.current) return;
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
    activeOption(dialog)?.dispatchEvent(click);
  };
  return [go, stay] as const;
}

/** Reports shown results for analytics, if it is configured: collected, and sent in batches of a fixed size. */
export function useSearchViews(groups: readonly ResultGroup[]): void {
  const shown = groups.flatMap(({ sections }) => sections.map(({ sectionRoute }) => sectionRoute)).join("\n");
  useEffect(() => {
    if (shown === "") return;
    for (const route of shown.split("\n")) unsentViews.add(route);
    sendViews();
  }, [shown]);
}

const unsentViews = new Set<string>();
const sendViews = debounce(() => {
  const views = [...unsentViews];
  unsentViews.clear();
  while (views.length > 0) {
    const detail = views.splice(0, VIEWS_BATCH);
    document.dispatchEvent(new CustomEvent(SEARCH_VIEWS_EVENT, { detail }));
  }
}, VIEWS_DEBOUNCE_MS);

/** Reports badly answered queries, if the site collects them. @returns to be called when the reader opens a result */
export function useQueryReport(url: string | undefined, query: string, { answer, status }: AnswerState): () => void {
  const [follower] = useState(async () => {
    // Without it, nothing is reported.
    return url === undefined
      ? undefined
      : import("./report-query.ts").then((part) => part.followQueries(url)).catch(() => undefined);
  });
  // An answer without results has suggestions, unless the index could not be loaded.
  const isAnswered =
    status === "idle" && answer !== undefined && (answer.results.length > 0 || answer.near !== undefined);
  const results = isAnswered ? answer.results.length : undefined;
  useEffect(() => {
    if (results !== undefined) void follower.then((reports) => reports?.answered(query, results));
  }, [follower, query, results]);
  useEffect(() => {
    const leave = () => void follower.then((reports) => reports?.left());
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [follower]);
  return () => void follower.then((reports) => reports?.chosen());
}

function activeOption(dialog: DialogRef): HTMLElement | null | undefined {
  return dialog.current?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]');
}

/** Time after which a pending query is shown as stalled, in milliseconds. */
const STALL_MS = 300;

/** State of the latest query; `stalled` if it has been loading for long. */
export type SearchStatus = "idle" | "loading" | "stalled";

export interface AnswerState {
  /** The last answer, which may be that of an earlier query while loading; undefined for an empty query. */
  readonly answer: DisplayedAnswer | undefined;
  readonly status: SearchStatus;
}

/** Queries on each change of the query, and in dev mode on each change of the site. */
export function useAnswer(client: SearchClient, ask: Ask): AnswerState {
  const asked = JSON.stringify(ask);
  const [last, setLast] = useState<{ readonly asked: string; readonly answer: DisplayedAnswer }>();
  const [isStalled, setStalled] = useState(false);
  const [changes, setChanges] = useState(0);
  const isEmpty = ask.query.trim() === "";
  const isIdle = isEmpty || last?.asked === asked;
  useEffect(() => {
    const onChange = () => setChanges((count) => count + 1);
    document.addEventListener(DEV_CHANGED_EVENT, onChange);
    return () => document.removeEventListener(DEV_CHANGED_EVENT, onChange);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: answers are outdated when the site changes
  useEffect(() => {
    // The promise of a superseded query never resolves.
    if (!isEmpty) void client.query(JSON.parse(asked) as Ask).then((answer) => setLast({ asked, answer }));
  }, [client, asked, isEmpty, changes]);
  useEffect(() => {
    if (isIdle) return;
    const timer = setTimeout(() => setStalled(true), STALL_MS);
    return () => {
      clearTimeout(timer);
      setStalled(false);
    };
  }, [isIdle]);
  return {
    answer: isEmpty ? undefined : last?.answer,
    status: isIdle ? "idle" : isStalled ? "stalled" : "loading",
  };
}
