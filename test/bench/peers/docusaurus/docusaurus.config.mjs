/** @type {import("@docusaurus/types").Config} */
export default {
  title: "Bench",
  url: "https://example.com",
  baseUrl: "/",
  onBrokenLinks: "throw",
  future: { v4: true, faster: true },
  i18n: { defaultLocale: "en", locales: ["en"] },
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }], "@docusaurus/plugin-sitemap"],
  themes: [
    "@docusaurus/theme-classic",
    ["@easyops-cn/docusaurus-search-local", { hashed: true, indexBlog: false, docsRouteBasePath: "/" }],
  ],
  themeConfig: {
    navbar: { title: "Bench" },
    prism: { additionalLanguages: ["bash", "json"] },
  },
};
