import { CONFIG_FILE } from "../config/load.ts";
import type { LinkUse } from "../links/check.ts";
import { resolveLink } from "../links/resolve.ts";
import type { Plan } from "./plan.ts";

/** The links that stand in the configuration: navbar and footer. */
export function configLinks({ config, index }: Plan): LinkUse[] {
  const source = { path: CONFIG_FILE, route: "/", isIndex: true };
  const navbar = config.navbar.items.flatMap((item) => {
    const own = "to" in item && item.to !== undefined ? [item.to] : [];
    return item.type === "dropdown" ? [...own, ...item.items.flatMap(({ to }) => (to === undefined ? [] : [to]))] : own;
  });
  const footer = config.footer.links.flatMap((entry) => {
    const links = "items" in entry ? entry.items : [entry];
    return links.flatMap(({ to }) => (to === undefined ? [] : [to]));
  });
  return [...navbar, ...footer].map((target) => {
    return { path: CONFIG_FILE, line: 1, column: 1, target, resolved: resolveLink(target, source, index) };
  });
}
