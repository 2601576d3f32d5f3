import type { LinkKind } from "../shared/link-kinds.ts";
import { nearest } from "../shared/nearest.ts";
import { collisionKey, encodeRoute, type Route, routeKey } from "../shared/route.ts";
import { createSuggestions, explainBroken, type Suggestions, whatCounts } from "./check-broken.ts";
import { pathInSite, type Resolved, resolveLink, type SiteIndex } from "./resolve.ts";
import { withOtherSlash, withPath } from "./rewrite.ts";
import type { LinkFinding, LinkUse } from "./use.ts";

/** Link targets that aren't in a site's index. */
export interface LinkTargets {
  /** Ids in a page's HTML, by its route; undefined if they are unknown. `wanted` is the id to find. */
  readonly anchorsOf: (route: Route, wanted: string) => ReadonlySet<string> | undefined;
  /** Source file of a translated page; undefined for other pages. */
  readonly translationOf: (route: Route) => string | undefined;
  /** How messages name a source file, which may be in a commit. */
  readonly sourceName: (path: string) => string;
  /** Whether a path below the base URL belongs to another language. */
  readonly isOtherLocale: (path: string) => boolean;
}

interface CheckContext extends LinkTargets {
  readonly suggestionsOf: (index: SiteIndex) => Suggestions;
  /** Hosts that the site links to over `https:`. */
  readonly secureHosts: ReadonlySet<string>;
}

/** The result of checking all links within the site. */
export interface LinkCheck {
  readonly findings: readonly LinkFinding[];
  /** Keys of routes with a link from another page or from the configuration. */
  readonly linked: ReadonlySet<string>;
}

/** Checks the target and the text of every link. */
export function checkLinks(uses: readonly LinkUse[], targets: LinkTargets): LinkCheck {
  const suggestions = new Map<SiteIndex, Suggestions>();
  const suggestionsOf = (index: SiteIndex) => {
    const suggester = suggestions.get(index) ?? createSuggestions(index);
    suggestions.set(index, suggester);
    return suggester;
  };
  const secureHosts = new Set(
    uses.flatMap(({ target }) => /^https:\/\/([^/?#]+)/i.exec(target)?.[1]?.toLowerCase() ?? []),
  );
  const check: CheckContext = { ...targets, suggestionsOf, secureHosts };
  const findings: LinkFinding[] = [];
  const linked = new Set<string>();
  for (const use of uses) {
    const resolved = resolveLink(use.target, use.source, use.index);
    findings.push(...checkText(use), ...checkTarget(use, resolved, check));
    if (resolved.kind !== "page" || use.kind === "redirect") continue;
    if (use.source.isSite === true || resolved.route !== use.source.route) linked.add(routeKey(resolved.route));
  }
  return { findings, linked };
}

function checkText(use: LinkUse): LinkFinding[] {
  if (use.kind !== "link" || use.text === undefined) return [];
  if (use.text === "" && use.target.trim() !== "") {
    return [finding(use, "empty-link", `link "${use.target}" has no text`)];
  }
  if (!isVague(use.text)) return [];
  const message = `link text "${use.text}" does not describe "${use.target}"`;
  return [{ ...finding(use, "vague-text", message), hint: "describe the target of the link" }];
}

function checkTarget(use: LinkUse, resolved: Resolved, check: CheckContext): LinkFinding[] {
  switch (resolved.kind) {
    case "broken":
      if (use.kind === "redirect") return [];
      return [explainBroken(use, resolved, check.suggestionsOf(use.index), check.sourceName)];
    case "external":
      return checkExternal(use, check);
    case "file":
      return [];
    case "page":
      return checkPage(use, resolved, check);
  }
}

function checkPage(use: LinkUse, resolved: Extract<Resolved, { kind: "page" }>, check: CheckContext): LinkFinding[] {
  const { target, index, source } = use;
  const { route, hash, isRedirected, hasOtherSlash } = resolved;
  const findings = checkAnchor(use, route, hash, check);
  // Other faults of redirects are reported elsewhere.
  if (use.kind === "redirect") return findings;
  const key = routeKey(route);
  if (use.kind === "link" && index.unlisted.has(key) && !index.unlisted.has(routeKey(source.route))) {
    findings.push(finding(use, "unlisted-link", `link "${target}" leads to an unlisted page`, key));
  }
  if (isRedirected) {
    const fix = withPath(target.includes("#") || hash === "" ? target : `${target}#${hash}`, encodeRoute(route));
    const message = `link "${target}" goes through a redirect to ${route}`;
    findings.push({ ...finding(use, "redirected-link", message, key), hint: `write ${fix}`, fix });
  }
  if (hasOtherSlash) {
    const fix = withOtherSlash(target);
    const message = `link "${target}": the URL of the page is ${route}`;
    findings.push({ ...finding(use, "trailing-slash", message, key), hint: `write ${fix}`, fix });
  }
  return findings;
}

function checkAnchor(use: LinkUse, route: Route, hash: string, check: CheckContext): LinkFinding[] {
  // `#`, `#top` and text fragments need no element.
  if (hash === "" || hash === "top") return [];
  const key = routeKey(route);
  const anchors = check.anchorsOf(key, hash);
  if (anchors === undefined || anchors.has(hash)) return [];
  const translation = check.translationOf(key);
  const isElsewhere = translation !== undefined && translation !== use.path;
  const where = isElsewhere ? `${route} (${check.sourceName(translation)})` : route;
  const message = `broken link "${use.target}": ${where} has no anchor "${hash}"`;
  const about = finding(use, "broken-anchor", message, `${key}#${hash}`);
  const same = [...anchors].filter((anchor) => collisionKey(anchor) === collisionKey(hash));
  const [only] = same;
  if (only !== undefined && same.length === 1) {
    const fix = `${use.target.slice(0, use.target.indexOf("#"))}#${only}`;
    return [{ ...about, hint: `write #${only}: ${whatCounts(hash, only)}`, fix }];
  }
  const close = nearest(hash, anchors);
  return [close === undefined ? about : { ...about, hint: `did you mean #${close}?` }];
}

function checkExternal(use: LinkUse, check: CheckContext): LinkFinding[] {
  const { target, index } = use;
  const local = pathInSite(target, index);
  if (local !== undefined && !check.isOtherLocale(local)) {
    // Reports only the most important problem of the local address.
    const inside = checkTarget({ ...use, target: local }, resolveLink(local, use.source, index), check);
    const [first] = inside.filter(({ kind }) => kind !== "trailing-slash" && kind !== "unlisted-link");
    if (first !== undefined) {
      const { fix: _, ...rest } = first;
      return [{ ...rest, isAbsolute: true, target, message: rest.message.replace(`"${local}"`, () => `"${target}"`) }];
    }
    const about = finding(use, "own-address", `link "${target}" contains the URL of this site`, local);
    return [{ ...about, hint: `write ${local}` }];
  }
  const host = /^http:\/\/([^/?#]+)/i.exec(target)?.[1]?.toLowerCase();
  if (host === undefined || !check.secureHosts.has(host)) return [];
  const about = finding(use, "insecure-link", `link "${target}" uses http:, but other links to ${host} use https:`);
  return [{ ...about, hint: `write ${target.replace(/^http:/i, "https:")}` }];
}

function finding(use: LinkUse, kind: LinkKind, message: string, subject = use.target): LinkFinding {
  const { path, line, column, target, address } = use;
  return { path, line, column, kind, target, address, subject, message };
}

/** Texts without meaning outside their context, such as in a screen reader's list of links. */
const VAGUE: ReadonlySet<string> = new Set(
  `here, click here, click, this, that, link, this link, the link, see here, over here, read here, right here, from here,
   page, this page, the page, that page, more, read more, learn more, see more, find out more, more info,
   more information, details, info, continue, go, download here, this article, this document, this site, this website,
   website, url, read this, see this, go here, tap here, start here, this one`
    .split(",")
    .map((text) => text.trim()),
);

/** Whether a link text is meaningless on its own. */
function isVague(text: string): boolean {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}\s]/gu, "");
  return VAGUE.has(letters.replace(/\s+/g, " ").trim());
}
