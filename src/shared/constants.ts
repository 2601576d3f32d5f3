/** Local storage key of the chosen colour mode (specification section 4). */
export const COLOR_MODE_STORAGE_KEY = "theme";

/** Local storage keys of the announcement bar: the id that was seen last, and whether it was dismissed. */
export const ANNOUNCEMENT_ID_KEY = "docgen.announcement.id";
export const ANNOUNCEMENT_DISMISSED_KEY = "docgen.announcement.dismissed";

/** Local storage key of the preferred docs version, without the id of the docs (specification section 4). */
export const DOCS_VERSION_KEY_PREFIX = "docs-preferred-version-";

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

/**
 * Field of `history.state` in the entry that an open drawer adds, so that Back closes it. Who
 * navigates from such an entry replaces it, and does not carry the field over.
 */
export const DRAWER_STATE_KEY = "drawer";

/** Characters that the search box takes (specification section 5). */
export const SEARCH_INPUT_MAX_LENGTH = 512;

/** A question that has no answer after this long is stalled, in milliseconds (specification section 9). */
export const SEARCH_STALL_MS = 300;

/** BM25 parameters (specification section 7): length normalisation and term saturation. */
export const BM25_B = 0.75;
export const BM25_K1 = 1.2;

/** Name of the meta tag that holds the address of the diagram library, on pages with diagrams. */
export const MERMAID_META = "docgen-mermaid";
/** Names the page that live samples run in, on pages with samples. */
export const LIVE_FRAME_META = "docgen-live-frame";

/** The progress bar of a route change (specification section 9): it shows after a delay, begins at a minimum, and creeps. */
export const PROGRESS_DELAY_MS = 200;
export const PROGRESS_MINIMUM = 0.08;
export const PROGRESS_SPEED_MS = 200;
export const PROGRESS_TRICKLE_RATE = 0.02;
export const PROGRESS_TRICKLE_MS = 800;

/** What loads longer than this shows a spinner (specification section 9). */
export const SPINNER_DELAY_MS = 200;

/** Characters of the random key of a history entry (specification section 9). */
export const HISTORY_KEY_LENGTH = 6;

/** Dispatched on the document when a page has come to be shown; its detail says which was shown before. */
export const NAVIGATED_EVENT = "docgen:navigated";

/** Session storage key of the words that the next page is to highlight, in case that the browser loads it. */
export const CARRIED_KEY = "docgen.search.carried";

/** Dispatched on the document with the routes of search results that were shown (specification section 9). */
export const SEARCH_VIEWS_EVENT = "docgen:search-views";
export const VIEW_EVENTS_BATCH = 20;
export const VIEW_EVENTS_DEBOUNCE_MS = 400;

/** Route of the page that hosts show where there is none. */
export const NOT_FOUND_ROUTE = "/404.html";

/** While pages are being written: names the tag with the version of the page that is shown. */
export const DEV_META = "docgen-dev";
/** While pages are being written: dispatched on the document before an article is given its behaviour. */
export const DEV_ARTICLE_EVENT = "docgen:dev-article";
/** While pages are being written: asks the client to take up a page that has been swapped in place. */
export const DEV_SWAP_EVENT = "docgen:dev-swap";
/** While pages are being written: dispatched on the document when something of the site has changed. */
export const DEV_CHANGED_EVENT = "docgen:dev-changed";
/** Attribute of the element that React has taken over. */
export const HYDRATED = "data-hydrated";

/** Folder for what is under way and what is kept for the next time, inside the site's root. */
export const WORK_FOLDER = ".docgen";

/** Element around a component of the site's own that runs in the browser, too, and around that one's content. */
export const ISLAND = "docgen-island";
export const ISLAND_CONTENT = "docgen-content";

/** Folder of a site's page template and of its own components of the theme, relative to the root. */
export const TEMPLATES = "templates";
