import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import type { SiteData } from "../../theme/types.ts";
import { text } from "../text.ts";
import { highlightOnArrival } from "./highlight.ts";
import { useActive, useOpenResult, useReplacePlaceholder, useSearchViews, useWindowHeight } from "./panel-hooks.ts";
import { typedInPlaceholder } from "./placeholder.ts";
import { clearRecent, keepRecent, readRecent } from "./recent.ts";
import { SearchField } from "./SearchField.tsx";
import { groupByPage, optionId, RecentList, ResultList } from "./SearchList.tsx";
import { SearchStatusLine } from "./SearchStatusLine.tsx";
import type { SearchClient } from "./search-client.ts";
import { type SearchStatus, useAnswer } from "./use-answer.ts";

export interface PanelProps {
  readonly site: SiteData;
  readonly client: SearchClient;
  /** Called when the reader has closed the panel. */
  readonly onClose: () => void;
}

/** The search dialog: arrow keys or pointer choose, Enter opens, Escape closes. */
export function SearchPanel({ site, client, onClose }: PanelProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [query, setQuery] = useState(() => typedInPlaceholder()?.query ?? "");
  const [recent, setRecent] = useState(readRecent);
  const answered = useAnswer(client, query);
  const { found, status } = answered;
  const pages = groupByPage(found?.results ?? []);
  const results = pages.flat();
  const hasRecent = found === undefined && status === "idle" && recent.length > 0;
  const count = hasRecent ? recent.length : results.length;
  // The first result is active by default; of recent searches none is.
  const [active, setActive] = useActive(dialog, answered, count, hasRecent ? -1 : 0);
  const [go, stay] = useOpenResult(dialog, answered);
  useReplacePlaceholder(dialog, input, onClose);
  useWindowHeight(dialog);
  useSearchViews(results.map(({ route }) => route));

  const close = () => {
    dialog.current?.close();
    // The dialog's `close` event comes late, and the next key may open the search again.
    onClose();
  };
  const type = (words: string) => {
    stay();
    setQuery(words);
    setActive(undefined);
    input.current?.focus();
  };
  const forget = () => {
    clearRecent();
    setRecent([]);
    input.current?.focus();
  };
  const choose = (terms: readonly string[], address: URL, isHere: boolean) => {
    keepRecent(query);
    if (!isHere) return;
    highlightOnArrival(terms, address);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (event.nativeEvent.isComposing || (event.key !== "Enter" && (step === 0 || count === 0))) return;
    event.preventDefault();
    if (step === 0) go(event);
    else setActive(active === -1 && step === -1 ? count - 1 : (active + step + count) % count);
  };
  const list = { listId, active, onActive: setActive };
  return (
    <PanelDialog dialog={dialog} status={status} close={close} onClose={onClose}>
      <SearchField
        input={input}
        query={query}
        listId={listId}
        activeId={active >= 0 ? optionId(listId, active) : undefined}
        onType={type}
        onKeyDown={onKeyDown}
        onSubmit={() => go()}
        onCancel={close}
      />
      <SearchStatusLine site={site} query={query} found={found} status={status} />
      <div className="search-list">
        {hasRecent ? (
          <RecentList {...list} queries={recent} onChoose={type} onClear={forget} />
        ) : (
          <ResultList {...list} baseUrl={site.baseUrl} pages={pages} isBusy={status !== "idle"} onChoose={choose} />
        )}
      </div>
    </PanelDialog>
  );
}

interface DialogProps extends Pick<PanelProps, "onClose"> {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly status: SearchStatus;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Closes on Escape, on a click outside, and when it loses the focus. */
function PanelDialog({ dialog, status, close, onClose, children }: DialogProps): ReactNode {
  return (
    <dialog
      ref={dialog}
      className="search-panel"
      aria-label={text({ id: "theme.SearchBar.label", message: "Search" })}
      data-status={status}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.key !== "Escape") return;
        // Escape would first clear a search field, and remove highlights in the page.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onClick={({ target }) => target === dialog.current && close()}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Without a target, the window lost the focus or nothing got it.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      {children}
    </dialog>
  );
}
