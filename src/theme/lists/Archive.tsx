import type { ReactNode } from "react";
import { RouteLink } from "../Link.tsx";
import type { ListData } from "../lists.ts";
import { useDate } from "../site-context.ts";

/** All posts by year. */
export function Archive({ years }: Extract<ListData, { kind: "archive" }>): ReactNode {
  const formatDate = useDate();
  return years.map(({ year, posts }) => (
    <section key={year}>
      <h2>{year}</h2>
      <ul className="archive">
        {posts.map(({ route, title, date }) => (
          <li key={route}>
            <time dateTime={date}>{formatDate(date)}</time> <RouteLink route={route}>{title}</RouteLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}
