/** Local storage key of the chosen colour mode (specification section 4). */
export const COLOR_MODE_STORAGE_KEY = "theme";

/** Local storage keys of the announcement bar: the id that was seen last, and whether it was dismissed. */
export const ANNOUNCEMENT_ID_KEY = "docgen.announcement.id";
export const ANNOUNCEMENT_DISMISSED_KEY = "docgen.announcement.dismissed";

/** Local storage key of the preferred docs version, without the id of the docs (specification section 4). */
export const DOCS_VERSION_KEY_PREFIX = "docs-preferred-version-";

/** Windows wider than this have the desktop layout, in CSS pixels (specification section 9). */
export const DESKTOP_BREAKPOINT_PX = 996;

/** Characters that the search box takes (specification section 5). */
export const SEARCH_INPUT_MAX_LENGTH = 512;

/** BM25 parameters (specification section 7): length normalisation and term saturation. */
export const BM25_B = 0.75;
export const BM25_K1 = 1.2;

/** Name of the meta tag that holds the address of the diagram library, on pages with diagrams. */
export const MERMAID_META = "docgen-mermaid";
