import { parentPort } from "node:worker_threads";
import { type SearchPage, searchSources } from "../search/documents.ts";
import { buildSearchIndex } from "../search/search-index.ts";

/** An index to be made in a thread of its own: with thousands of pages it takes seconds. */
export interface IndexTask {
  readonly pages: readonly SearchPage[];
  readonly levels: number;
  readonly synonyms: Parameters<typeof buildSearchIndex>[2];
}

// Answers with the index file's bytes.
parentPort?.on("message", ({ pages, levels, synonyms }: IndexTask) => {
  const text = JSON.stringify(buildSearchIndex(searchSources(pages), levels, synonyms));
  const file = new TextEncoder().encode(text);
  parentPort?.postMessage(file.buffer, [file.buffer]);
});
