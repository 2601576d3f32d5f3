import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { mergeAnswers, type SearchResult } from "../search/answer.ts";
import { createSearcher, type Searcher } from "../search/query.ts";
import type { SearchIndexFile } from "../search/search-index.ts";
import { SEARCH_INPUT_MAX_LENGTH } from "../shared/constants.ts";
import { toUrl } from "../shared/route.ts";
import { type TextDeclaration, translate } from "../shared/translate.ts";
import type { SiteData } from "../theme/types.ts";
import { preferredSearchTags } from "./enhance/docs-version.ts";
import { createSearchViews } from "./search-views.ts";

interface Props {
  readonly site: SiteData;
  readonly onClose: () => void;
}

const LIST_ID = "docgen-search-results";

/** The search as a detached overlay: type, choose by arrow keys, Enter goes there, Escape closes. */
export function SearchPanel({ site, onClose }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const [searchers, setSearchers] = useState<readonly Searcher[]>([]);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    void Promise.all(preferredSearchTags(site.searchTags).map((tag) => loadIndex(site, tag))).then(setSearchers);
  }, [site]);

  useEffect(() => {
    // Browsers give a promise here, which an effect must not.
    void document.getElementById(`${LIST_ID}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const t = (declaration: TextDeclaration) => translate(site.texts, declaration);
  const searchLabel = t({ id: "theme.SearchBar.label", message: "Search" });
  const results = searchAll(searchers, query, site.maxSearchResults);
  const shown = results.map(({ document }) => document.sectionRoute).join("\n");
  const [tellViews] = useState(createSearchViews);
  useEffect(() => {
    if (shown !== "") tellViews(shown.split("\n"));
  }, [shown, tellViews]);
  /** Goes where the active result leads, as a click on it does. */
  const go = () => dialog.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter") go();
    // A search field would use the first Escape to empty itself.
    if (event.key === "Escape") dialog.current?.close();
    if (step === 0 || results.length === 0) return;
    event.preventDefault();
    setActive((active + step + results.length) % results.length);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape
    <dialog
      ref={dialog}
      className="search-panel"
      aria-label={searchLabel}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <input
        type="search"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={LIST_ID}
        aria-activedescendant={results.length > 0 ? `${LIST_ID}-${active}` : undefined}
        aria-label={searchLabel}
        placeholder={t({ id: "theme.SearchBar.placeholder", message: "Search..." })}
        maxLength={SEARCH_INPUT_MAX_LENGTH}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={LIST_ID} role="listbox" aria-label={t({ id: "theme.SearchBar.results", message: "Results" })}>
        {results.map((result, index) => (
          <li key={result.document.sectionRoute} role="presentation">
            <a
              id={`${LIST_ID}-${index}`}
              role="option"
              aria-selected={index === active}
              href={urlOf(site, result)}
              tabIndex={-1}
              onClick={() => dialog.current?.close()}
            >
              <strong>{result.document.sectionTitle}</strong>
              {result.document.sectionTitle === result.document.pageTitle ? null : (
                <small>{result.document.pageTitle}</small>
              )}
            </a>
          </li>
        ))}
      </ul>
      {query.trim() !== "" && results.length === 0 ? (
        <p role="status">{t({ id: "theme.SearchBar.noResults", message: "No results found." })}</p>
      ) : null}
    </dialog>
  );
}

export default SearchPanel;

function searchAll(searchers: readonly Searcher[], query: string, limit: number): SearchResult[] {
  if (query.trim() === "") return [];
  return mergeAnswers(
    searchers.map((searcher) => searcher.search(query, limit)),
    limit,
  ).results;
}

/** An index that can't be loaded gives no results and no error (specification section 8). */
async function loadIndex(site: SiteData, tag: string): Promise<Searcher> {
  const { title, content, tags, parents } = site.searchBoosts;
  try {
    const response = await fetch(`${site.baseUrl}search-index-${tag}.json`);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return createSearcher((await response.json()) as SearchIndexFile, { title, content, tags, parents });
  } catch (error) {
    console.info(`docgen: search index "${tag}" is not available: ${String(error)}`);
    return { search: () => ({ results: [] }) };
  }
}

function urlOf(site: SiteData, { document }: SearchResult): string {
  const [route = "", hash] = document.sectionRoute.split("#");
  return toUrl(site.baseUrl, route) + (hash === undefined ? "" : `#${encodeURIComponent(hash)}`);
}
