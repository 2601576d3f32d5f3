import type { ComponentProps, ComponentType } from "react";

/** Theme components that a site can replace by `templates/<Name>.tsx`. Their names and props are public API. */
type Replaceable = Pick<typeof import("./AnnouncementBar.tsx"), "AnnouncementBar"> &
  Pick<typeof import("./BackToTop.tsx"), "BackToTop"> &
  Pick<typeof import("./Breadcrumbs.tsx"), "Breadcrumbs"> &
  Pick<typeof import("./Footer.tsx"), "Footer"> &
  Pick<typeof import("./LastUpdated.tsx"), "LastUpdated"> &
  Pick<typeof import("./Logo.tsx"), "Logo"> &
  Pick<typeof import("./Navbar.tsx"), "Navbar"> &
  Pick<typeof import("./NotFound.tsx"), "NotFound"> &
  Pick<typeof import("./Pagination.tsx"), "Pagination"> &
  Pick<typeof import("./RecentPosts.tsx"), "RecentPosts"> &
  Pick<typeof import("./TagLinks.tsx"), "TagLinks"> &
  Pick<typeof import("./VersionBanner.tsx"), "VersionBanner">;

export type ReplaceableName = keyof Replaceable;

/** Type of a site's replacement for a theme component: `const Footer: ThemeComponent<"Footer"> = …`. */
export type ThemeComponent<Name extends ReplaceableName> = ComponentType<ComponentProps<Replaceable[Name]>>;

const NAMES: Readonly<Record<ReplaceableName, true>> = {
  AnnouncementBar: true,
  BackToTop: true,
  Breadcrumbs: true,
  Footer: true,
  LastUpdated: true,
  Logo: true,
  Navbar: true,
  NotFound: true,
  Pagination: true,
  RecentPosts: true,
  TagLinks: true,
  VersionBanner: true,
};

/** Their names, in alphabetical order. */
export const REPLACEABLE: readonly string[] = Object.keys(NAMES);
