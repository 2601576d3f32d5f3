import { defineConfig } from "docgen/config";

export default defineConfig({
  title: "My project",
  tagline: "What it is for, in a few words",
  description: "One sentence for pages that have none of their own.",
  url: "https://example.com",
  favicon: "/logo.svg",
  colorMode: { respectPrefersColorScheme: true },
  customCss: ["./content/style.css"],
  components: { Counter: { path: "./content/_components/Counter.tsx", client: "visible" } },
  navbar: {
    logo: { src: "/logo.svg", width: 28, height: 28 },
    items: [
      { type: "doc", docId: "index", label: "Docs", position: "left" },
      { label: "Blog", to: "/blog/", position: "left" },
      { type: "search", position: "right" },
    ],
  },
  footer: {
    links: [
      { label: "Docs", to: "/docs/" },
      { label: "Blog", to: "/blog/" },
      { label: "Feed", to: "/blog/rss.xml" },
    ],
    copyright: "© My project",
  },
  vars: { version: "1.0.0" },
});
