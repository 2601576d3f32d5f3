import { useEffect, useState } from "react";
import { DEV_CHANGED_EVENT } from "../../shared/constants.ts";
import type { Ask, DisplayedAnswer, SearchClient } from "./search-client.ts";

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
