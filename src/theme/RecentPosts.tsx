import type { ReactNode } from "react";
import { routeKey } from "../shared/route.ts";
import { RouteLink } from "./Link.tsx";
import { useSite, useTranslate } from "./site-context.ts";

/** The newest posts, beside every blog page; below it in a narrow window. */
export function RecentPosts(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  const recent = page.blog === undefined ? site.recentPosts : site.otherRecentPosts?.[page.blog];
  if (recent === undefined) return null;
  const { title, posts, archive } = recent;
  const all = t({ id: "theme.blog.archive.title", message: "Archive" });
  const links = archive === undefined ? posts : [...posts, { label: all, route: archive }];
  return (
    <nav
      className="recent-posts"
      aria-label={t({ id: "theme.blog.sidebar.navAriaLabel", message: "Blog recent posts navigation" })}
    >
      <p>{title}</p>
      <ul>
        {links.map(({ label, route }) => (
          <li key={route}>
            <RouteLink route={route} aria-current={routeKey(route) === routeKey(page.route) ? "page" : undefined}>
              {label}
            </RouteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
