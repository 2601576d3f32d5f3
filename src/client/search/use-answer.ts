import { useEffect, useState } from "react";
import { DEV_CHANGED_EVENT, SEARCH_STALL_MS } from "../../shared/constants.ts";
import type { Found, SearchDesk } from "./desk.ts";

/** Whether an answer is on its way, and whether it has been for long (specification section 4). */
export type SearchStatus = "idle" | "loading" | "stalled";

export interface Answered {
  /** The last answer: while a newer one is on its way, that to an earlier query; undefined without a query. */
  readonly found: Found | undefined;
  readonly status: SearchStatus;
}

/** Asks whenever the query has changed, and while the site is being written whenever that has. */
export function useAnswer(desk: SearchDesk, query: string): Answered {
  const [last, setLast] = useState<{ readonly query: string; readonly found: Found }>();
  const [isStalled, setStalled] = useState(false);
  const [changes, setChanges] = useState(0);
  const isEmpty = query.trim() === "";
  const isIdle = isEmpty || last?.query === query;
  useEffect(() => {
    const onChange = () => setChanges((count) => count + 1);
    document.addEventListener(DEV_CHANGED_EVENT, onChange);
    return () => document.removeEventListener(DEV_CHANGED_EVENT, onChange);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found in another state of the site is old
  useEffect(() => {
    // An answer that a newer question has overtaken never comes.
    if (!isEmpty) void desk.ask(query).then((found) => setLast({ query, found }));
  }, [desk, query, isEmpty, changes]);
  useEffect(() => {
    if (isIdle) return;
    const timer = setTimeout(() => setStalled(true), SEARCH_STALL_MS);
    return () => {
      clearTimeout(timer);
      setStalled(false);
    };
  }, [isIdle]);
  return {
    found: isEmpty ? undefined : last?.found,
    status: isIdle ? "idle" : isStalled ? "stalled" : "loading",
  };
}
