/** Level of a kind of finding. */
export type LinkLevel = "error" | "warn" | "ignore";

/** Links that readers can't follow, with their default levels; these fail a build, too. */
const BROKEN_KINDS = {
  /** No page or file at the address. */
  "broken-link": "error",
  /** No file at the `.md` path. */
  "broken-markdown-link": "warn",
  /** The page has no such id. */
  "broken-anchor": "error",
  "broken-image": "error",
  /** A download that doesn't exist. */
  "broken-file": "error",
  /** A video, sound or frame that doesn't exist. */
  "broken-media": "error",
  /** The path differs from the target only in case. */
  "wrong-case": "error",
  /** The page is a draft, which is not published. */
  "draft-link": "error",
  /** A link without a URL or without content. */
  "empty-link": "error",
  "bad-encoding": "error",
  /** Redirects in a cycle. */
  "redirect-loop": "error",
} as const satisfies Readonly<Record<string, LinkLevel>>;

/** All faults of links, with their default levels. */
const KINDS = {
  ...BROKEN_KINDS,
  /** The configuration, a sidebar or a page's front matter refers to something that doesn't exist. */
  "broken-reference": "error",
  /** A redirect that leads to a redirect. */
  "redirect-chain": "warn",
  /** The target has moved; a redirect leads to it. */
  "redirected-link": "warn",
  /** From a listed page to an unlisted one. */
  "unlisted-link": "warn",
  /** An absolute URL of the site itself. */
  "own-address": "warn",
  /** `http:` for a host that the site also links to by `https:`. */
  "insecure-link": "warn",
  /** The link text doesn't describe the target. */
  "vague-text": "warn",
  /** Two elements of a page share an id. */
  "duplicate-id": "warn",
  /** No page links to this page. */
  orphan: "warn",
  /** The final slash differs from that of the page's URL. */
  "trailing-slash": "ignore",
  /** An ignore entry or comment that matches nothing. */
  "unused-ignore": "warn",
  /** An external page doesn't exist, or its server doesn't respond. */
  "external-broken": "error",
  /** An external page has no such id. */
  "external-anchor": "warn",
  /** An external page has moved permanently (301, 308). */
  "external-moved": "warn",
  /** An address in a private network. */
  "external-private": "warn",
  /** An external server refuses automated requests (401, 403, 429). */
  "external-unsure": "ignore",
} as const satisfies Readonly<Record<string, LinkLevel>>;

/** Name of a kind of finding. */
export type LinkKind = keyof typeof KINDS;

export const DEFAULT_LINK_LEVELS: Readonly<Record<LinkKind, LinkLevel>> = KINDS;
export const LINK_KINDS = Object.keys(KINDS) as LinkKind[];

/** Whether a link with this fault can't be followed. */
export function isBroken(kind: LinkKind): boolean {
  return Object.hasOwn(BROKEN_KINDS, kind);
}
