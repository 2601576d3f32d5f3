import type { ReactNode } from "react";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { isListed } from "../navigation/sidebar-path.ts";
import { ItemLink } from "./Link.tsx";
import { TitleBadge } from "./TitleBadge.tsx";

/** The pages of a category with their descriptions. */
export function CategoryCards({ items }: { readonly items: readonly SidebarItem[] }): ReactNode {
  return (
    <ul className="cards">
      {items.filter(isListed).map((item) => (
        <li key={item.label}>
          <ItemLink item={item}>
            {item.label}
            <TitleBadge badge={item.badge} />
          </ItemLink>
          {item.description === undefined ? null : <p>{item.description}</p>}
        </li>
      ))}
    </ul>
  );
}
