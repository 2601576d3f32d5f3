import type { ReactNode } from "react";
import type { Neighbour } from "../navigation/types.ts";
import { RouteLink } from "./Link.tsx";
import { useTranslate } from "./site-context.ts";

interface Props {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** Links to the pages before and after. */
export function Pagination({ previous, next }: Props): ReactNode {
  const t = useTranslate();
  if (previous === undefined && next === undefined) return null;
  return (
    <nav
      aria-label={t({ id: "theme.docs.paginator.navAriaLabel", message: "Pages before and after" })}
      className="pagination"
    >
      {previous === undefined ? null : (
        <RouteLink route={previous.route} rel="prev" className="pagination-previous">
          <small>{t({ id: "theme.docs.paginator.previous", message: "Previous" })}</small>
          {previous.label}
        </RouteLink>
      )}
      {next === undefined ? null : (
        <RouteLink route={next.route} rel="next" className="pagination-next">
          <small>{t({ id: "theme.docs.paginator.next", message: "Next" })}</small>
          {next.label}
        </RouteLink>
      )}
    </nav>
  );
}
