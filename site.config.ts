import { defineConfig } from "docgen/config";
import { cdn, tarball, version } from "./content/library.ts";
import { redirects } from "./content/redirects.ts";

export default defineConfig({
  title: "SheetJS CE",
  tagline: "Read, edit and write spreadsheets in JavaScript",
  description:
    "Documentation of SheetJS Community Edition: read, edit and write XLSX, XLSB, XLS, ODS, CSV and other spreadsheet files in JavaScript.",
  url: "https://docs.sheetjs.com",
  favicon: "/favicon.svg",
  customCss: ["./content/home.css"],
  socialCards: {},
  onBrokenLinks: "throw",
  onBrokenMarkdownLinks: "warn",
  colorMode: { defaultMode: "light", respectPrefersColorScheme: false },
  docs: [{ showLastUpdateTime: true }],
  search: {
    synonyms: [
      ["delete", "remove", "drop"],
      ["worksheet", "sheet", "tab"],
      ["workbook", "spreadsheet", "excel"],
      ["save", "write", "export"],
      ["load", "read", "open", "import", "parse", "parser"],
      ["insert", "add", "append"],
      ["change", "edit", "modify", "update"],
      ["damaged", "broken", "corrupt", "corrupted"],
      ["lost", "missing", "gone", "disappear"],
      ["large", "big", "huge"],
      ["column", "col"],
      ["executable", "binary", "exe"],
      ["loop", "iterate"],
      ["separator", "delimiter"],
      ["limit", "maximum", "max"],
      ["average", "mean"],
      ["picture", "image"],
      ["folder", "directory"],
      ["error", "exception"],
      ["comment", "note"],
      ["database", "db"],
      ["javascript", "js"],
      ["typescript", "ts"],
      ["python", "py"],
      ["ruby", "rb"],
      ["go", "golang"],
      ["email", "mail"],
    ],
  },
  navbar: {
    logo: { src: "/logo.svg", srcDark: "/logo-dark.svg", width: 29, height: 21 },
    items: [
      { type: "doc", docId: "index", label: "Docs", position: "left" },
      { type: "doc", docId: "getting-started/examples/index", label: "Tutorials", position: "left" },
      { type: "doc", docId: "api/index", label: "API", position: "left" },
      { label: "Blog", to: "/blog/", position: "left" },
      { label: "Source", href: "https://git.sheetjs.com/sheetjs/sheetjs", position: "right" },
      { type: "search", position: "right" },
    ],
  },
  footer: {
    style: "dark",
    links: [
      {
        title: "Docs",
        items: [
          { label: "Overview", to: "/docs" },
          { label: "Installation", to: "/docs/getting-started/installation/" },
          { label: "Tutorials", to: "/docs/getting-started/examples" },
        ],
      },
      {
        title: "Reference",
        items: [
          { label: "Reading files", to: "/docs/api/parse-options" },
          { label: "Writing files", to: "/docs/api/write-options" },
          { label: "Utility functions", to: "/docs/api/utilities/" },
        ],
      },
      {
        title: "Project",
        items: [
          { label: "Source code", href: "https://git.sheetjs.com/sheetjs/sheetjs" },
          { label: "Distribution site", href: "https://cdn.sheetjs.com" },
          { label: "Feed of the blog", to: "/blog/rss.xml" },
        ],
      },
    ],
    copyright: "SheetJS Community Edition is published under the Apache License 2.0.",
  },
  blog: { description: "What we found out about spreadsheets, the library and this site." },
  scripts: [
    { name: "xlsx", on: "demand", src: `${cdn}/dist/xlsx.full.min.js`, async: true },
    { name: "xlsx", on: "demand", src: "/shim.js", async: true },
  ],
  live: { library: { scripts: "xlsx", global: "XLSX", package: "xlsx" } },
  redirects,
  highlight: { aliases: { extendscript: "js", pl: "perl", cc: "cpp" } },
  vars: { version, tarball, cdn },
});
