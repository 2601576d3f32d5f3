import type { ComponentProps, ComponentType } from "react";
import type { AnnouncementBar } from "./AnnouncementBar.tsx";
import type { BackToTop } from "./BackToTop.tsx";
import type { Breadcrumbs } from "./Breadcrumbs.tsx";
import type { Footer } from "./Footer.tsx";
import type { LastUpdated } from "./LastUpdated.tsx";
import type { Logo } from "./Logo.tsx";
import type { Navbar } from "./Navbar.tsx";
import type { NotFound } from "./NotFound.tsx";
import type { Pagination } from "./Pagination.tsx";
import type { RecentPosts } from "./RecentPosts.tsx";
import type { TagLinks } from "./TagLinks.tsx";
import type { VersionBanner } from "./VersionBanner.tsx";

/** Components whose place a site's `templates/<Name>.tsx` may take. Their names and props are part of the public surface. */
interface Replaceable {
  readonly AnnouncementBar: typeof AnnouncementBar;
  readonly BackToTop: typeof BackToTop;
  readonly Breadcrumbs: typeof Breadcrumbs;
  readonly Footer: typeof Footer;
  readonly LastUpdated: typeof LastUpdated;
  readonly Logo: typeof Logo;
  readonly Navbar: typeof Navbar;
  readonly NotFound: typeof NotFound;
  readonly Pagination: typeof Pagination;
  readonly RecentPosts: typeof RecentPosts;
  readonly TagLinks: typeof TagLinks;
  readonly VersionBanner: typeof VersionBanner;
}

export type ReplaceableName = keyof Replaceable;

/** Type of a component that takes the place of the theme's one: `const Footer: ThemeComponent<"Footer"> = …`. */
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
