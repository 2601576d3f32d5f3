// Threads that highlight code take over what their process has compiled of Oniguruma as long as something refers to it:
// a third of the processor time of a small build.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const shiki = createRequire(import.meta.url).resolve("shiki/onig.wasm");
globalThis.oniguruma = new WebAssembly.Module(readFileSync(shiki));
