import { parentPort } from "node:worker_threads";
import type { FileState, WriteFile } from "../output/types.ts";
import { createWriteFile } from "../output/write-file.ts";
import { createIndexWriter, type IndexWriter } from "../search/index-writer.ts";
import { type IndexChange, updateIndexPages } from "../search/update-index.ts";
import { createHeldParts, type HeldParts } from "./held-parts.ts";
import { type IndexedPage, type IndexSettings, withSections } from "./index-draft.ts";

/** What the thread does; what has an id is answered. */
export type HelperTask =
  | { readonly kind: "write"; readonly id: number; readonly file: Parameters<WriteFile> }
  /** Begins a search index. */
  | { readonly kind: "index"; readonly index: number; readonly settings: IndexSettings }
  | { readonly kind: "page"; readonly index: number; readonly page: IndexedPage }
  /** Ends a search index. */
  | { readonly kind: "end"; readonly id: number; readonly index: number }
  | {
      readonly kind: "update";
      readonly id: number;
      /** Bytes of the file of an index. */
      readonly file: Uint8Array;
      readonly changes: readonly IndexChange[];
      readonly parentLevels: number;
    };

export type HelperAnswer =
  | { readonly id: number; readonly state: FileState }
  /** The parts of an index file. */
  | { readonly id: number; readonly parts: readonly Uint8Array[] }
  // What an error of the system says besides its message is lost on the way between threads.
  | { readonly id: number; readonly failure: Readonly<Record<"message" | "code" | "path" | "syscall", string>> };

const write = createWriteFile();
const indexes = new Map<number, { readonly writer: IndexWriter; readonly held: HeldParts }>();

parentPort?.on("message", (task: HelperTask) => {
  switch (task.kind) {
    case "write":
      return parentPort?.postMessage(written(task));
    case "index": {
      const held = createHeldParts();
      indexes.set(task.index, { writer: createIndexWriter(...task.settings, held.hold), held });
      return;
    }
    case "page":
      return indexes.get(task.index)?.writer.add(withSections(task.page));
    case "end": {
      const index = indexes.get(task.index);
      indexes.delete(task.index);
      index?.writer.end();
      return answer(task.id, index?.held.release() ?? []);
    }
    case "update": {
      const { id, file, changes, parentLevels } = task;
      const whole = Buffer.from(file.buffer, file.byteOffset, file.length);
      return answer(id, updateIndexPages(whole, changes, parentLevels));
    }
  }
});

/** Parts go as they are, but for small ones: those share their memory with others, and are copied. */
function answer(id: number, parts: readonly Buffer[]): void {
  const own = parts.flatMap(({ buffer }) => (buffer.byteLength > Buffer.poolSize ? [buffer as ArrayBuffer] : []));
  parentPort?.postMessage({ id, parts } satisfies HelperAnswer, [...new Set(own)]);
}

function written({ id, file }: HelperTask & { kind: "write" }): HelperAnswer {
  try {
    return { id, state: write(...file) };
  } catch (error) {
    const { message, code = "", path = file[0], syscall = "" } = error as NodeJS.ErrnoException;
    return { id, failure: { message, code, path, syscall } };
  }
}
