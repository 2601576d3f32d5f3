import type { ReactNode } from "react";
import type { SidebarItem } from "../navigation/types.ts";
import { RouteLink } from "./Link.tsx";

/** The pages of a category with their descriptions. */
export function CategoryCards({ items }: { readonly items: readonly SidebarItem[] }): ReactNode {
  const listed = items.filter((item) => item.unlisted !== true);
  return (
    <ul className="cards">
      {listed.map((item) => (
        <li key={item.route}>
          <RouteLink route={item.route}>{item.label}</RouteLink>
          {item.description === undefined ? null : <p>{item.description}</p>}
        </li>
      ))}
    </ul>
  );
}
