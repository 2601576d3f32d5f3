import type { ReactNode } from "react";
import { RouteLink } from "../Link.tsx";
import type { ListData } from "../lists.ts";

/** All tags by their first letter, with the number of pages that carry each. */
export function TagIndex({ letters }: Extract<ListData, { kind: "tags" }>): ReactNode {
  return letters.map(({ letter, tags }) => (
    <section key={letter}>
      <h2>{letter}</h2>
      <ul className="tag-index">
        {tags.map(({ label, route, count }) => (
          <li key={route}>
            <RouteLink route={route} rel="tag" className="tag">
              {label} <span>{count}</span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}
