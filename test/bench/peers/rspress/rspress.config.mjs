import { defineConfig } from "@rspress/core";

export default defineConfig({
  root: "docs",
  title: "Bench",
  outDir: "build",
  markdown: { link: { checkDeadLinks: true } },
});
