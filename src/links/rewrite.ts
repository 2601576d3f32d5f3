import { encodeRoute, folderOf, type Route, resolvePath } from "../shared/route.ts";

/** Replaces the path of an address; query and hash are kept. */
export function withPath(target: string, path: string): string {
  return path + target.slice(/^[^?#]*/.exec(target)?.[0].length ?? 0);
}

/** Adds or removes the final slash of an address's path. */
export function withOtherSlash(target: string): string {
  const path = /^[^?#]*/.exec(target)?.[0] ?? "";
  return withPath(target, path.endsWith("/") ? path.slice(0, -1) : `${path}/`);
}

/** The address of a route in the style of another address: absolute, or relative with as many segments. */
export function routeInStyleOf(target: string, route: Route): string {
  const written = /^[^?#]*/.exec(target)?.[0] ?? "";
  if (written.startsWith("/")) return withPath(target, encodeRoute(route));
  const [dots = ""] = /^(?:\.{1,2}\/)*/.exec(written) ?? [];
  const names = written.slice(dots.length).replace(/\/$/, "").split("/");
  const tail = route.replace(/\/$/, "").split("/").slice(-names.length).join("/");
  return withPath(target, dots + encodeRoute(tail) + (written.endsWith("/") ? "/" : ""));
}

/** The path of a file in the style of another link: `./a.md`, `/docs/a.md`, `@site/…`. */
export function pathInStyleOf(target: string, from: string, to: string): string {
  if (target.startsWith("@site/")) return withPath(target, `@site/${encodeRoute(to)}`);
  if (target.startsWith("/")) return withPath(target, `/${encodeRoute(to.replace(/^content\//, ""))}`);
  const relative = relativePath(from, to);
  return withPath(target, encodeRoute(/^\.{1,2}\//.test(target) ? relative : relative.replace(/^\.\//, "")));
}

/** Relative path between two files, as `./a.md`. */
export function relativePath(from: string, to: string): string {
  const fromParts = folderOf(from).split("/");
  const toParts = to.split("/");
  let shared = 0;
  while (shared < fromParts.length && fromParts[shared] === toParts[shared]) shared++;
  const up = fromParts.slice(shared).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...toParts.slice(shared)].join("/");
}

/** The file beside a page that a relative address refers to. */
export function fileBeside(target: string, from: string): string {
  return resolvePath(folderOf(from), /^[^?#]*/.exec(target)?.[0] ?? "");
}
