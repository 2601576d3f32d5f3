/** Folder and path of the page for which functions of a configuration give an address. */
export const SAMPLE_PAGE = { dir: "docgen-folder", path: "docgen-part/docgen-page.md" };
