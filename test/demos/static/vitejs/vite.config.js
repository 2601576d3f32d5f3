import { defineConfig } from "vite";
import { sheetPlugin } from "./sheet-plugin.js";

export default defineConfig({
  plugins: [sheetPlugin()],
  // what is imported without a query becomes a file with an address
  assetsInclude: ["**/*.xlsx", "**/*.numbers"],
});
