import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { SEARCH_INPUT_MAX_LENGTH } from "../../shared/constants.ts";
import { text } from "../client-text.ts";

interface Props {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly listId: string;
  /** Id of the active option, which Enter chooses. */
  readonly activeId: string | undefined;
  readonly onType: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

/** The text field for the query, with its buttons. */
export function SearchField({ input, query, listId, activeId, onType, onSubmit, ...on }: Props): ReactNode {
  const submit = text({ id: "theme.SearchBar.submit", message: "Submit" });
  const clear = text({ id: "theme.SearchBar.clear", message: "Clear" });
  return (
    <search>
      <form
        className="search-field"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <button type="submit" className="search-submit" title={submit} aria-label={submit}>
          <span className="icon icon-search" />
        </button>
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-expanded={activeId !== undefined}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          aria-label={text({ id: "theme.SearchBar.label", message: "Search" })}
          placeholder={text({ id: "theme.SearchBar.placeholder", message: "Search..." })}
          maxLength={SEARCH_INPUT_MAX_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="go"
          spellCheck={false}
          value={query}
          onKeyDown={on.onKeyDown}
          onChange={(event) => onType(event.target.value)}
        />
        {query === "" ? null : (
          <button type="button" className="search-clear" onClick={() => onType("")}>
            {clear}
          </button>
        )}
        <button type="button" className="search-cancel" onClick={on.onCancel}>
          {text({ id: "theme.SearchModal.searchBox.cancelButtonText", message: "Cancel" })}
        </button>
      </form>
    </search>
  );
}
