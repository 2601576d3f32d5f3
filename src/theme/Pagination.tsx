import type { ReactNode } from "react";
import type { Neighbour } from "../navigation/navigation-types.ts";
import { RouteLink } from "./Link.tsx";
import { useTranslate } from "./site-context.ts";

interface Props {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
  /** Labels of the landmark and of the two links; default: those of the docs. */
  readonly texts?: { readonly label: string; readonly previous: string; readonly next: string };
}

/** Links to the previous and next page. */
export function Pagination({ previous, next, texts }: Props): ReactNode {
  const t = useTranslate();
  if (previous === undefined && next === undefined) return null;
  return (
    <nav
      aria-label={texts?.label ?? t({ id: "theme.docs.paginator.navAriaLabel", message: "Previous and next pages" })}
      className="pagination"
    >
      {previous === undefined ? null : (
        <RouteLink route={previous.route} rel="prev" className="pagination-previous">
          <small>{texts?.previous ?? t({ id: "theme.docs.paginator.previous", message: "Previous" })}</small>
          {previous.label}
        </RouteLink>
      )}
      {next === undefined ? null : (
        <RouteLink route={next.route} rel="next" className="pagination-next">
          <small>{texts?.next ?? t({ id: "theme.docs.paginator.next", message: "Next" })}</small>
          {next.label}
        </RouteLink>
      )}
    </nav>
  );
}
