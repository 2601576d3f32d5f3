import { type ComponentType, createElement, type ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { ISLAND_CONTENT } from "../shared/constants.ts";
import { type ComponentLanguage, LanguageContext } from "../theme/site-context.ts";
import { basePath } from "./site-tag.ts";

/** Starts a component of the site in its element, with the props and the language that the server gave it. */
export function mountIsland(Component: ComponentType<{ readonly children?: ReactNode }>, element: Element): Root {
  const data = (name: string) => JSON.parse(element.getAttribute(name) ?? "{}") as object;
  const content = element.querySelector(ISLAND_CONTENT);
  const html = content === null ? undefined : { dangerouslySetInnerHTML: { __html: content.innerHTML } };
  const children = html === undefined ? [] : [createElement(ISLAND_CONTENT, html)];
  const component = createElement(Component, data("props"), ...children);
  const language = data("language") as Pick<ComponentLanguage, "locale" | "texts">;
  const value = { ...language, baseUrl: basePath() };
  return hydrateRoot(element, createElement(LanguageContext, { value }, component), {
    identifierPrefix: element.getAttribute("prefix") ?? "",
  });
}
