import { createContext, useContext } from "react";
import { formatDate } from "../shared/calendar.ts";
import { type TextDeclaration, translate } from "../shared/translate.ts";
import type { PageData, SiteData } from "./types.ts";

/** What every component of the theme can ask for. */
export interface Context {
  readonly site: SiteData;
  readonly page: PageData;
}

export const SiteContext = createContext<Context | undefined>(undefined);

/** The site and the page being shown. @throws where it is used outside the site's layout */
export function useSite(): Context {
  const context = useContext(SiteContext);
  if (context === undefined) throw new Error("useSite() is used outside the site's layout");
  return context;
}

/** Makes addresses of what an author writes, encoded already: `/docs/#part` → `/base/docs/#part`. */
export function useUrl(): (address: string) => string {
  const { baseUrl } = useSite().site;
  return (address) => baseUrl + address.replace(/^\//, "");
}

/** Gives the interface's texts in the site's language: `t({ id: "theme.docs.next", message: "Next" })`. */
export function useTranslate(): (
  declaration: TextDeclaration,
  values?: Readonly<Record<string, string | number>>,
) => string {
  const { texts } = useSite().site;
  return (declaration, values) => translate(texts, declaration, values);
}

/** Gives the day of an instant as the site's language writes it. */
export function useDate(): (instant: string) => string {
  const { texts } = useSite().site;
  return (instant) => formatDate(texts, instant);
}
