import { defineConfig } from "vitest/config";
import config from "../vitest.config.ts";

/** `npm run test:fast`, for every save: what needs no browser, no whole site and few processes. */
export default defineConfig({
  test: {
    ...config.test,
    // No browser is looked for, and none is installed where there is none.
    globalSetup: [],
    include: [
      "test/markdown/*.test.ts",
      "test/search/{bm25,properties,query,search-index,tokens}.test.ts",
      "test/samples/output.test.ts",
      "test/{fixtures,layers,lockfile,markdown-copies,navigation,react-pages,settings,sitemap,tags}.test.ts",
    ],
  },
});
