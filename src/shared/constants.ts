/** Local storage key of the chosen colour mode (specification section 4). */
export const COLOR_MODE_STORAGE_KEY = "theme";

/** Local storage keys of the announcement bar: the id that was seen last, and whether it was dismissed. */
export const ANNOUNCEMENT_ID_KEY = "docgen.announcement.id";
export const ANNOUNCEMENT_DISMISSED_KEY = "docgen.announcement.dismissed";

/** Windows wider than this have the desktop layout, in CSS pixels (specification section 9). */
export const DESKTOP_BREAKPOINT_PX = 996;

/** Quiet time after the last resize event before the layout answers, in milliseconds (specification section 9). */
export const RESIZE_DEBOUNCE_MS = 20;

/** Nearer to the top than this there is no button back to it, in CSS pixels. */
export const BACK_TO_TOP_MIN_PX = 300;

/** A collapse animation's duration is derived from its height in these units, in CSS pixels (specification section 4). */
export const COLLAPSE_UNIT_PX = 36;
/** What it takes where the reader prefers reduced motion, in milliseconds. */
export const COLLAPSE_REDUCED_MOTION_MS = 1;

/** Sent on the document when another page has come to stand in the layout without a page load. */
export const NAVIGATED_EVENT = "docgen:navigated";

/**
 * Field of `history.state` in the entry that an open drawer adds, so that Back closes it. Who
 * navigates from such an entry replaces it, and does not carry the field over.
 */
export const DRAWER_STATE_KEY = "drawer";

/** Characters that the search box takes (specification section 5). */
export const SEARCH_INPUT_MAX_LENGTH = 512;

/** BM25 parameters (specification section 7): length normalisation and term saturation. */
export const BM25_B = 0.75;
export const BM25_K1 = 1.2;

/** Name of the meta tag that holds the address of the diagram library, on pages with diagrams. */
export const MERMAID_META = "docgen-mermaid";
