import { CONFIG_FILE } from "../config/evaluate.ts";
import type { LinkUse } from "../links/check.ts";
import { resolveLink } from "../links/resolve.ts";
import type { SiteIndex } from "../links/site-index.ts";
import type { Plan } from "./plan.ts";

/** The links that stand in the configuration: navbar and footer. */
export function configLinks({ config, index }: Plan): LinkUse[] {
  const navbar = config.navbar.items.flatMap((item) => {
    const own = "to" in item && item.to !== undefined ? [item.to] : [];
    return item.type === "dropdown" ? [...own, ...item.items.flatMap(({ to }) => (to === undefined ? [] : [to]))] : own;
  });
  const footer = config.footer.links.flatMap((entry) => {
    const links = "items" in entry ? entry.items : [entry];
    return links.flatMap(({ to }) => (to === undefined ? [] : [to]));
  });
  return uses([...navbar, ...footer], index);
}

/** The site's own pictures and scripts that the configuration names. */
export function configFiles({ config, index }: Plan): LinkUse[] {
  const { favicon, scripts } = config;
  const logos = [config.navbar.logo, config.footer.logo].flatMap((logo) => [logo?.src, logo?.srcDark]);
  const files = [favicon, ...logos, ...scripts.map(({ src }) => src)].flatMap((file) => {
    return file !== undefined && /^\/(?!\/)/.test(file) ? [file] : [];
  });
  return uses(files, index);
}

function uses(targets: readonly string[], index: SiteIndex): LinkUse[] {
  return targets.map((target) => {
    return { path: CONFIG_FILE, line: 1, column: 1, target, resolved: resolveLink(target, SOURCE, index) };
  });
}

const SOURCE = { path: CONFIG_FILE, route: "/", isIndex: true };
