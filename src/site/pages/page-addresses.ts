import type { SourcePage } from "../../content/types.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { HeadImage, HeadInput } from "../../render/head.ts";
import { CARD } from "../../render/social-card.ts";
import { FAVICON, TOUCH_ICON } from "../model/own-files.ts";
import type { Plan } from "../model/plan.ts";
import { cardFile } from "../outputs/site-pictures.ts";

/** Address at which a page is edited; undefined where it has none. @param base of the folder that holds its source */
export function editUrlOf(page: SourcePage, base: string | undefined): string | undefined {
  const { custom_edit_url } = page.frontMatter;
  if (custom_edit_url !== undefined) return custom_edit_url ?? undefined;
  return base === undefined || page.format === "generated" ? undefined : `${base.replace(/\/$/, "")}/${page.path}`;
}

/** The page's picture for other sites: its own, or its card. */
export function imageOf(page: SourcePage, plan: Plan): HeadImage | undefined {
  const { image } = page.frontMatter;
  const card = cardFile(page, plan);
  if (image === undefined)
    return card === undefined ? undefined : { url: plan.config.url + plan.assetsUrl + card, size: CARD };
  const resolved = resolveLink(image, page, plan.indexOf(page));
  const { kind, url } = resolved;
  if (kind === "external") return { url };
  // What isn't known here may be put in place by the host.
  if (kind === "broken") return { url: plan.config.url + plan.config.baseUrl + url.replace(/^\//, "") };
  const { width, height } = kind === "file" ? resolved.media : {};
  const size = width === undefined || height === undefined ? undefined : { width, height };
  return { url: plan.config.url + url, size };
}

/** Addresses of the icons at the root of the site, its own or drawn ones. */
export function rootIcons(plan: Plan): HeadInput["icons"] {
  const { media } = plan.index;
  const { favicon, webManifest } = plan.config;
  const isDrawn = webManifest !== false && favicon?.endsWith(".svg") === true && media.has(favicon);
  const has = (file: string) => isDrawn || media.has(`/${file}`);
  return {
    ...(has(FAVICON) ? { ico: plan.assetsUrl + FAVICON } : {}),
    ...(has(TOUCH_ICON) ? { touch: plan.assetsUrl + TOUCH_ICON } : {}),
  };
}
