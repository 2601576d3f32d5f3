import { createHash } from "node:crypto";
import { PAGE_KINDS } from "../../content/page-kinds.ts";
import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import { CARD, type Card, renderCard } from "../../render/social-card.ts";
import type { Problem } from "../../shared/problem.ts";
import { ICONS } from "../model/own-files.ts";
import type { Plan } from "../model/plan.ts";
import type { Picture } from "./draw-pictures.ts";

/** Output file of a page's card; undefined where cards are off, or the page has none. */
export function cardFile(page: SourcePage, plan: Plan): string | undefined {
  const svg = cardOf(page, plan);
  if (svg === undefined) return undefined;
  return `assets/social/${createHash("sha256").update(svg).digest("hex").slice(0, 10)}.png`;
}

/** The cards of all pages that are not shown by a picture of their own, each once. */
export function cardPictures(plan: Plan): Picture[] {
  const pictures = plan.pages.flatMap((page): Picture[] => {
    const file = cardFile(page, plan);
    const svg = cardOf(page, plan);
    return file === undefined || svg === undefined ? [] : [{ file, svg, width: CARD.width }];
  });
  return [...new Map(pictures.map((picture) => [picture.file, picture])).values()];
}

/** Path of the site's icon, from which others are drawn, where it is an SVG of its static files. */
export function iconSource({ config, locale, index }: Plan): string | undefined {
  const { favicon } = config;
  if (!locale.isDefault || config.webManifest === false || favicon?.endsWith(".svg") !== true) return undefined;
  return index.media.has(favicon) ? `content/static${favicon}` : undefined;
}

/** Icons drawn from the site's own; those that the site brings are kept. */
export function iconPictures(plan: Plan, svg: string): Picture[] {
  return ICONS.filter(({ file }) => !plan.index.media.has(`/${file}`)).map((icon) => ({ ...icon, svg }));
}

/** Says of a site's icon that none can be drawn of it: browsers may show it, or not. */
export function undrawnProblems(plan: Plan, undrawn: ReadonlyMap<string, string>): Problem[] {
  const reason = ICONS.map(({ file }) => undrawn.get(file)).find((one) => one !== undefined);
  if (reason === undefined) return [];
  const message = `no icons can be drawn of it: ${reason}`;
  const hint = 'its root is to be <svg xmlns="http://www.w3.org/2000/svg">';
  const path = `content/static${plan.config.favicon}`;
  return [{ path, line: 1, column: 1, severity: "warning", code: "image", message, hint }];
}

/** Lists have the card of what they list from; a page with a picture of its own needs none. */
function cardOf(page: SourcePage, plan: Plan): string | undefined {
  const { socialCards, title } = plan.config;
  if (socialCards === undefined || !PAGE_KINDS[page.kind].hasCard || page.frontMatter.image !== undefined)
    return undefined;
  const { blog } = plan.config;
  const path = page.kind === "post" && blog !== false ? [blog.title] : plan.parentsOf(page);
  const name = page.format === "tsx" && page.frontMatter.title === undefined ? plan.config.tagline : pageTitle(page);
  const card: Card = { site: title, path, title: name || title };
  return renderCard(card, socialCards);
}
