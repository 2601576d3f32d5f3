import type { Site } from "../build/site.ts";
import type { SourcePage } from "../content/types.ts";

/** Pages that are compiled from Markdown. */
export function textPages({ plan }: Site): SourcePage[] {
  return plan.pages.filter(({ format }) => format === "md");
}

/** True where both have the same pages written in React. */
export function sameModules(a: Site, b: Site): boolean {
  const key = ({ plan }: Site) =>
    JSON.stringify(
      plan.pages.filter(({ format }) => format === "tsx").map(({ path, route, hash }) => [path, route, hash]),
    );
  return key(a) === key(b);
}

/** A file that is of use only where it is included. */
export function isPartial(path: string): boolean {
  const parts = path.split("/");
  return parts.at(-1) !== "_category_.json" && parts.some((part) => part.startsWith("_")) && !path.includes("/static/");
}

/** A file of another language's. */
export function isForeign(path: string, { plan }: Site): boolean {
  const locale = /^content\/i18n\/([^/]+)\//.exec(path)?.[1];
  return locale !== undefined && locale !== plan.locale.name;
}
