/** Where the parts of Docusaurus' theme that pages in React use come to stand. */
export const SHIM = "src/docusaurus.tsx";

/** Its names, by the modules of Docusaurus. */
export const PARTS: Readonly<Record<string, string>> = {
  "@theme/Layout": "Layout",
  "@theme/Heading": "Heading",
  "@docusaurus/Link": "Link",
  "@docusaurus/Head": "Head",
  "@docusaurus/Translate": "Translate",
  "@docusaurus/useBaseUrl": "useBaseUrl",
  "@docusaurus/useDocusaurusContext": "useDocusaurusContext",
  clsx: "clsx",
  classnames: "clsx",
};
