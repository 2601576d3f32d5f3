import { groupBy } from "../shared/group-by.ts";
import type { LinkKind } from "../shared/link-kinds.ts";
import { nearest } from "../shared/nearest.ts";
import { once } from "../shared/once.ts";
import { collisionKey, encodeRoute, nameOf, type Route, resolvePath, routeKey } from "../shared/route.ts";
import type { Broken, SiteIndex } from "./resolve.ts";
import { fileBeside, pathInStyleOf, relativePath, routeInStyleOf } from "./rewrite.ts";
import type { LinkFinding, LinkUse } from "./use.ts";

/**
 * Explains a broken link: the kind of fault, and the most likely target.
 *
 * @param sourceName how messages name a source file
 */
export function explainBroken(
  use: LinkUse,
  broken: Broken,
  suggestions: Suggestions,
  sourceName: (path: string) => string,
): LinkFinding {
  const { path, line, column, target, address } = use;
  const { wanted } = broken;
  const about = { path, line, column, target, address, subject: wanted };
  switch (broken.reason) {
    case "empty":
      return { ...about, kind: "empty-link", message: `broken link "${target}": the link has no URL` };
    case "host": {
      const message = `broken link "${target}": the URL has no host`;
      return { ...about, kind: "broken-link", message, hint: 'write a host, as in "https://example.com/"' };
    }
    case "encoding": {
      const message = `broken link "${target}": "${target}" has invalid percent-encoding`;
      return { ...about, kind: "bad-encoding", message, hint: 'write "%25" for a percent sign' };
    }
    case "path": {
      const message = `broken link "${target}": no page at ${sourceName(wanted)}`;
      return { ...about, message, missing: wanted, isPath: true, ...meantPath(use, wanted, suggestions) };
    }
    case "address": {
      const message = `broken link "${target}": no page or file at ${wanted}`;
      return { ...about, message, missing: missingFile(use), ...meantAddress(use, wanted, suggestions) };
    }
  }
}

type Meant = Pick<LinkFinding, "kind" | "hint" | "fix">;

function meantPath({ target, source, index }: LinkUse, wanted: string, { path: pages }: Suggestions): Meant {
  const reason = index.drafts.get(wanted);
  if (reason !== undefined) return { kind: "draft-link", hint: `that page ${reason}` };
  const same = pages.ignoringCase(wanted);
  if (same !== undefined) return wrongForm(pathInStyleOf(target, source.path, same), wanted, same);
  const close = pages.near(wanted);
  return meant("broken-markdown-link", close && relativePath(source.path, close));
}

function meant(kind: LinkKind, address: string | undefined): Meant {
  return address === undefined ? { kind } : { kind, hint: `did you mean ${encodeRoute(address)}?` };
}

function meantAddress(use: LinkUse, wanted: string, suggestions: Suggestions): Meant {
  const { target, source, index } = use;
  const kind = kindOf(use, wanted);
  const isJsx = /^\{.*\}$/s.test(target);
  if (isJsx) return { kind, hint: "braces contain JSX code, which Markdown pages do not run: write the URL" };
  const reason = index.drafts.get(routeKey(wanted));
  if (reason !== undefined) return { kind: "draft-link", hint: `that page ${reason}` };
  const same = suggestions.address.ignoringCase(wanted);
  if (same !== undefined) return wrongForm(routeInStyleOf(target, same), wanted, same);
  const inner = belowBase(wanted, index);
  if (inner !== undefined) return { kind, hint: `remove the base URL: ${inner}` };
  if (!target.startsWith("/") && isFile(wanted)) {
    const beside = fileBeside(target, source.path);
    const sameFile = suggestions.file.ignoringCase(beside);
    if (sameFile !== undefined) return wrongForm(pathInStyleOf(target, source.path, sameFile), beside, sameFile);
    const closeFile = suggestions.file.near(beside);
    if (closeFile !== undefined) return meant(kind, relativePath(source.path, closeFile));
  }
  const close = suggestions.address.near(wanted);
  const isMissingImage = close === undefined && use.kind === "image" && isFile(wanted);
  return isMissingImage ? { kind, hint: `save the file as ${missingFile(use)}` } : meant(kind, close);
}

function wrongForm(fix: string, wanted: string, other: string): Meant {
  return { kind: "wrong-case", hint: `write ${fix}: ${whatCounts(wanted, other)}`, fix };
}

/** Describes how two similar names differ. */
export function whatCounts(name: string, other: string): string {
  return name.normalize("NFC") === other.normalize("NFC")
    ? "the two look the same, but one uses combining characters"
    : "URLs are case-sensitive";
}

function kindOf({ kind }: LinkUse, wanted: string): LinkKind {
  if (kind === "image") return "broken-image";
  if (kind === "media" || kind === "frame") return "broken-media";
  return isFile(wanted) ? "broken-file" : "broken-link";
}

/** Whether a path has a file extension other than those of pages. */
function isFile(wanted: string): boolean {
  return /\.(?!html?$)[a-z][\w-]*$/i.test(nameOf(wanted));
}

/** The source file that a broken link may refer to. */
function missingFile({ target, source }: LinkUse): string {
  return target.startsWith("/") ? `content/static/${resolvePath("", target)}` : fileBeside(target, source.path);
}

function belowBase(wanted: string, { baseUrl, routes }: SiteIndex): string | undefined {
  if (baseUrl === "/" || !wanted.startsWith(baseUrl)) return undefined;
  return routes.get(routeKey(`/${wanted.slice(baseUrl.length)}`));
}

/** Finds the most likely targets of broken links. */
interface Suggester {
  /** The only candidate that differs just in case or Unicode normalisation; undefined if there are several. */
  readonly ignoringCase: (wanted: string) => string | undefined;
  /** The candidate with the same name elsewhere, or with a similar name. */
  readonly near: (wanted: string) => string | undefined;
}

/** Suggesters for addresses, paths of pages, and paths of files beside pages. */
export interface Suggestions {
  readonly address: Suggester;
  readonly path: Suggester;
  readonly file: Suggester;
}

/** @returns suggesters that index their candidates on first use: most sites have no broken link */
export function createSuggestions(index: SiteIndex): Suggestions {
  return {
    address: createSuggester(() => {
      const files = [...index.media.keys()].filter((key) => key.startsWith("/"));
      return [...new Set<Route>([...index.routes.values(), ...files])];
    }),
    path: createSuggester(() => [...index.paths.keys()]),
    file: createSuggester(() => [...index.media.keys()].filter((key) => !key.startsWith("/"))),
  };
}

function createSuggester(list: () => readonly string[]): Suggester {
  const candidates = once(() => {
    const all = list();
    return {
      byCollisionKey: groupBy(all, (candidate) => collisionKey(routeKey(candidate))),
      byName: groupBy(all, (candidate) => nameOf(routeKey(candidate))),
      byLength: groupBy(all, ({ length }) => length),
    };
  });
  const cache = new Map<string, string | undefined>();
  /** The maximum distance depends only on the length of the name, not of the folders before it. */
  const nearOf = (wanted: string): string | undefined => {
    const { byName, byLength } = candidates();
    const name = nameOf(routeKey(wanted));
    const sameName = /^index\.mdx?$/.test(name) ? [] : (byName.get(name) ?? []);
    if (sameName.length === 1) return sameName[0];
    const limit = Math.max(1, Math.floor(name.replace(/\.\w+$/, "").length / 3));
    const lengths = Array.from({ length: limit + 1 }, (_, away) => [wanted.length - away, wanted.length + away]);
    const similar = [...new Set(lengths.flat())].flatMap((length) => byLength.get(length) ?? []);
    return nearest(wanted, similar, () => limit);
  };
  return {
    ignoringCase: (wanted) => {
      const same = candidates().byCollisionKey.get(collisionKey(routeKey(wanted)));
      return same?.length === 1 ? same[0] : undefined;
    },
    near: (wanted) => {
      if (!cache.has(wanted)) cache.set(wanted, nearOf(wanted));
      return cache.get(wanted);
    },
  };
}
