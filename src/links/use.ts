import type { LinkKind } from "../shared/link-kinds.ts";
import type { Position } from "../shared/problem.ts";
import type { LinkSource, SiteIndex } from "./resolve.ts";

/** A link in a source file, with its position. Plain data: stored on disk. */
export interface WrittenLink extends Position {
  readonly target: string;
  /** Where `target` begins in its source, if the parser says so. */
  readonly address?: Position | undefined;
  /** `link`: an anchor element; `image`, `media` and `frame`: embedded in the page; `redirect`: the target of an old address. */
  readonly kind: "link" | "image" | "media" | "frame" | "redirect";
  /** Its accessible text, if known. */
  readonly text?: string;
}

/** A link with the context to resolve it. */
export interface LinkUse extends WrittenLink {
  readonly source: LinkSource;
  /** Link targets of the site. */
  readonly index: SiteIndex;
}

/** A problem with a link or with a link target. */
export interface LinkFinding extends Position {
  readonly kind: LinkKind;
  /** As written; ignore lists are matched against it. */
  readonly target: string;
  readonly address?: Position | undefined;
  /** Normalised subject: findings of one kind and subject are reported together. */
  readonly subject: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Replacement for the target, if there is exactly one candidate. */
  readonly fix?: string;
  /** The replacement is the new location of a page or file that was moved. */
  readonly isRenamed?: true;
  /** The link has the site's full URL; other content may be served from the same origin. */
  readonly isAbsolute?: true;
  /** The link is the path of a source file; builds treat it less strictly. */
  readonly isPath?: true;
  /** The missing source file that the link refers to; git may know its new path. */
  readonly missing?: string;
}
