import type { SourcePage } from "../../content/content-types.ts";
import { isInTree } from "../../content/version-trees.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { HeadImage, HeadInput } from "../../render/head.ts";
import { CARD } from "../../render/social-card.ts";
import { encodeRoute } from "../../shared/route.ts";
import type { Plan } from "../model/plan.ts";
import { FAVICON, iconToDraw, TOUCH_ICON } from "../model/reserved-files.ts";
import { cardPicture } from "../pictures/picture-tasks.ts";

/** URL for editing a page; undefined if it has none. @param base URL of the folder with its source */
export function editUrlOf(page: SourcePage, base: string | undefined): string | undefined {
  const { custom_edit_url } = page.frontMatter;
  if (custom_edit_url !== undefined) return custom_edit_url ?? undefined;
  if (base === undefined || page.format === "generated" || page.maker !== undefined || isInTree(page.path))
    return undefined;
  return `${base.replace(/\/$/, "")}/${encodeRoute(page.path)}`;
}

/** Preview picture of a page: its own, or its card. */
export function imageOf(page: SourcePage, plan: Plan): HeadImage | undefined {
  const { image } = page.frontMatter;
  const card = cardPicture(page, plan)?.file;
  if (image === undefined)
    return card === undefined ? undefined : { url: plan.config.url + plan.assetsUrl + card, size: CARD };
  const resolved = resolveLink(image, page, plan.indexOf(page));
  const { kind, url } = resolved;
  if (kind === "external") return { url };
  // An unknown file may be provided by the host.
  if (kind === "broken") return { url: plan.config.url + plan.config.baseUrl + url.replace(/^\//, "") };
  const { width, height } = kind === "file" ? resolved.media : {};
  const size = width === undefined || height === undefined ? undefined : { width, height };
  return { url: plan.config.url + url, size };
}

/** URLs of the icons at the site's root, whether its own or drawn. */
export function rootIcons(plan: Plan): HeadInput["icons"] {
  const { media } = plan.index;
  const has = (file: string) => iconToDraw(plan) !== undefined || media.has(`/${file}`);
  return {
    ...(has(FAVICON) ? { ico: plan.assetsUrl + FAVICON } : {}),
    ...(has(TOUCH_ICON) ? { touch: plan.assetsUrl + TOUCH_ICON } : {}),
  };
}
