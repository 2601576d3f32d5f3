import type { ReactNode } from "react";
import type { SidebarItem } from "../navigation/types.ts";
import { ItemLink } from "./Link.tsx";

/** The pages of a category with their descriptions. */
export function CategoryCards({ items }: { readonly items: readonly SidebarItem[] }): ReactNode {
  const listed = items.filter((item) => item.unlisted !== true);
  return (
    <ul className="cards">
      {listed.map((item) => (
        <li key={item.label}>
          <ItemLink item={item}>{item.label}</ItemLink>
          {item.description === undefined ? null : <p>{item.description}</p>}
        </li>
      ))}
    </ul>
  );
}
