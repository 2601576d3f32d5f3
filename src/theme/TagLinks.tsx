import type { ReactNode } from "react";
import type { TagLink } from "../content/content-types.ts";
import { RouteLink } from "./Link.tsx";
import { useTranslate } from "./site-context.ts";

/** Links to the tag pages of a page's tags. */
export function TagLinks({ tags }: { readonly tags: readonly TagLink[] | undefined }): ReactNode {
  const t = useTranslate();
  if (tags === undefined || tags.length === 0) return null;
  return (
    <div className="tag-links">
      <b>{t({ id: "theme.tags.tagsListLabel", message: "Tags:" })}</b>
      <ul>
        {tags.map(({ label, route }) => (
          <li key={route}>
            <RouteLink route={route} rel="tag" className="tag">
              {label}
            </RouteLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
