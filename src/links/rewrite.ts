import { encodeRoute, folderOf, type Route, resolvePath } from "../shared/route.ts";

/** An address with its path replaced; query and hash stay as they were written. */
export function withPath(target: string, path: string): string {
  return path + target.slice(/^[^?#]*/.exec(target)?.[0].length ?? 0);
}

/** Puts or takes away the slash at the end of an address's path. */
export function withOtherSlash(target: string): string {
  const path = /^[^?#]*/.exec(target)?.[0] ?? "";
  return withPath(target, path.endsWith("/") ? path.slice(0, -1) : `${path}/`);
}

/** The address of a route in the form of another: root-absolute, or with as many names as a relative one has. */
export function routeLike(target: string, route: Route): string {
  const written = /^[^?#]*/.exec(target)?.[0] ?? "";
  if (written.startsWith("/")) return withPath(target, encodeRoute(route));
  const [dots = ""] = /^(?:\.{1,2}\/)*/.exec(written) ?? [];
  const names = written.slice(dots.length).replace(/\/$/, "").split("/");
  const tail = route.replace(/\/$/, "").split("/").slice(-names.length).join("/");
  return withPath(target, dots + encodeRoute(tail) + (written.endsWith("/") ? "/" : ""));
}

/** The path of a file as a link in another says it, in the form of the link: `./a.md`, `/docs/a.md`, `@site/…`. */
export function pathLike(target: string, from: string, to: string): string {
  if (target.startsWith("@site/")) return withPath(target, `@site/${encodeRoute(to)}`);
  if (target.startsWith("/")) return withPath(target, `/${encodeRoute(to.replace(/^content\//, ""))}`);
  const relative = relativePath(from, to);
  return withPath(target, encodeRoute(/^\.{1,2}\//.test(target) ? relative : relative.replace(/^\.\//, "")));
}

/** `./a.md` from one file to another. */
export function relativePath(from: string, to: string): string {
  const fromParts = folderOf(from).split("/");
  const toParts = to.split("/");
  let shared = 0;
  while (shared < fromParts.length && fromParts[shared] === toParts[shared]) shared++;
  const up = fromParts.slice(shared).map(() => "..");
  return [...(up.length === 0 ? ["."] : up), ...toParts.slice(shared)].join("/");
}

/** The file that a relative address names beside a page. */
export function fileBeside(target: string, from: string): string {
  return resolvePath(folderOf(from), /^[^?#]*/.exec(target)?.[0] ?? "");
}
