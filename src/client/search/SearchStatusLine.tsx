import type { ReactNode } from "react";
import { translateCount } from "../../shared/plural.ts";
import { translate } from "../../shared/translate.ts";
import type { SiteData } from "../../theme/types.ts";
import { Marked } from "./SearchList.tsx";
import type { DisplayedAnswer } from "./search-client.ts";
import type { SearchStatus } from "./use-answer.ts";

interface Props {
  readonly site: SiteData;
  readonly query: string;
  readonly found: DisplayedAnswer | undefined;
  readonly status: SearchStatus;
  /** Asks for the words as they were typed. */
  readonly onVerbatim: () => void;
}

/** Status of the search, visible and as a polite live region for screen readers. */
export function SearchStatusLine({ site, query, found, status, onVerbatim }: Props): ReactNode {
  return (
    <div className="search-said" role="status">
      {status === "stalled" ? (
        // Where an earlier answer is shown, its list says that another is coming.
        <p className={found === undefined ? undefined : "visually-hidden"}>
          {translate(site.texts, { id: "theme.SearchPage.fetchingNewResults", message: "Fetching new results..." })}
        </p>
      ) : null}
      {found === undefined || status !== "idle" ? null : (
        <Said site={site} query={query} found={found} onVerbatim={onVerbatim} />
      )}
    </div>
  );
}

interface SaidProps extends Pick<Props, "site" | "query" | "onVerbatim"> {
  readonly found: DisplayedAnswer;
}

function Said({ site, query, found, onVerbatim }: SaidProps): ReactNode {
  const { results, corrected = [], missing = [], error } = found;
  const count = { id: "theme.SearchBar.results.plurals", message: "One result|{count} results" };
  const position = {
    id: "theme.SearchBar.queryError",
    message: "{message} (character {position})",
  };
  const nothing = { id: "theme.SearchBar.missing", message: 'Nothing found for "{words}"' };
  const correction = { id: "theme.SearchBar.corrected", message: 'Results for "{query}"' };
  const verbatim = { id: "theme.SearchBar.verbatim", message: 'Search instead for "{query}"' };
  return (
    <>
      {error === undefined ? null : (
        <p className="search-fault">
          {translate(site.texts, position, {
            message: translate(site.texts, error.text, error.values),
            position: error.start + 1,
          })}{" "}
          <code>
            <Marked text={query} marks={[[error.start, error.end]]} />
          </code>
        </p>
      )}
      {corrected.length === 0 ? null : (
        <p>
          {translate(site.texts, correction, { query: understoodQuery(query, corrected, missing) })}{" "}
          <button type="button" onClick={onVerbatim}>
            {translate(site.texts, verbatim, { query: query.trim() })}
          </button>
        </p>
      )}
      {missing.length === 0 || results.length === 0 ? null : (
        <p>{translate(site.texts, nothing, { words: missing.join(" ") })}</p>
      )}
      {results.length === 0 ? (
        <p>{translate(site.texts, { id: "theme.SearchBar.noResults", message: "No results found." })}</p>
      ) : (
        <p className="visually-hidden">
          {translateCount(site.texts, count, results.length, document.documentElement.lang)}
        </p>
      )}
    </>
  );
}

/** The query after corrections, without words that have no matches. */
function understoodQuery(
  query: string,
  corrected: NonNullable<DisplayedAnswer["corrected"]>,
  missing: readonly string[],
): string {
  const left = missing.map((from) => ({ from, to: "" }));
  const text = [...corrected, ...left].reduce((before, { from, to }) => {
    const at = before.toLowerCase().indexOf(from.toLowerCase());
    return at < 0 ? before : before.slice(0, at) + to + before.slice(at + from.length);
  }, query);
  return text.replace(/\s+/g, " ").trim();
}
