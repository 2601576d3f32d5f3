import { renderWebManifest, WEB_MANIFEST } from "../../render/web-manifest.ts";
import { FAVICON, MASKABLE_ICON } from "../model/own-files.ts";
import type { Plan } from "../model/plan.ts";
import type { Files } from "../output-kinds.ts";
import type { Picture } from "./draw-pictures.ts";

/** The web manifest with the site's icon and those drawn of it. */
export function webManifestFiles(plan: Plan, icons: readonly Pick<Picture, "file" | "width">[]): Files {
  const { config } = plan;
  if (config.webManifest === false || plan.index.media.has(`/${WEB_MANIFEST}`)) return [];
  const base = plan.assetsUrl;
  const own = config.favicon?.startsWith("/") === true ? [base + config.favicon.slice(1)] : [];
  const list = [
    ...own.map((src) => (src.endsWith(".svg") ? { src, sizes: "any", type: "image/svg+xml" } : undefined)),
    ...icons
      .filter(({ file }) => file !== FAVICON)
      .map(({ file, width }) => ({
        src: base + file,
        sizes: `${width}x${width}`,
        type: "image/png",
        ...(file === MASKABLE_ICON ? { purpose: "maskable" } : {}),
      })),
  ].flatMap((icon) => icon ?? []);
  return [[WEB_MANIFEST, renderWebManifest(config, plan.locale.htmlLang, list)]];
}
