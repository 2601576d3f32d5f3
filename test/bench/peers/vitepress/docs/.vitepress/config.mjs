import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Bench",
  outDir: "../build",
  cleanUrls: true,
  sitemap: { hostname: "https://example.com" },
  themeConfig: {
    search: { provider: "local" },
    sidebar: JSON.parse(readFileSync(new URL("../../sidebar.json", import.meta.url), "utf8")),
  },
});
