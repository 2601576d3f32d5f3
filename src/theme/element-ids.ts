/** Ids of layout elements; the prefix avoids clashes with ids of headings. */
/** React root, in the page template. */
export const APP_ID = "docgen";
/** Element with the skip link; focused after a navigation, so that Tab starts at the top. */
export const TOP_ID = "docgen-top";
export const MAIN_ID = "docgen-main";
export const ARTICLE_ID = "docgen-article";
export const SIDEBAR_ID = "docgen-sidebar";
/** Element of the search page in which the client renders the results. */
export const RESULTS_ID = "docgen-results";
/** JSON block with the page's data. */
export const PAGE_DATA_ID = "docgen-page";
/** JSON block with the versions of the docs, if there are several. */
export const DOCS_VERSIONS_ID = "docgen-docs-versions";
/** JSON block with translations for client scripts, if there are any. */
export const TEXTS_ID = "docgen-texts";
