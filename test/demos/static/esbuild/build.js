import * as esbuild from "esbuild";
import { sheetPlugin } from "./sheet-plugin.js";

await esbuild.build({
  entryPoints: ["main.js"],
  bundle: true,
  minify: true,
  outfile: "dist/main.js",
  plugins: [sheetPlugin],
});
