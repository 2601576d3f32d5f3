import type { ReactNode } from "react";
import { badgeClass, type PageBadge } from "../shared/badge.ts";

/** The badge of a page, after its title; nothing if it has none. */
export function TitleBadge({ badge }: { readonly badge: PageBadge | undefined }): ReactNode {
  if (badge === undefined) return null;
  return (
    <>
      {" "}
      <span className={badgeClass(badge.type)}>{badge.text}</span>
    </>
  );
}
