import type { LinkKind } from "../shared/link-kinds.ts";
import type { LinkSource } from "./resolve.ts";
import type { SiteIndex } from "./site-index.ts";

/** Where something is written. */
export interface LinkPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A link as an author wrote it, and where. Plain data: kept on disk. */
export interface WrittenLink extends LinkPlace {
  readonly target: string;
  /** `link`: something to click on; `image` and `media`: shown in the page; `redirect`: where an old address leads. */
  readonly kind: "link" | "image" | "media" | "redirect";
  /** What a reader reads or hears of it, where that is known. */
  readonly text?: string;
}

/** A link and what it is resolved with. */
export interface LinkUse extends WrittenLink {
  readonly source: LinkSource;
  /** What the links of its page lead to. */
  readonly index: SiteIndex;
}

/** One thing that is wrong with a link, or with what links lead to. */
export interface Finding extends LinkPlace {
  readonly kind: LinkKind;
  /** As written; what ignore lists are compared with. */
  readonly target: string;
  /** What the finding is about, in one form: findings of a kind with one subject are told together. */
  readonly subject: string;
  readonly message: string;
  readonly hint?: string;
  /** What to write instead, where that is beyond doubt. */
  readonly fix?: string;
  /** True where the link names the site's own origin, where more may be served than this site. */
  readonly isAbsolute?: true;
  /** True where the link is the path of a source file, which a build takes less seriously. */
  readonly isPath?: true;
  /** The source file that the link names and that isn't there; git may know where it went. */
  readonly missing?: string;
}
