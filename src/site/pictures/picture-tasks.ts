import { splitKey } from "../../engine/key.ts";
import { findStartTag } from "../../shared/html.ts";
import { attributeOf } from "../../shared/html-parts.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import { escapeHtml } from "../../shared/text.ts";
import type { Plan } from "../model/plan.ts";
import { ICONS, iconToDraw } from "../model/reserved-files.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import { cardPicture, type DrawTask, type Picture } from "./draw-pictures.ts";

/** Tasks for the cards and icons that are drawn from text. */
export function createPictureTasks({ define, draw, tasks }: Setup): SiteTasks["pictures"] {
  const all = define("pictures", { keep: "memory" }, async (task, locale) => {
    const { plan } = await task.get(tasks.site, locale);
    const source = plan.locale.isDefault ? iconToDraw(plan) : undefined;
    const icon = source === undefined ? undefined : task.file(`content/static${source}`);
    const icons = icon === undefined ? [] : iconPictures(plan, icon.bytes().toString("utf8"));
    // Lists share the card of the site.
    const cards = new Map(plan.pages.flatMap((page) => cardPicture(page, plan) ?? []).map((card) => [card.file, card]));
    return { cards: [...cards.values()], icons };
  });
  const list = define("picture files", { keep: "memory" }, async (task, locale) => {
    const { cards, icons } = await task.get(all, locale);
    return { cards: cards.map(({ file }) => file), icons: icons.map(({ file, width }) => ({ file, width })) };
  });
  const source = define<DrawTask>("picture source", { keep: "memory" }, async (task, key) => {
    const [locale = "", file = ""] = splitKey(key);
    const { cards, icons } = await task.get(all, locale);
    const picture = [...cards, ...icons].find((picture) => picture.file === file);
    if (picture === undefined) throw new Error(`there is no picture ${file}`);
    const { file: _, ...drawing } = picture;
    return drawing;
  });
  const picture = define("picture", { keep: "disk" }, async (task, key) => {
    const picture = await task.get(source, key);
    const drawn = await task.aside(() => draw(picture));
    return typeof drawn === "string" ? { reason: drawn } : { png: Buffer.from(drawn).toString("base64") };
  });
  return { list, picture };
}

/** Icons drawn from the site's icon, except those that the site provides itself. */
function iconPictures(plan: Plan, svg: string): Picture[] {
  const { webManifest } = plan.config;
  const background = (webManifest === false ? undefined : webManifest.backgroundColor) ?? "#fff";
  return ICONS.filter(({ file }) => !plan.index.media.has(`/${file}`)).map(({ file, width, margin }) => {
    return { file, width, svg: margin === undefined ? svg : onBackground(svg, margin, background) };
  });
}

/** Adds a background to an icon. Returns it unchanged if no root element is found. */
function onBackground(svg: string, margin: number, background: string): string {
  const root = findStartTag(svg, "svg");
  if (root === undefined || root.isSelfClosing || attributeOf(root, "xmlns") === undefined) return svg;
  const size = `x="${margin}" y="${margin}" width="${1 - 2 * margin}" height="${1 - 2 * margin}"`;
  const kept = root.attributes.filter(({ name }) => !["x", "y", "width", "height"].includes(name));
  const attributes = kept.map(({ from, to }) => ` ${svg.slice(from, to)}`).join("");
  const placed = `<svg ${size}${attributes}>${svg.slice(root.to)}`;
  // Set by `style`, so that no style sheet in the icon overrides it.
  const rect = `<rect width="1" height="1" style="fill:${escapeHtml(background)};stroke:none"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${rect}${placed}</svg>`;
}

/** Warning that the site's icon can't be drawn: browsers may fail to show it, too. */
export function undrawnIcon({ config }: Plan, reason: string): Problem {
  const message = `docgen can't draw icons from it: ${reason}`;
  const hint = 'its root element must be <svg xmlns="http://www.w3.org/2000/svg">';
  return problemOf({ path: `content/static${config.favicon}`, severity: "warning", code: "image", message, hint });
}
