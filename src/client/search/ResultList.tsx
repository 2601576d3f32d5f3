import type { MouseEvent, ReactNode } from "react";
import { toUrl } from "../../shared/route.ts";
import type { Option } from "./groups.ts";
import { Marked } from "./Marked.tsx";
import type { FoundSection } from "./messages.ts";
import { optionId } from "./option-id.ts";
import type { Translate } from "./texts.ts";

interface Props {
  readonly t: Translate;
  readonly baseUrl: string;
  readonly listId: string;
  readonly groups: readonly (readonly Option[])[];
  readonly active: number;
  /** Other results are on their way. */
  readonly isBusy: boolean;
  readonly onActive: (index: number) => void;
  /** @param isHere whether the result is opened in this window */
  readonly onChoose: (terms: readonly string[], address: URL, isHere: boolean) => void;
}

/** The results, those of one page together. */
export function ResultList({ t, baseUrl, listId, groups, active, isBusy, onActive, onChoose }: Props): ReactNode {
  const onClick = (event: MouseEvent<HTMLAnchorElement>, { terms }: FoundSection) => {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    onChoose(terms, new URL(event.currentTarget.href), !isElsewhere);
  };
  return (
    <div
      id={listId}
      role="listbox"
      aria-label={t({ id: "theme.SearchBar.results", message: "Results" })}
      aria-busy={isBusy}
    >
      {groups.map((options) => (
        <div key={options[0]?.section.route} role="group" aria-label={options[0]?.section.pageTitle}>
          {options.map(({ index, section }) => (
            <a
              key={section.route}
              id={optionId(listId, index)}
              role="option"
              aria-selected={index === active}
              href={urlOf(baseUrl, section.route)}
              tabIndex={-1}
              onPointerMove={() => onActive(index)}
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

/** Where a section stands; the text before a page's first heading has the page's own title. */
function Trail({ section: { parents, pageTitle, route } }: { readonly section: FoundSection }): ReactNode {
  const trail = route.includes("#") ? [...parents, pageTitle] : parents;
  return trail.length === 0 ? null : <small>{trail.join(" › ")}</small>;
}

function urlOf(baseUrl: string, sectionRoute: string): string {
  const [route = "", hash] = sectionRoute.split("#");
  return toUrl(baseUrl, route) + (hash === undefined ? "" : `#${encodeURIComponent(hash)}`);
}
