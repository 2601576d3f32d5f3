import { hash } from "node:crypto";
import { joinKey, splitKey } from "../engine/key.ts";
import type { DefineTask, Task, TaskDef } from "../engine/task.ts";

/** Content of an output file: its bytes, or a file to copy. */
export type OutputData = string | Uint8Array | CopiedFile;

interface CopiedFile {
  /** Absolute path. */
  readonly copyOf: string;
  /** Digest of its bytes. */
  readonly digest: string;
}

/** A file of the output, and the key of the task that makes its content. */
export interface OutputFile {
  /** Path relative to the folder of its language. */
  readonly file: string;
  /** Key for `OutputKind.task`. */
  readonly key: string;
}

/** A kind of output files. */
export interface OutputKind {
  readonly name: string;
  /** Matches the names that files of this kind may have. */
  readonly matches: RegExp;
  /** Lists the files of a language. The key is the name of the language. */
  readonly files: TaskDef<readonly OutputFile[]>;
  /** Makes the content of one file. */
  readonly task: TaskDef<OutputData>;
  /**
   * When its files are made: `pages` first, as they take most of the time and the others depend on them; then `files`,
   * the default. `pictures` are made beside these: drawing needs the cores that highlight code before.
   */
  readonly phase?: "pages" | "pictures" | "files";
  /** Whether the list of files depends on what all pages use; each file can be made without it. */
  readonly dependsOnUses?: boolean;
}

/** Defines an output by its list of files and the task that makes one. */
export function listKind(
  define: DefineTask,
  about: Pick<OutputKind, "name" | "matches" | "task" | "phase" | "dependsOnUses">,
  files: (site: TaskSite) => Promise<readonly OutputFile[]>,
): OutputKind {
  const run = (task: Task, locale: string) => files({ task, locale });
  return { ...about, files: define(`files of ${about.name}`, { keep: "graph" }, run) };
}

/** A site in one language, as passed to outputs and checks. What they read through the task is recorded. */
export interface TaskSite {
  readonly task: Task;
  /** Name of the language. */
  readonly locale: string;
}

/** One of docgen's own outputs, whose files are made one by one. */
interface OwnOutput extends Pick<OutputKind, "name" | "matches" | "phase" | "dependsOnUses"> {
  readonly isLarge?: boolean;
  /** Paths of the files, relative to the folder of the language. */
  readonly files: (site: TaskSite) => Promise<readonly string[]>;
  /** @param last returns the file as it was made before */
  readonly make: (site: TaskSite, file: string, last: () => OutputData | undefined) => OutputData | Promise<OutputData>;
}

/** Defines an output whose files are made one by one. */
export function outputKind(define: DefineTask, { files, make, isLarge = false, ...about }: OwnOutput): OutputKind {
  const task = define<OutputData>(about.name, { keep: "output", isLarge }, (outputTask, key, last) => {
    const [locale = "", file = ""] = splitKey(key);
    return make({ task: outputTask, locale }, file, last);
  });
  return listKind(define, { ...about, task }, async (site) => {
    return (await files(site)).map((file) => ({ file, key: joinKey(site.locale, file) }));
  });
}

/** Output files with their contents. */
export type Files = readonly (readonly [file: string, data: string | Uint8Array])[];

/** An output of small files that are made together. @param make returns them with their contents */
export function smallFilesKind(
  define: DefineTask,
  name: string,
  matches: RegExp,
  make: (site: TaskSite) => Promise<Files>,
): OutputKind {
  // Made once: there may be thousands of redirects.
  const all = define<ReadonlyMap<string, string | Uint8Array>>(
    `all of ${name}`,
    {
      keep: "memory",
      digest: (files) => JSON.stringify([...files].map(([file, data]) => [file, hash("sha1", data, "base64url")])),
    },
    async (task, locale) => new Map(await make({ task, locale })),
  );
  return outputKind(define, {
    name,
    matches,
    files: async ({ task, locale }) => [...(await task.get(all, locale)).keys()],
    make: async ({ task, locale }, file) => (await task.get(all, locale)).get(file) ?? "",
  });
}

/** Files for the host, which are read only at the root of the output. */
const FOR_HOST = /^(_[^/]*|\.[^/]*|CNAME|robots\.txt)$/;
/** Files with a content hash in their names, which all locales share; not the site data of a locale. */
const SHARED = /^assets\/(?!site[^/]*\.json$)/;

/**
 * Path of a locale's file in the output folder: in the locale's own folder, except for shared files.
 *
 * @param isPage whether the file is a page, which is in the locale's folder whatever its name
 * @returns undefined for a file for the host, which exists only for the default locale, in another locale
 */
export function outputPathOf(
  file: string,
  { isDefault, folder }: { readonly isDefault: boolean; readonly folder: string },
  isPage: boolean,
): string | undefined {
  if (isDefault || (!isPage && SHARED.test(file))) return file;
  return !isPage && FOR_HOST.test(file) ? undefined : folder + file;
}
