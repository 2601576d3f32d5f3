/** How seriously a kind of finding is taken. */
export type LinkLevel = "error" | "warn" | "ignore";

/** Everything that can be wrong with a link, and how bad that is unless configured otherwise. */
const KINDS = {
  /** No page or file at the address. */
  "broken-link": "error",
  /** No file at the `.md` path. */
  "broken-markdown-link": "error",
  /** The page has no such id. */
  "broken-anchor": "error",
  "broken-image": "error",
  /** A download that isn't there. */
  "broken-file": "error",
  /** A video, sound or frame that isn't there. */
  "broken-media": "error",
  /** Right but for upper and lower case. */
  "wrong-case": "error",
  /** The page is a draft, which readers do not get. */
  "draft-link": "error",
  /** No address, or nothing to click on. */
  "empty-link": "error",
  "bad-encoding": "error",
  /** Redirects that lead to each other. */
  "redirect-loop": "error",
  /** The configuration, a sidebar or a page's front matter names what isn't there. */
  "broken-reference": "error",
  /** A redirect that leads to a redirect. */
  "redirect-chain": "warn",
  /** The address has moved, and a redirect leads on. */
  "redirected-link": "warn",
  /** From a listed page to an unlisted one. */
  "unlisted-link": "warn",
  /** Names the site's own origin. */
  "own-address": "warn",
  /** `http:` where the site also links to the host by `https:`. */
  "insecure-link": "warn",
  /** The text says nothing about where the link leads. */
  "vague-text": "warn",
  /** Two elements of a page have one id. */
  "duplicate-id": "warn",
  /** Nothing links to the page. */
  orphan: "warn",
  /** Another final slash than the page's own address has. */
  "trailing-slash": "ignore",
  /** An entry of an ignore list, or a comment, that ignores nothing. */
  "unused-ignore": "warn",
  /** Another site does not have the page, or does not answer. */
  "external-broken": "error",
  /** Another site's page has no such id. */
  "external-anchor": "warn",
  /** Another site says that the page has moved for good. */
  "external-moved": "warn",
  /** An address inside a private network. */
  "external-private": "warn",
  /** Another site does not let programs look (401, 403, 429). */
  "external-unsure": "ignore",
} as const satisfies Readonly<Record<string, LinkLevel>>;

/** Name of a kind of finding. */
export type LinkKind = keyof typeof KINDS;

export const DEFAULT_LINK_LEVELS: Readonly<Record<LinkKind, LinkLevel>> = KINDS;
export const LINK_KINDS = Object.keys(KINDS) as LinkKind[];

/** What a reader cannot follow: these fail a build, too. */
const BROKEN: ReadonlySet<string> = new Set<LinkKind>([
  "broken-link",
  "broken-markdown-link",
  "broken-anchor",
  "broken-image",
  "broken-file",
  "broken-media",
  "wrong-case",
  "draft-link",
  "empty-link",
  "bad-encoding",
  "redirect-loop",
]);

/** True for what a reader cannot follow. */
export function isBroken(kind: LinkKind): boolean {
  return BROKEN.has(kind);
}
