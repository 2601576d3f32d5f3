// Keeps a reference to the compiled WebAssembly of Oniguruma. As long as there is one, highlighting threads reuse it: a
// third of the CPU time of a small build.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const shiki = createRequire(import.meta.url).resolve("shiki/onig.wasm");
globalThis.oniguruma = new WebAssembly.Module(readFileSync(shiki));
