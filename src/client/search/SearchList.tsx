import { Fragment, type MouseEvent, type ReactNode } from "react";
import type { Mark } from "../../search/teaser.ts";
import { toUrl } from "../../shared/route.ts";
import { text } from "../text.ts";
import type { FoundSection } from "./search-client.ts";

/** A list with one active option while the focus stays in the text field. */
interface ListProps {
  readonly listId: string;
  readonly active: number;
  readonly onActive: (index: number) => void;
}

interface RecentProps extends ListProps {
  readonly queries: readonly string[];
  readonly onChoose: (query: string) => void;
  readonly onClear: () => void;
}

interface ResultProps extends ListProps {
  readonly baseUrl: string;
  /** Results by page. */
  readonly pages: readonly (readonly FoundSection[])[];
  /** Whether newer results are being loaded. */
  readonly isBusy: boolean;
  /** @param isHere the result opens in this window */
  readonly onChoose: (terms: readonly string[], address: URL, isHere: boolean) => void;
}

/** Id of an option by its index. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function optionProps({ listId, active, onActive }: ListProps, index: number) {
  return {
    id: optionId(listId, index),
    "aria-selected": index === active,
    onPointerMove: () => onActive(index),
  };
}

/** Recent searches, shown while the query is empty. */
export function RecentList({ queries, onChoose, onClear, ...list }: RecentProps): ReactNode {
  const title = text({ id: "theme.SearchModal.startScreen.recentSearchesTitle", message: "Recent" });
  return (
    <>
      <p className="search-recent">
        <span>{title}</span>
        <button type="button" onClick={onClear}>
          {text({ id: "theme.SearchBar.clearRecent", message: "Clear recent searches" })}
        </button>
      </p>
      <div id={list.listId} role="listbox" aria-label={title}>
        {queries.map((query, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
          <div key={query} role="option" {...optionProps(list, index)} onClick={() => onChoose(query)}>
            {query}
          </div>
        ))}
      </div>
    </>
  );
}

/** The results, grouped by page. */
export function ResultList({ baseUrl, pages, isBusy, onChoose, ...list }: ResultProps): ReactNode {
  const onClick = (event: MouseEvent<HTMLAnchorElement>, { terms }: FoundSection) => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    onChoose(terms, new URL(event.currentTarget.href), !isElsewhere);
  };
  const sections = pages.flat();
  return (
    <div
      id={list.listId}
      role="listbox"
      aria-label={text({ id: "theme.SearchBar.results", message: "Results" })}
      aria-busy={isBusy}
    >
      {pages.map((page) => (
        <div key={page[0]?.route} role="group" aria-label={page[0]?.pageTitle}>
          {page.map((section) => (
            <a
              key={section.route}
              role="option"
              {...optionProps(list, sections.indexOf(section))}
              href={urlOf(baseUrl, section.route)}
              tabIndex={-1}
              onClick={(event) => onClick(event, section)}
            >
              <Trail section={section} />
              <strong>
                <Marked text={section.title} marks={section.titleMarks} />
              </strong>
              <span>
                <Marked {...section.teaser} />
              </span>
            </a>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A text with marked ranges. @param marks in order, without overlaps */
export function Marked({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }): ReactNode {
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(marks[index - 1]?.[1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}

/** Groups results by page, at the position of the page's best one. @returns a list for each page */
export function groupByPage(results: readonly FoundSection[]): (readonly FoundSection[])[] {
  const pages = new Map<string, FoundSection[]>();
  for (const section of results) {
    const page = section.route.replace(/#.*$/, "");
    pages.set(page, [...(pages.get(page) ?? []), section]);
  }
  return [...pages.values()];
}

/** Breadcrumbs of a section; the text before a page's first heading has the page's own title. */
function Trail({ section: { parents, pageTitle, route } }: { readonly section: FoundSection }): ReactNode {
  const trail = route.includes("#") ? [...parents, pageTitle] : parents;
  return trail.length === 0 ? null : <small>{trail.join(" › ")}</small>;
}

function urlOf(baseUrl: string, sectionRoute: string): string {
  const [route = "", hash] = sectionRoute.split("#");
  return toUrl(baseUrl, route) + (hash === undefined ? "" : `#${encodeURIComponent(hash)}`);
}
