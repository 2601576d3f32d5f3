import type { PageKind } from "./types.ts";

/** What sets pages of one kind apart from others. Their components are in `theme/PageContent.tsx`. */
interface PageTraits {
  /** What their search hits are; undefined: the search leaves them out. */
  readonly search: "docs" | "blog" | "other" | undefined;
  /** Whether a social card is drawn for them. */
  readonly hasCard: boolean;
  /** Whether `llms.txt` names those that no sidebar and no blog has. */
  readonly inLlms: boolean;
  /** Whether their Markdown copy, as far as they have one, stands in a folder of their own. */
  readonly isFolder: boolean;
}

/** Every kind of page that a source, or docgen itself, makes. */
export const PAGE_KINDS: Readonly<Record<PageKind, PageTraits>> = {
  doc: { search: "docs", hasCard: true, inLlms: true, isFolder: false },
  category: { search: "docs", hasCard: true, inLlms: false, isFolder: true },
  page: { search: "other", hasCard: true, inLlms: true, isFolder: false },
  post: { search: "blog", hasCard: true, inLlms: false, isFolder: false },
  blogList: { search: undefined, hasCard: false, inLlms: false, isFolder: false },
  docList: { search: undefined, hasCard: false, inLlms: false, isFolder: false },
};
