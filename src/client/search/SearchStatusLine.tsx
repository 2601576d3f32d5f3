import type { ReactNode } from "react";
import { text, textOfCount } from "../client-text.ts";
import { Marked } from "./SearchList.tsx";
import type { DisplayedAnswer } from "./search-client.ts";
import type { AnswerState } from "./search-hooks.ts";

interface Props {
  readonly query: string;
  /** Searches again for the words exactly as typed. */
  readonly onVerbatim: () => void;
}

/** Status of the search, visible and as a polite live region for screen readers. */
export function SearchStatusLine({ answer, status, ...props }: Props & AnswerState): ReactNode {
  return (
    <div className="search-said" role="status">
      {status === "stalled" ? (
        // While an earlier answer is shown, its list indicates that a newer one is loading.
        <p className={answer === undefined ? undefined : "visually-hidden"}>
          {text({ id: "theme.SearchPage.fetchingNewResults", message: "Loading results…" })}
        </p>
      ) : null}
      {answer !== undefined && status === "idle" ? <Said answer={answer} {...props} /> : null}
    </div>
  );
}

function Said({ query, answer, onVerbatim }: Props & { readonly answer: DisplayedAnswer }): ReactNode {
  const { results, understood, missing = [], error } = answer;
  const count = { id: "theme.SearchBar.results.plurals", message: "One result|{count} results" };
  const position = { id: "theme.SearchBar.queryError", message: "{message} (character {position})" };
  const nothing = { id: "theme.SearchBar.missing", message: 'Nothing found for "{words}"' };
  const correction = { id: "theme.SearchBar.corrected", message: 'Results for "{query}"' };
  const verbatim = { id: "theme.SearchBar.verbatim", message: 'Search instead for "{query}"' };
  return (
    <>
      {error === undefined ? null : (
        <p className="search-fault">
          {text(position, { message: text(error.text, error.values), position: error.start + 1 })}{" "}
          <code>
            <Marked text={query} marks={[[error.start, error.end]]} />
          </code>
        </p>
      )}
      {understood === undefined ? null : (
        <p>
          {text(correction, { query: understood })}{" "}
          <button type="button" onClick={onVerbatim}>
            {text(verbatim, { query: query.trim() })}
          </button>
        </p>
      )}
      {missing.length === 0 || results.length === 0 ? null : <p>{text(nothing, { words: missing.join(" ") })}</p>}
      {results.length === 0 ? (
        <p>{text({ id: "theme.SearchBar.noResults", message: "No results found." })}</p>
      ) : (
        <p className="visually-hidden">{textOfCount(count, results.length)}</p>
      )}
    </>
  );
}
