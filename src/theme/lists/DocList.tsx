import type { ReactNode } from "react";
import { RouteLink } from "../Link.tsx";
import type { ListData } from "../lists.ts";

/** The docs that carry a tag. */
export function DocList({ docs, all }: Extract<ListData, { kind: "docs" }>): ReactNode {
  return (
    <>
      {all === undefined ? null : (
        <p className="list-all">
          <RouteLink route={all.route}>{all.label}</RouteLink>
        </p>
      )}
      {docs.map(({ route, title, description }) => (
        <section key={route} className="doc-item">
          <h2>
            <RouteLink route={route}>{title}</RouteLink>
          </h2>
          {description === "" ? null : <p>{description}</p>}
        </section>
      ))}
    </>
  );
}
