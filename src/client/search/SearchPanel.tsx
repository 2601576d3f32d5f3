import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { type TextDeclaration, translate } from "../../shared/translate.ts";
import type { SiteData } from "../../theme/types.ts";
import { createSearchViews } from "../search-views.ts";
import type { SearchDesk } from "./desk.ts";
import { groupByPage } from "./groups.ts";
import { highlightOnArrival } from "./highlight.ts";
import { optionId } from "./option-id.ts";
import { RecentList } from "./RecentList.tsx";
import { ResultList } from "./ResultList.tsx";
import { clearRecent, keepRecent, readRecent } from "./recent.ts";
import { SearchField } from "./SearchField.tsx";
import { SearchStatusLine } from "./SearchStatusLine.tsx";
import { closeStandIn, typedInStandIn } from "./stand-in.ts";
import { useAnswer } from "./use-answer.ts";
import { useWindowHeight } from "./use-window-height.ts";

export interface PanelProps {
  readonly site: SiteData;
  readonly desk: SearchDesk;
  /** Called when the reader has closed the panel. */
  readonly onClose: () => void;
}

/** The search as a detached overlay: type, choose by arrow keys or pointer, Enter goes there, Escape closes. */
export function SearchPanel({ site, desk, onClose }: PanelProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [query, setQuery] = useState(() => typedInStandIn()?.query ?? "");
  const [recent, setRecent] = useState(readRecent);
  const { found, status } = useAnswer(desk, query);
  const groups = groupByPage(found?.results ?? []);
  const options = groups.flat();
  const hasRecent = found === undefined && status === "idle" && recent.length > 0;
  const count = hasRecent ? recent.length : options.length;
  /** The first result is active by default; of recent searches none is. */
  const first = hasRecent ? -1 : 0;
  const [chosen, setActive] = useState<number>();
  const active = Math.min(chosen ?? first, count - 1);
  /** Enter was pressed before there was an answer. */
  const isGoing = useRef(false);
  const t = (declaration: TextDeclaration) => translate(site.texts, declaration);
  const close = () => {
    dialog.current?.close();
    // The dialog tells of it only later, and the next key may be one that opens the search again.
    onClose();
  };
  const label = t({ id: "theme.SearchBar.label", message: "Search" });

  useLayoutEffect(() => {
    const typed = typedInStandIn();
    // The reader did not wait.
    if (typed === undefined) return onClose();
    closeStandIn();
    dialog.current?.showModal();
    input.current?.focus();
    input.current?.setSelectionRange(...typed.caret);
  }, [onClose]);
  useWindowHeight(dialog);

  const shown = options.map(({ section }) => section.route).join("\n");
  const [tellViews] = useState(createSearchViews);
  useEffect(() => {
    if (shown !== "") tellViews(shown.split("\n"));
  }, [shown, tellViews]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer begins with its first result
  useEffect(() => setActive(undefined), [found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at what is active now
  useEffect(() => {
    // Browsers give a promise here, which an effect must not.
    void activeOption(dialog.current)?.scrollIntoView({ block: "nearest" });
  }, [active, found]);
  useEffect(() => {
    if (status !== "idle" || found === undefined || !isGoing.current) return;
    isGoing.current = false;
    activeOption(dialog.current)?.click();
  }, [status, found]);

  const type = (text: string) => {
    isGoing.current = false;
    setQuery(text);
    setActive(undefined);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      // A search field would use the first Escape to empty itself, and the page to take highlights away.
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    if (event.target !== input.current) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && count > 0) {
      event.preventDefault();
      setActive(active === -1 && step === -1 ? count - 1 : (active + step + count) % count);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      go(event);
    }
  };
  /** Goes where the active result leads, as a click on it does, held keys included. */
  const go = ({ ctrlKey, metaKey, shiftKey }: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "shiftKey">) => {
    isGoing.current = status !== "idle";
    if (isGoing.current) return;
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
    activeOption(dialog.current)?.dispatchEvent(click);
  };
  const choose = (terms: readonly string[], address: URL, isHere: boolean) => {
    keepRecent(query);
    if (!isHere) return;
    highlightOnArrival(terms, address);
    close();
  };
  return (
    <dialog
      ref={dialog}
      className="search-panel"
      aria-label={label}
      data-status={status}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={({ target }) => target === dialog.current && close()}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Without a target the window itself was left, or nothing took the focus.
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <SearchField
        t={t}
        input={input}
        query={query}
        listId={listId}
        activeId={active >= 0 ? optionId(listId, active) : undefined}
        onType={type}
        onSubmit={() => go({ ctrlKey: false, metaKey: false, shiftKey: false })}
        onCancel={close}
      />
      <SearchStatusLine site={site} query={query} found={found} status={status} />
      <div className="search-list">
        {hasRecent ? (
          <RecentList
            t={t}
            listId={listId}
            queries={recent}
            active={active}
            onActive={setActive}
            onChoose={type}
            onClear={() => {
              clearRecent();
              setRecent([]);
              input.current?.focus();
            }}
          />
        ) : (
          <ResultList
            t={t}
            baseUrl={site.baseUrl}
            listId={listId}
            groups={groups}
            active={active}
            isBusy={status !== "idle"}
            onActive={setActive}
            onChoose={choose}
          />
        )}
      </div>
    </dialog>
  );
}

function activeOption(dialog: HTMLDialogElement | null): HTMLElement | null | undefined {
  return dialog?.querySelector<HTMLElement>('[role="option"][aria-selected="true"]');
}
