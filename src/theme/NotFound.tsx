import type { ReactNode } from "react";
import { RouteLink } from "./Link.tsx";
import { useSite, useTranslate } from "./site-context.ts";

export const NOT_FOUND_TITLE = { id: "theme.NotFound.title", message: "Page not found" };

/** The text of the "not found" page (404); suggested pages and a search field are below it. */
export function NotFound(): ReactNode {
  const { site } = useSite();
  const t = useTranslate();
  return (
    <div className="not-found">
      <h1>{t(NOT_FOUND_TITLE)}</h1>
      <p>
        {t({ id: "theme.NotFound.p1", message: "We could not find what you were looking for." })}{" "}
        <RouteLink route={site.homeRoute}>{t({ id: "theme.NotFound.home", message: "Home page" })}</RouteLink>
      </p>
    </div>
  );
}
