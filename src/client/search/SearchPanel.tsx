import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import type { SiteData } from "../../theme/theme-types.ts";
import { text } from "../client-text.ts";
import { hasModifier } from "../dom.ts";
import { typedInPlaceholder } from "./placeholder.ts";
import { groupByPage, resultsUrl } from "./result-groups.ts";
import { SearchField } from "./SearchField.tsx";
import { followResult, type OnFollow, optionId, ResultList, SuggestionList } from "./SearchList.tsx";
import { SearchStatusLine } from "./SearchStatusLine.tsx";
import type { SearchClient } from "./search-client.ts";
import {
  type AnswerState,
  type SearchStatus,
  useActive,
  useAnswer,
  useOpenResult,
  useQueryReport,
  useReplacePlaceholder,
  useSearchViews,
  useWindowHeight,
} from "./search-hooks.ts";
import { clearRecent, readRecent, suggestionsFor } from "./suggestions.ts";

export interface PanelProps {
  readonly site: SiteData;
  readonly client: SearchClient;
  readonly onClose: () => void;
}

/** Number of requested results per shown one: the rest are counted, and shown on demand. */
const ASKED_FACTOR = 4;

/** The search dialog: arrow keys or pointer choose, Enter opens, Escape closes. */
export function SearchPanel({ site, client, onClose }: PanelProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [query, setQuery] = useState(() => typedInPlaceholder()?.query ?? "");
  const [verbatim, setVerbatim] = useState<string>();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [recent, setRecent] = useState(readRecent);
  const { maxSearchResults: pages } = site;
  const answered = useAnswer(client, { query, limit: pages * ASKED_FACTOR, pages, isVerbatim: verbatim === query });
  const { answer, status } = answered;
  const { groups, suggested, count } = choicesOf(site, answered, recent, opened);
  const hasResults = groups.length > 0;
  // The first result is active by default; of suggestions none is.
  const [active, setActive] = useActive(dialog, answered, count, hasResults ? 0 : -1);
  const [go, stay] = useOpenResult(dialog, answered);
  const reportChoice = useQueryReport(site.searchReport, query, answered);
  useReplacePlaceholder(dialog, input, onClose);
  useWindowHeight(dialog);
  useSearchViews(groups);

  const close = () => {
    dialog.current?.close();
    // The dialog's `close` event comes late, and the next key may open the search again.
    onClose();
  };
  const type = (words: string) => {
    stay();
    setQuery(words);
    setOpened(new Set());
    setActive(undefined);
    input.current?.focus();
  };
  const forget = () => {
    clearRecent();
    setRecent([]);
    setActive(undefined);
    input.current?.focus();
  };
  const followSection: OnFollow = (event, { terms }) => {
    reportChoice();
    if (followResult(event, terms, query)) close();
  };
  const follow = (event: MouseEvent) => {
    reportChoice();
    if (!hasModifier(event)) close();
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
      <SearchStatusLine
        {...answered}
        query={query}
        onVerbatim={() => {
          setVerbatim(query);
          input.current?.focus();
        }}
      />
      <div className="search-list">
        {hasResults ? (
          <ResultList
            {...list}
            groups={groups}
            isBusy={status !== "idle"}
            onFollow={followSection}
            onOpen={(route) => setOpened(new Set([...opened, route]))}
          />
        ) : (
          <SuggestionList {...list} groups={suggested} onQuery={type} onLink={follow} />
        )}
      </div>
      <PanelFoot
        results={hasResults ? resultsUrl(site, query) : undefined}
        onFollow={follow}
        onForget={answer === undefined && recent.length > 0 ? forget : undefined}
      />
    </PanelDialog>
  );
}

/** What the panel lists: results by page, or suggestions; and how many options these are. */
function choicesOf(site: SiteData, answered: AnswerState, recent: readonly string[], opened: ReadonlySet<string>) {
  const groups = groupByPage(answered.answer?.results ?? [], opened, site.maxSearchResults);
  const suggested = suggestionsFor(site, answered, recent);
  const options = [
    ...groups.map(({ sections, more }) => sections.length + (more > 0 ? 1 : 0)),
    ...suggested.map(({ items }) => items.length),
  ];
  return { groups, suggested, count: options.reduce((sum, size) => sum + size, 0) };
}

interface FootProps {
  /** Address of the page with all results. */
  readonly results: string | undefined;
  readonly onFollow: (event: MouseEvent) => void;
  /** Clears the recent searches; absent if there are none. */
  readonly onForget: (() => void) | undefined;
}

/** The panel's footer: its keys, and links to further actions. */
function PanelFoot({ results, onFollow, onForget }: FootProps): ReactNode {
  const choose = text({ id: "theme.SearchModal.footer.navigateText", message: "to choose" });
  const open = text({ id: "theme.SearchModal.footer.selectText", message: "to open" });
  const close = text({ id: "theme.SearchModal.footer.closeText", message: "to close" });
  return (
    <div className="search-foot">
      <p aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {choose}
        </span>
        <span>
          <kbd>↵</kbd> {open}
        </span>
        <span>
          <kbd>esc</kbd> {close}
        </span>
      </p>
      {onForget === undefined ? null : (
        <button type="button" onClick={onForget}>
          {text({ id: "theme.SearchBar.clearRecent", message: "Clear recent searches" })}
        </button>
      )}
      {results === undefined ? null : (
        <a href={results} onClick={onFollow}>
          {text({ id: "theme.SearchBar.seeAll", message: "All results" })}
        </a>
      )}
    </div>
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
