import type { ReactNode } from "react";
import { optionId } from "./option-id.ts";
import type { Translate } from "./texts.ts";

interface Props {
  readonly t: Translate;
  readonly listId: string;
  readonly queries: readonly string[];
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly onChoose: (query: string) => void;
  readonly onClear: () => void;
}

/** What the reader has searched for before, as long as nothing is typed. */
export function RecentList({ t, listId, queries, active, onActive, onChoose, onClear }: Props): ReactNode {
  const title = t({ id: "theme.SearchModal.startScreen.recentSearchesTitle", message: "Recent" });
  return (
    <>
      <p className="search-recent">
        <span>{title}</span>
        <button type="button" onClick={onClear}>
          {t({ id: "theme.SearchBar.clearRecent", message: "Clear recent searches" })}
        </button>
      </p>
      <div id={listId} role="listbox" aria-label={title}>
        {queries.map((query, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
          <div
            key={query}
            id={optionId(listId, index)}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => onActive(index)}
            onClick={() => onChoose(query)}
          >
            {query}
          </div>
        ))}
      </div>
    </>
  );
}
