import type { SiteConfig } from "../config/schema.ts";
import { Failure } from "../shared/failure.ts";
import { nearest } from "../shared/nearest.ts";
import { foldedKey, type Route, routeKey } from "../shared/route.ts";

/** An address that leads to a page. */
export interface Redirect {
  /** Without a final slash. */
  readonly from: Route;
  /** Route of a page, as it is written in links. */
  readonly to: Route;
  /** Hash of the target, with its `#`; may be empty. */
  readonly hash: string;
}

/**
 * Checks the configured redirects against the pages.
 *
 * @param routes canonical routes by their key
 * @param files static files, as `/path` below the root
 * @throws Failure (exit code 2) naming every entry that leads nowhere, stands over a page or comes twice
 */
export function resolveRedirects(
  redirects: SiteConfig["redirects"],
  routes: ReadonlyMap<string, Route>,
  files: Iterable<string>,
): Redirect[] {
  const errors: string[] = [];
  const taken = new Map<string, string>();
  for (const file of files) taken.set(foldedKey(file.replace(/\/index\.html$/, "")), `is the file ${file}`);
  for (const [key, route] of routes) taken.set(foldedKey(key), `is the page ${route}`);
  if (redirects.length > 0 && taken.has("/_redirects")) {
    errors.push(
      "site.config.ts: redirects: docgen writes _redirects itself; move the entries of content/static/_redirects here",
    );
  }
  const resolved = redirects.flatMap((entry, index): Redirect[] => {
    const place = `site.config.ts: redirects[${index}]`;
    const [path = "", hash = ""] = entry.to.split(/(?=#)/);
    const to = routes.get(routeKey(path));
    if (to === undefined) {
      const close = nearest(path, routes.values());
      errors.push(`${place}.to: no page at ${path}${close === undefined ? "" : `; did you mean "${close}"?`}`);
    }
    return [entry.from].flat().flatMap((given) => {
      const from = routeKey(given);
      const owner = taken.get(foldedKey(from));
      if (!/^\/[^?#]*$/.test(given) || from === "/")
        errors.push(`${place}.from: "${given}" is not a path below the site's root`);
      else if (owner !== undefined) errors.push(`${place}.from: ${given} ${owner}`);
      taken.set(foldedKey(from), `is also redirects[${index}]`);
      return to === undefined ? [] : [{ from, to, hash }];
    });
  });
  if (errors.length > 0) throw new Failure(2, errors.join("\n"));
  return resolved;
}
