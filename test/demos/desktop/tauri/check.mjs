import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

const FLAGS = ["--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];

/** The app needs a window and Rust: the calls are checked against the types of the plugins. */
export default async function check({ run }) {
  const tsc = (...files) => run("node_modules/.bin/tsc", ...FLAGS, "--lib", "esnext,dom", ...files);
  await tsc("src/main.ts");
  // the page says that an ArrayBuffer is refused
  const wrong = 'import { writeFile } from "@tauri-apps/plugin-fs"; writeFile("a.xlsx", new ArrayBuffer(1));';
  writeFileSync("src/wrong.ts", wrong);
  await assert.rejects(tsc("src/wrong.ts"), /not assignable/);
}
