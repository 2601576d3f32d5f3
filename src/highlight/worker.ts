import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { createTokeniser } from "./tokeniser.ts";

/** Some code of one language, to be tokenised in a thread of its own. */
export interface HighlightTask {
  readonly id: number;
  readonly language: string;
  readonly code: string;
}

/** What the thread answers, one message per task. */
export type HighlightResult =
  // One text travels much faster than its lines.
  { readonly id: number; readonly html: string } | { readonly id: number; readonly failure: string };

// As a file: the module that holds it as text takes five times as long to load, in every thread.
const wasm = readFileSync(createRequire(import.meta.url).resolve("shiki/onig.wasm"));
// Given bytes, shiki asks whether they are a response of the network, for which Node loads all that fetches.
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
