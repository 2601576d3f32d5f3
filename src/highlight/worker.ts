import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { createTokeniser } from "./tokeniser.ts";

/** A block of code to be tokenised in a worker thread. */
export interface HighlightTask {
  readonly id: number;
  readonly language: string;
  readonly code: string;
}

/** Messages of the worker, one per task. */
export type HighlightResult =
  // One string is transferred much faster than an array of lines.
  { readonly id: number; readonly html: string } | { readonly id: number; readonly failure: string };

// Read as a file: the module that embeds it takes five times as long to load, in every thread.
const wasm = readFileSync(createRequire(import.meta.url).resolve("shiki/onig.wasm"));
// An instantiator, as shiki checks whether bytes are a network response, for which Node loads all of fetch.
const tokenise = createTokeniser({ instantiator: (imports) => WebAssembly.instantiate(wasm, imports) });

parentPort?.on("message", async (tasks: readonly HighlightTask[]) => {
  for (const { id, language, code } of tasks) {
    let result: HighlightResult;
    try {
      result = { id, html: (await (await tokenise)(language, code)).join("\n") };
    } catch (error) {
      result = { id, failure: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(result);
  }
});
