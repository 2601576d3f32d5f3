import { createContext, useContext } from "react";
import type { SidebarItem } from "../navigation/navigation-types.ts";
import { sidebarNamed } from "../navigation/sidebar-path.ts";
import { formatDate } from "../shared/calendar.ts";
import { type TextDeclaration, translate } from "../shared/translate.ts";
import type { PageData, SiteData } from "./theme-types.ts";

/** Context of all theme components. */
export interface ThemeContext {
  readonly site: SiteData;
  readonly page: PageData;
}

export const SiteContext = createContext<ThemeContext | undefined>(undefined);

/** The site and the current page. @throws outside the site's layout */
export function useSite(): ThemeContext {
  const context = useContext(SiteContext);
  if (context === undefined) throw new Error("useSite() is used outside the site's layout");
  return context;
}

/** What a component needs to know of the language that it is shown in. */
export type ComponentLanguage = Pick<SiteData, "locale" | "baseUrl" | "texts">;

/** Language of the text around a component in Markdown, which is rendered apart from the site's layout. */
export const LanguageContext = createContext<ComponentLanguage | undefined>(undefined);

function useLanguage(): ComponentLanguage {
  const context = useContext(SiteContext);
  const language = useContext(LanguageContext) ?? context?.site;
  if (language === undefined) throw new Error("docgen/theme is used outside of a page");
  return language;
}

/** Name of the locale that the component is shown in, such as `en`. */
export function useLocale(): string {
  return useLanguage().locale;
}

/** The sidebar of the current page; empty if it has none. */
export function useSidebar(): readonly SidebarItem[] {
  const { site, page } = useSite();
  return sidebarNamed(site.sidebars, page.sidebar);
}

/** Matches anchors in the page, and addresses outside the site. */
const ELSEWHERE = /^(?:#|\/\/|[a-z][a-z\d+.-]*:)/i;

/** Returns a function that prefixes encoded addresses of the site with the base URL: `/docs/#part` → `/base/…`. */
export function useUrl(): (address: string) => string {
  const { baseUrl } = useLanguage();
  return (address) => (ELSEWHERE.test(address) ? address : baseUrl + address.replace(/^\//, ""));
}

/** Returns a function that translates texts of the interface: `t({ id: "home.greeting", message: "Welcome" })`. */
export function useTranslate(): (
  declaration: TextDeclaration,
  values?: Readonly<Record<string, string | number>>,
) => string {
  const { texts } = useLanguage();
  return (declaration, values) => translate(texts, declaration, values);
}

/** Returns a function that formats the day of an ISO instant in the site's language. */
export function useDate(): (instant: string) => string {
  const { texts } = useSite().site;
  return (instant) => formatDate(texts, instant);
}
