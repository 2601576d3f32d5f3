import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { RESULTS_ID } from "../../theme/element-ids.ts";
import { TitleBadge } from "../../theme/TitleBadge.tsx";
import type { SiteData } from "../../theme/theme-types.ts";
import { text } from "../client-text.ts";
import { SectionFilter, sectionOf, useSearchAddress, VersionFilter, versionTags } from "./result-filters.tsx";
import { groupByPage, type ResultGroup, sectionUrl } from "./result-groups.ts";
import { followResult, moreOfPage, type OnFollow, SectionText, TRAIL } from "./SearchList.tsx";
import { SearchStatusLine } from "./SearchStatusLine.tsx";
import type { FoundSection, SearchClient } from "./search-client.ts";
import { useAnswer, useQueryReport, useSearchViews } from "./search-hooks.ts";
import { readRecent, type SuggestionGroup, suggestionsFor } from "./suggestions.ts";

/** Maximum number of results; later ones are barely relevant. */
const MAX_RESULTS = 300;
/** Number of pages shown at first, and added by each press of the button below them. */
const PAGES = 10;

interface Props {
  readonly site: SiteData;
  readonly client: SearchClient;
}

/** The page of all results of a query. Its address holds the query and the filters. */
export function ResultsPage({ site, client }: Props): ReactNode {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(RESULTS_ID)), []);
  return place === null ? null : createPortal(<Results site={site} client={client} />, place);
}

function Results({ site, client }: Props): ReactNode {
  const { query, section, version, isVerbatim, change } = useSearchAddress();
  const [read, setRead] = useState<readonly string[]>([]);
  const tags = versionTags(site, version);
  const answered = useAnswer(client, { query, limit: MAX_RESULTS, pages: PAGES, read, tags, isVerbatim });
  const { answer, status } = answered;
  const reportChoice = useQueryReport(site.searchReport, query, answered);
  const all = answer?.results ?? [];
  const results = all.filter((result) => section === "" || sectionOf(result, site) === section);
  return (
    <>
      <div className="search-filters">
        <SectionFilter site={site} results={all} chosen={section} onChoose={(name) => change({ section: name })} />
        <VersionFilter site={site} chosen={version} onChoose={(tag) => change({ version: tag })} />
      </div>
      <SearchStatusLine
        query={query}
        answer={answer && { ...answer, results }}
        status={status}
        onVerbatim={() => change({ isVerbatim: true })}
      />
      {suggestionsFor(site, answered, readRecent()).map((group) => (
        <SuggestedLinks key={group.title} group={group} onQuery={(other) => change({ query: other, section: "" })} />
      ))}
      <Groups
        key={`${section} ${query}`}
        query={query}
        section={section}
        results={results}
        isBusy={status !== "idle"}
        onChoose={reportChoice}
        onCut={(routes) => setRead([...new Set([...read, ...routes])])}
      />
    </>
  );
}

function SuggestedLinks({ group, onQuery }: { group: SuggestionGroup; onQuery: (query: string) => void }) {
  return (
    <>
      <h2>{group.title}</h2>
      <ul className="tag-index">
        {group.items.map(({ label, query, href }) => (
          <li key={label}>
            {query === undefined ? (
              <a href={href}>{label}</a>
            ) : (
              <button type="button" className="tag" onClick={() => onQuery(query)}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface GroupsProps {
  readonly query: string;
  readonly section: string;
  readonly results: readonly FoundSection[];
  readonly isBusy: boolean;
  readonly onChoose: () => void;
  /** Called with the routes of shown pages whose texts are cut. */
  readonly onCut: (routes: readonly string[]) => void;
}

function Groups({ query, section, results, isBusy, onChoose, onCut }: GroupsProps): ReactNode {
  const [{ pages, opened }, extend] = useExtent(`${section} ${query}`);
  const groups = groupByPage(results, new Set(opened));
  const shown = groups.slice(0, pages);
  const cut = shown.flatMap(({ route, sections }) => (sections.some(({ isCut }) => isCut) ? [route] : []));
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for the same routes
  useEffect(() => {
    if (!isBusy && cut.length > 0) onCut(cut);
  }, [cut.join(), isBusy]);
  useSearchViews(shown);
  const onFollow: OnFollow = (event, { terms }) => {
    onChoose();
    followResult(event, terms, query);
  };
  return (
    <>
      <ol className="search-results" aria-busy={isBusy}>
        {shown.map((group) => (
          <Group
            key={group.route}
            group={group}
            onFollow={onFollow}
            onOpen={() => extend({ opened: [...opened, group.route] })}
          />
        ))}
      </ol>
      {groups.length === shown.length ? null : (
        <button type="button" className="search-next" onClick={() => extend({ pages: pages + PAGES })}>
          {text({ id: "theme.SearchPage.more", message: "More results" })}
        </button>
      )}
    </>
  );
}

/** How much of the results is shown: a number of pages, and the routes of those that show all their sections. */
interface Extent {
  /** What is searched for. */
  readonly wanted: string;
  readonly pages: number;
  readonly opened: readonly string[];
}

/** The extent belongs to the entry of the tab's history: a reader who comes back finds what was shown there. */
function useExtent(wanted: string): [Extent, (changes: Partial<Extent>) => void] {
  const [extent, setExtent] = useState<Extent>(() => {
    const { results } = (history.state ?? {}) as { readonly results?: Extent };
    return results?.wanted === wanted ? results : { wanted, pages: PAGES, opened: [] };
  });
  const extend = (changes: Partial<Extent>) => {
    const results = { ...extent, ...changes };
    setExtent(results);
    history.replaceState({ ...history.state, results }, "");
  };
  return [extent, extend];
}

interface GroupProps {
  readonly group: ResultGroup;
  readonly onFollow: OnFollow;
  readonly onOpen: () => void;
}

/** A page in the results: its breadcrumb, its title with a teaser of its lead, and its matching sections. */
function Group({ group, onFollow, onOpen }: GroupProps): ReactNode {
  const { route, title, badge, parents, sections, more } = group;
  const lead = sections.find(({ sectionRoute }) => sectionRoute === route);
  const parts = sections.filter((section) => section !== lead);
  const terms = lead?.terms ?? sections[0]?.terms ?? [];
  return (
    <li>
      {parents.length === 0 ? null : <small>{parents.join(TRAIL)}</small>}
      <h2>
        <a href={sectionUrl(route)} onClick={(event) => onFollow(event, { terms })}>
          {lead === undefined ? (
            <strong>
              {title}
              <TitleBadge badge={badge} />
            </strong>
          ) : (
            <SectionText section={lead} badge={badge} />
          )}
        </a>
      </h2>
      <ul>
        {parts.map((section) => (
          <li key={section.sectionRoute}>
            <a href={sectionUrl(section.sectionRoute)} onClick={(event) => onFollow(event, section)}>
              <SectionText section={section} />
            </a>
          </li>
        ))}
        {more === 0 ? null : (
          <li>
            <button type="button" onClick={onOpen}>
              {moreOfPage(more)}
            </button>
          </li>
        )}
      </ul>
    </li>
  );
}
