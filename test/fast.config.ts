import { defineConfig } from "vitest/config";
import config from "../vitest.config.ts";

/** `npm run test:fast`: what needs no browser, no whole site and few processes. */
export default defineConfig({
  test: {
    ...config.test,
    include: [
      "test/markdown/*.test.ts",
      "test/search/{bm25,properties,query,search-index,tokens}.test.ts",
      "test/samples/output.test.ts",
      "test/{blog,config,content,head,layers,lockfile,markdown-copies,navigation}.test.ts",
      "test/{react-pages,settings,sitemap,tags,versions}.test.ts",
    ],
  },
});
