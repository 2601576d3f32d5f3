/** Local storage key of the chosen colour mode. */
export const COLOR_MODE_STORAGE_KEY = "theme";

/** Local storage keys of the announcement bar: the id last shown, and whether it was dismissed. */
export const ANNOUNCEMENT_ID_KEY = "docgen.announcement.id";
export const ANNOUNCEMENT_DISMISSED_KEY = "docgen.announcement.dismissed";

/** Debounce of resize events, in milliseconds. */
export const RESIZE_DEBOUNCE_MS = 20;

/** Field of `history.state` in the entry of an open drawer, so that Back closes it. A navigation doesn't copy it. */
export const DRAWER_STATE_KEY = "drawer";

/** Maximum length of a search query, in UTF-16 code units. */
export const SEARCH_INPUT_MAX_LENGTH = 512;

/** Name of the meta tag with the URL of the diagram library, on pages with diagrams. */
export const MERMAID_META = "docgen-mermaid";
/** Name of the meta tag with the URL of the frame in which live samples run, on pages with samples. */
export const LIVE_FRAME_META = "docgen-live-frame";

/** Dispatched on the document after a navigation; its detail names the previous page. */
export const NAVIGATED_EVENT = "docgen:navigated";

/** Session storage key of the words to highlight on the next page, for a full page load. */
export const PENDING_HIGHLIGHT_KEY = "docgen.search.carried";

/** Dispatched on the document with the routes of search results that were shown, in batches. */
export const SEARCH_VIEWS_EVENT = "docgen:search-views";

/** Route of the page that hosts serve for an unknown path. */
export const NOT_FOUND_ROUTE = "/404.html";

/** Development only: name of the meta tag with the version of the page. */
export const DEV_META = "docgen-dev";
/** Development only: dispatched on the document before an article is enhanced. */
export const DEV_ARTICLE_EVENT = "docgen:dev-article";
/** Development only: tells the client that a page was replaced in place. */
export const DEV_SWAP_EVENT = "docgen:dev-swap";
/** Development only: dispatched on the document when anything in the site has changed. */
export const DEV_CHANGED_EVENT = "docgen:dev-changed";
/** Attribute of an element that React has hydrated. */
export const HYDRATED = "data-hydrated";

/** Folder inside the site's root for caches and temporary files. */
export const WORK_FOLDER = ".docgen";

/** Custom element around a component of the site that runs in the browser. */
export const ISLAND = "docgen-island";
/** Custom element around the content of such a component, which isn't hydrated. */
export const ISLAND_CONTENT = "docgen-content";

/** Folder with a site's page template and its replacements of theme components, relative to the root. */
export const TEMPLATES = "templates";

/** Key of session storage of the note about the reader's file. */
export const READER_FILE_KEY = "docgen.readerFile";
