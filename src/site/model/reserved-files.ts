import { CONFIG_FILE } from "../../config/config-file.ts";
import { feedFiles } from "../../content/blog.ts";
import { findOwnCollisions, type TakenFile } from "../../content/collisions.ts";
import { PAGE_KINDS, type SourcePage, type StaticFile } from "../../content/content-types.ts";
import { WEB_MANIFEST } from "../../render/web-manifest.ts";
import type { Problem } from "../../shared/problem.ts";
import { outputFile, routeKey } from "../../shared/route.ts";
import type { Plan } from "./plan.ts";

export const LLMS = "llms.txt";
export const LLMS_FULL = "llms-full.txt";
/** The service worker, and the file with the build id. */
export const WORKER_FILE = "sw.js";
export const BUILD_FILE = "build.json";
/** An icon that devices request by its file name. */
export interface Icon {
  readonly file: string;
  /** Pixels. */
  readonly width: number;
  /** Share of the width on each side that is only background, as devices crop the icon to a shape of their own. */
  readonly margin?: number;
}

export const FAVICON = "favicon.ico";
export const TOUCH_ICON = "apple-touch-icon.png";
export const MASKABLE_ICON = "icon-maskable-512.png";
export const ICONS: readonly Icon[] = [
  { file: "icon-192.png", width: 192 },
  { file: "icon-512.png", width: 512 },
  { file: MASKABLE_ICON, width: 512, margin: 0.2 },
  { file: TOUCH_ICON, width: 180, margin: 0.1 },
  { file: FAVICON, width: 48 },
];

/** Address of the site's icon if the others are drawn from it: an SVG among the static files; else undefined. */
export function iconToDraw({ config: { favicon, webManifest }, index }: Plan): string | undefined {
  const isDrawn = webManifest !== false && favicon?.endsWith(".svg") === true && index.media.has(favicon);
  return isDrawn ? favicon : undefined;
}

/** Collisions of pages, static files and redirects with docgen's own files. */
export function ownFileCollisions(plan: Plan, statics: readonly StaticFile[]): Problem[] {
  const { trailingSlash } = plan.config;
  const pages = plan.pages.map(({ path, route, keyLines }): TakenFile => {
    return { path, line: keyLines.slug ?? 1, file: outputFile(route, trailingSlash) };
  });
  const files = statics.map(({ path, file }): TakenFile => ({ path, line: 1, file }));
  const redirects = plan.redirects.map(({ from, alias }): TakenFile => {
    const source = alias ?? { path: CONFIG_FILE, line: 1 };
    return { ...source, file: outputFile(from, trailingSlash), hint: `remove ${from} from the redirects` };
  });
  const redirected = redirects.map(({ file }) => file);
  return [
    ...findOwnCollisions([...pages, ...files, ...redirects], ownFiles(plan)),
    ...findOwnCollisions([...pages, ...files], redirected),
  ];
}

/** Files that docgen writes into this site; without pages, redirects and the names that are reserved in every site. */
function ownFiles(plan: Plan): string[] {
  const { redirects, blogs, config, index } = plan;
  const icons = config.favicon?.endsWith(".svg") === true ? ICONS.map(({ file }) => file) : [];
  const unlessBrought = [
    ".nojekyll",
    "_headers",
    "sitemap.xml",
    LLMS,
    LLMS_FULL,
    ...(config.baseUrl === "/" ? ["robots.txt"] : []),
    ...(config.webManifest === false ? [] : [WEB_MANIFEST, ...icons]),
  ];
  return [
    ...unlessBrought.filter((file) => !index.media.has(`/${file}`)),
    ...feedFiles(blogs, config.trailingSlash),
    ...plan.pages.flatMap((page) => copyFile(page, plan) ?? []),
    ...(redirects.length === 0 ? [] : ["_redirects"]),
    ...(config.serviceWorker === false ? [] : [WORKER_FILE, BUILD_FILE]),
  ];
}

/** Output file of a page's Markdown copy: `docs/api/stream.md`, `docs/api/index.md`; undefined if it has none. */
export function copyFile({ format, kind, route, isIndex }: SourcePage, plan: Plan): string | undefined {
  if (format !== "md" && kind !== "category") return undefined;
  const bare = routeKey(route).slice(1);
  const file = bare === "" ? "index.md" : isIndex || PAGE_KINDS[kind].isFolder ? `${bare}/index.md` : `${bare}.md`;
  // A file of the site takes precedence.
  return plan.index.media.has(`/${file}`) ? undefined : file;
}
