/** Ids of the layout's elements; the prefix keeps them apart from those of headings. */
/** The element that React takes over; it stands in the page template. */
export const APP_ID = "docgen";
/** Holds the skip link; focused after a navigation, so that Tab begins at the top. */
export const TOP_ID = "docgen-top";
export const MAIN_ID = "docgen-main";
export const ARTICLE_ID = "docgen-article";
export const SIDEBAR_ID = "docgen-sidebar";
/** The JSON block that says what a page is. */
export const PAGE_DATA_ID = "docgen-page";
/** The JSON block that lists the versions of the docs, where there are several. */
export const DOCS_VERSIONS_ID = "docgen-docs-versions";
/** The JSON block of the texts that the browser's scripts show, where they are translated. */
export const TEXTS_ID = "docgen-texts";
