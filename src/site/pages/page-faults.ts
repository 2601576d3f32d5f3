import type { SiteConfig } from "../../config/schema.ts";
import type { SourcePage } from "../../content/content-types.ts";
import { itemLine } from "../../content/front-matter.ts";
import type { FrontMatter } from "../../content/front-matter-schema.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import { isListed } from "../../navigation/sidebar-path.ts";
import { didYouMean } from "../../shared/nearest.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import type { Plan } from "../model/plan.ts";

/** Faults of a page that its text alone doesn't show: in its title, its contents, its lists and its scripts. */
export function pageFaults(page: SourcePage, document: CompiledDocument | undefined, plan: Plan): Problem[] {
  return [
    ...secondTitle(page, document),
    ...emptyContents(page, plan),
    ...emptyCards(page, document, plan),
    ...unknownScripts(page, plan),
  ];
}

function secondTitle({ path, frontMatter, keyLines }: SourcePage, document: CompiledDocument | undefined): Problem[] {
  const { heading, sections = [] } = document ?? {};
  const isSecond = heading === undefined && sections.some(({ level, id }) => level === 1 && id !== "");
  if (!isSecond || frontMatter.title === undefined || frontMatter.hide_title === true) return [];
  const message = "the page has two titles: title in the front matter, and a heading of level 1";
  const hint = "start the heading in the text with ##, or remove title";
  return [problemOf({ path, line: keyLines.title ?? 1, severity: "warning", code: "page", message, hint })];
}

/** The levels of the headings in a page's table of contents. */
export function tocLevels(
  { toc_min_heading_level: min, toc_max_heading_level: max }: FrontMatter,
  { minHeadingLevel, maxHeadingLevel }: SiteConfig["tableOfContents"],
): { readonly min: number; readonly max: number } {
  return { min: min ?? minHeadingLevel, max: max ?? maxHeadingLevel };
}

function emptyContents({ path, frontMatter, keyLines }: SourcePage, { config }: Plan): Problem[] {
  const { min, max } = tocLevels(frontMatter, config.tableOfContents);
  const line = keyLines.toc_min_heading_level ?? keyLines.toc_max_heading_level;
  if (min <= max || line === undefined) return [];
  const message = `the table of contents is empty: toc_min_heading_level ${min} is above toc_max_heading_level ${max}`;
  const hint = "set both, the smaller number as toc_min_heading_level";
  return [problemOf({ path, line, severity: "warning", code: "front-matter", message, hint })];
}

function unknownScripts({ path, frontMatter, keyLines }: SourcePage, { config }: Plan): Problem[] {
  const names = config.scripts.flatMap(({ name }) => name ?? []);
  const unknown = frontMatter.scripts?.filter((name) => !names.includes(name)) ?? [];
  return unknown.map((name) => {
    const message = `no script has the name "${name}"${didYouMean(name, names)}`;
    const hint = "give a script that name in scripts of site.config.ts";
    const line = itemLine(keyLines, "scripts", name);
    return problemOf({ path, line, severity: "warning", code: "script", message, hint });
  });
}

function emptyCards(page: SourcePage, document: CompiledDocument | undefined, plan: Plan): Problem[] {
  const [slot] = document?.slots.filter(({ kind }) => kind === "cards") ?? [];
  if (slot === undefined || plan.categoryItemsOf(page).some(isListed)) return [];
  const { path, line, column } = slot;
  const message = "<DocCardList> is empty: no sidebar has other pages next to or below this one";
  const hint = "remove it, or add pages to the folder of this page";
  return [problemOf({ path, line, column, severity: "warning", code: "empty-list", message, hint })];
}
