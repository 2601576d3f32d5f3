import { joinKey, splitKey } from "../engine/key.ts";
import type { DefineTask, Task, TaskDef } from "../engine/task.ts";

/** What is written: its bytes, or the file that it is a copy of. */
export type OutputData = string | Uint8Array | CopiedFile;

export interface CopiedFile {
  /** Absolute path. */
  readonly copyOf: string;
  /** Of its bytes. */
  readonly digest: string;
}

/** A file of the output, and the result that it holds. */
export interface OutputFile {
  /** Relative to the folder of its language. */
  readonly file: string;
  /** Of the task of its kind. */
  readonly key: string;
}

/** One kind of files that a site consists of. */
export interface OutputKind {
  readonly name: string;
  /** Names that files of this kind may have. */
  readonly matches: RegExp;
  /** Those of a language. Its key is the name of the language. */
  readonly files: TaskDef<readonly OutputFile[]>;
  /** What one of them holds. */
  readonly task: TaskDef<OutputData>;
  /** Which there are is known only when all pages are; each can be made without that. */
  readonly isOfUse?: boolean;
}

/** Defines a kind by its files. */
export function listKind(
  define: DefineTask,
  about: Pick<OutputKind, "name" | "matches" | "task" | "isOfUse">,
  files: (task: Task, locale: string) => Promise<readonly OutputFile[]>,
): OutputKind {
  return { ...about, files: define({ name: `files of ${about.name}`, keep: "graph", run: files }) };
}

/**
 * A kind whose files are made one by one.
 *
 * @param files names them, relative to the folder of the language
 * @param make gives what one of them holds
 */
export function outputKind(
  define: DefineTask,
  about: Pick<OutputKind, "name" | "matches" | "isOfUse">,
  files: (task: Task, locale: string) => Promise<readonly string[]>,
  make: (task: Task, locale: string, file: string) => Promise<OutputData>,
): OutputKind {
  const { name } = about;
  const task = define<OutputData>({
    name,
    keep: "output",
    run: (own, key) => {
      const [locale = "", file = ""] = splitKey(key);
      return make(own, locale, file);
    },
  });
  return listKind(define, { ...about, task }, async (own, locale) => {
    return (await files(own, locale)).map((file) => ({ file, key: joinKey(locale, file) }));
  });
}

/** Output files with what they hold. */
export type Files = readonly (readonly [file: string, data: string | Uint8Array])[];

/** A kind of small files that are all made together. @param all names them and gives what they hold */
export function smallFilesKind(
  define: DefineTask,
  about: Pick<OutputKind, "name" | "matches">,
  all: (task: Task, locale: string) => Promise<Files>,
): OutputKind {
  return outputKind(
    define,
    about,
    async (task, locale) => (await all(task, locale)).map(([file]) => file),
    async (task, locale, file) => new Map(await all(task, locale)).get(file) ?? "",
  );
}
