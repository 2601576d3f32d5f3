import type { ReactNode } from "react";
import type { Neighbour } from "../navigation/types.ts";
import { RouteLink } from "./Link.tsx";

interface Props {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** Links to the pages before and after. */
export function Pagination({ previous, next }: Props): ReactNode {
  if (previous === undefined && next === undefined) return null;
  return (
    <nav aria-label="Pages before and after" className="pagination">
      {previous === undefined ? null : (
        <RouteLink route={previous.route} rel="prev" className="pagination-previous">
          <small>Previous</small>
          {previous.label}
        </RouteLink>
      )}
      {next === undefined ? null : (
        <RouteLink route={next.route} rel="next" className="pagination-next">
          <small>Next</small>
          {next.label}
        </RouteLink>
      )}
    </nav>
  );
}
