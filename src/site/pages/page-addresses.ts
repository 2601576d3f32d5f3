import type { SourcePage } from "../../content/types.ts";
import { resolveLink } from "../../links/resolve.ts";
import type { Plan } from "../model/plan.ts";
import { cardFile } from "../outputs/site-pictures.ts";

/** Address at which a page is edited; undefined where it has none. @param base of the folder that holds its source */
export function editUrlOf(page: SourcePage, base: string | undefined): string | undefined {
  const { custom_edit_url } = page.frontMatter;
  if (custom_edit_url !== undefined) return custom_edit_url ?? undefined;
  return base === undefined || page.format === "generated" ? undefined : `${base.replace(/\/$/, "")}/${page.path}`;
}

/** Address of the page's picture for other sites: its own, or its card. */
export function imageOf(page: SourcePage, plan: Plan): string | undefined {
  const { image } = page.frontMatter;
  const card = cardFile(page, plan);
  if (image === undefined) return card === undefined ? undefined : plan.config.url + plan.assetsUrl + card;
  const { kind, url } = resolveLink(image, page, plan.indexOf(page));
  if (kind === "external") return url;
  // What isn't known here may be put in place by the host.
  return plan.config.url + (kind === "broken" ? plan.config.baseUrl + url.replace(/^\//, "") : url);
}
