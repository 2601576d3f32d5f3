import type { PageKind } from "./content-types.ts";

/** Properties of a page kind. Their components are in `theme/PageContent.tsx`. */
interface PageTraits {
  /** Category of their search results; undefined: not searchable. */
  readonly search: "docs" | "blog" | "other" | undefined;
  /** Whether they get a social card. */
  readonly hasCard: boolean;
  /** Whether `llms.txt` lists those that are in no sidebar and not in the blog. */
  readonly inLlms: boolean;
  /** Whether their Markdown copy is the index of a folder. */
  readonly isFolder: boolean;
}

/** The properties of all page kinds. */
export const PAGE_KINDS: Readonly<Record<PageKind, PageTraits>> = {
  doc: { search: "docs", hasCard: true, inLlms: true, isFolder: false },
  category: { search: "docs", hasCard: true, inLlms: false, isFolder: true },
  page: { search: "other", hasCard: true, inLlms: true, isFolder: false },
  post: { search: "blog", hasCard: true, inLlms: false, isFolder: false },
  blogList: { search: undefined, hasCard: false, inLlms: false, isFolder: false },
  docList: { search: undefined, hasCard: false, inLlms: false, isFolder: false },
};
