import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { WriteFile } from "../output/types.ts";
import { createWriteFile } from "../output/write-file.ts";
import { type IndexChange, updateIndexPages } from "../search/update-index.ts";
import type { HelperAnswer, HelperTask } from "./helper-worker.ts";
import { createLocalDraft, createRemoteDraft, type IndexDraft, type IndexSettings } from "./index-draft.ts";
import { TOOL_ROOT } from "./tool.ts";

const WORKER = join(TOOL_ROOT, "dist/build/helper-worker.js");

/** Does what nobody waits for until the end, in a thread of its own once that is started. */
export interface Helper {
  readonly write: WriteFile;
  /** Begins a search index. */
  readonly draftIndex: (settings: IndexSettings) => IndexDraft;
  /** Brings a search index up to date as `updateIndexPages` does; its bytes are gone from this thread then. */
  readonly updateIndex: (
    file: Buffer,
    changes: readonly IndexChange[],
    parentLevels: number,
  ) => Promise<readonly Uint8Array[]>;
  /** For hundreds of pages: writing and indexing them takes as long as rendering them. */
  readonly startThread: () => void;
  /** Ends when everything is written. */
  readonly close: () => Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: HelperAnswer) => void;
  readonly reject: (error: Error) => void;
}

export function createHelper(): Helper {
  const writeHere = createWriteFile();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  /** What ended the thread before its time. */
  let failure: Error | undefined;
  /** Updates that the thread is at: they take longer than writing here does. */
  let updates = 0;
  let nextId = 0;
  let nextIndex = 0;
  let whenIdle = () => {};

  const end = (id: number, tell: (one: Waiting) => void) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (one !== undefined) tell(one);
    if (waiting.size === 0) whenIdle();
  };
  const start = (): Worker => {
    const thread = new Worker(WORKER);
    thread.on("message", (answer: HelperAnswer) => {
      end(answer.id, ({ resolve, reject }) => {
        if ("failure" in answer) reject(Object.assign(new Error(answer.failure.message), answer.failure));
        else resolve(answer);
      });
    });
    thread.on("error", (error) => {
      worker = undefined;
      failure = error;
      for (const id of [...waiting.keys()]) end(id, ({ reject }) => reject(error));
    });
    return thread;
  };
  const ask = (
    thread: Worker,
    taskOf: (id: number) => HelperTask,
    moved: readonly ArrayBufferLike[] = [],
  ): Promise<HelperAnswer> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) throw failure;
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      thread.postMessage(taskOf(id), moved as ArrayBuffer[]);
    });
  return {
    write: async (...file) => {
      if (worker === undefined || updates > 0) return writeHere(...file);
      const answer = await ask(worker, (id) => ({ kind: "write", id, file }));
      if ("state" in answer) return answer.state;
      throw new Error(`the thread that writes files did not say how ${file[0]} is now`);
    },
    draftIndex: (settings) => {
      const thread = worker;
      if (thread === undefined) return createLocalDraft(settings);
      const index = nextIndex++;
      const tell = (task: HelperTask) => thread.postMessage(task);
      tell({ kind: "index", index, settings });
      return createRemoteDraft({
        add: (page) => tell({ kind: "page", index, page }),
        end: async () => {
          const answer = await ask(thread, (id) => ({ kind: "end", id, index }));
          return "parts" in answer ? answer.parts : [];
        },
      });
    },
    updateIndex: async (file, changes, parentLevels) => {
      if (worker === undefined) return updateIndexPages(file, changes, parentLevels);
      updates++;
      const answer = await ask(worker, (id) => ({ kind: "update", id, file, changes, parentLevels }), [file.buffer]);
      updates--;
      return "parts" in answer ? answer.parts : [];
    },
    startThread: () => {
      worker ??= start();
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        whenIdle = resolve;
        if (waiting.size === 0) resolve();
      });
      await worker?.terminate();
      worker = undefined;
    },
  };
}
