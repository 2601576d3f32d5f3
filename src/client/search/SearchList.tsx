import { Fragment, type MouseEvent, type ReactNode } from "react";
import type { Mark } from "../../search/teaser.ts";
import type { PageBadge } from "../../shared/badge.ts";
import { TitleBadge } from "../../theme/TitleBadge.tsx";
import { text, textOfCount } from "../client-text.ts";
import { adoptStyles, hasModifier } from "../dom.ts";
import { highlightOnArrival } from "./highlight.ts";
import { type ResultGroup, sectionUrl } from "./result-groups.ts";
import styles from "./results.css";
import type { FoundSection } from "./search-client.ts";
import { keepRecent, type SuggestionGroup } from "./suggestions.ts";

adoptStyles(styles);

/** A list with one active option while the focus stays in the text field. */
interface ListProps {
  readonly listId: string;
  readonly active: number;
  readonly onActive: (index: number) => void;
}

interface SuggestionProps extends ListProps {
  readonly groups: readonly SuggestionGroup[];
  readonly onQuery: (query: string) => void;
  readonly onLink: (event: MouseEvent) => void;
}

interface ResultProps extends ListProps {
  readonly groups: readonly ResultGroup[];
  /** Whether newer results are being loaded. */
  readonly isBusy: boolean;
  readonly onFollow: OnFollow;
  /** Shows all sections of a page. */
  readonly onOpen: (route: string) => void;
}

/** Called when the reader follows a result. */
export type OnFollow = (event: MouseEvent<HTMLAnchorElement>, section: Pick<FoundSection, "terms">) => void;

/** Keeps the query of a followed result, and highlights its words. @returns whether the result opens in this window */
export function followResult(event: MouseEvent<HTMLAnchorElement>, terms: readonly string[], query: string): boolean {
  keepRecent(query);
  if (hasModifier(event)) return false;
  highlightOnArrival(terms, new URL(event.currentTarget.href));
  return true;
}

/** Separator of breadcrumbs. */
export const TRAIL = " › ";

/** Id of an option by its index. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function optionProps({ listId, active, onActive }: ListProps, index: number) {
  return {
    role: "option",
    id: optionId(listId, index),
    "aria-selected": index === active,
    onPointerMove: () => onActive(index),
  };
}

/** Suggestions for when there are no results: before anything is typed, and when nothing was found. */
export function SuggestionList({ groups, onQuery, onLink, ...list }: SuggestionProps): ReactNode {
  let index = 0;
  return (
    <div
      id={list.listId}
      role="listbox"
      aria-label={text({ id: "theme.SearchBar.suggestions", message: "Suggestions" })}
    >
      {groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <div className="search-trail">{title}</div>
          {items.map(({ label, query, href }) =>
            query === undefined ? (
              <a key={label} {...optionProps(list, index++)} href={href} tabIndex={-1} onClick={onLink}>
                {label}
              </a>
            ) : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
              // biome-ignore lint/a11y/noStaticElementInteractions: an option by its properties
              <div key={label} {...optionProps(list, index++)} onClick={() => onQuery(query)}>
                {label}
              </div>
            ),
          )}
        </div>
      ))}
    </div>
  );
}

/** The results, grouped by page. */
export function ResultList({ groups, isBusy, onFollow, onOpen, ...list }: ResultProps): ReactNode {
  let index = 0;
  return (
    <div
      id={list.listId}
      role="listbox"
      aria-label={text({ id: "theme.SearchBar.results", message: "Results" })}
      aria-busy={isBusy}
    >
      {groups.map(({ route, title, badge, parents, sections, more }) => {
        const isLeadFirst = sections[0]?.sectionRoute === route;
        return (
          <div key={route} role="group" aria-label={[...parents, title].join(TRAIL)}>
            <div className="search-trail">
              {(isLeadFirst ? parents : [...parents, title]).join(TRAIL)}
              <TitleBadge badge={isLeadFirst ? undefined : badge} />
            </div>
            {sections.map((section) => (
              <a
                key={section.sectionRoute}
                {...optionProps(list, index++)}
                className={isLeadFirst && section.sectionRoute === route ? undefined : "search-part"}
                href={sectionUrl(section.sectionRoute)}
                tabIndex={-1}
                onClick={(event) => onFollow(event, section)}
              >
                <SectionText section={section} badge={isLeadFirst && section === sections[0] ? badge : undefined} />
              </a>
            ))}
            {more === 0 ? null : (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
              // biome-ignore lint/a11y/noStaticElementInteractions: an option by its properties
              <div {...optionProps(list, index++)} className="search-part search-more" onClick={() => onOpen(route)}>
                {moreOfPage(more)}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** `2 more on this page`. */
export function moreOfPage(more: number): string {
  const counted = { id: "theme.SearchBar.moreOfPage", message: "One more on this page|{count} more on this page" };
  return textOfCount(counted, more);
}

interface SectionProps {
  readonly section: FoundSection;
  /** Badge of its page, if the section stands for the page. */
  readonly badge?: PageBadge | undefined;
}

/** Title of a section, and the passage that shows why it was found. */
export function SectionText({ section, badge }: SectionProps): ReactNode {
  return (
    <>
      <strong>
        <Marked text={section.sectionTitle} marks={section.titleMarks} />
        <TitleBadge badge={badge} />
      </strong>
      <span>
        <Marked {...section.teaser} />
      </span>
    </>
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
