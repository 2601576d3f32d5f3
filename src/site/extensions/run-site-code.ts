import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { MadeText, MakerTask, PageMaker } from "../../config/extensions.ts";
import { type Entry, readFolder } from "../../engine/entries.ts";
import { attempt } from "../../shared/attempt.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { CodeFailure, faultOf, inspectShort } from "../../shared/user-code/fault.ts";
import type { LoadInput } from "../../theme/theme-types.ts";
import type { MakerRun, PageExports } from "./site-jobs.ts";

/** What a module of the site exports. */
export type Exports = Readonly<Record<string, unknown>>;

/** Front matter keys that control publishing. Exported by a React page, they would have no effect. */
const WITHOUT_EFFECT = ["draft", "unlisted", "slug", "aliases", "search"];

/** The properties that a React page exports, with the result of its `load`. @throws CodeFailure if one is wrong */
export async function exportsOf(root: string, path: string, module: Exports): Promise<PageExports> {
  const { title, description, scripts, load: loadData } = module;
  for (const [name, value] of Object.entries({ title, description })) {
    if (value !== undefined && typeof value !== "string")
      throw unusable(path, `exports a ${name} that is not a string`);
  }
  if (scripts !== undefined && !(Array.isArray(scripts) && scripts.every((name) => typeof name === "string"))) {
    throw unusable(path, "exports scripts, which must be a list of names");
  }
  const ineffective = WITHOUT_EFFECT.find((name) => name in module);
  if (ineffective !== undefined) {
    const hint =
      "a React page can export title, description, scripts and load; start the name of a file that is not a page with _, such as _like-this.tsx";
    throw unusable(path, `exports ${ineffective}, which has no effect`, hint);
  }
  if (loadData === undefined) return plain({ title, description, scripts });
  if (typeof loadData !== "function") throw unusable(path, "exports load, which must be a function");
  const reads: Record<string, string> = {};
  let isLoading = true;
  const input: LoadInput = {
    read: (name) => {
      if (!isLoading) throw new Error(`read("${name}"): load() has returned; return what the page needs`);
      const file = resolve(root, name);
      if (!contains(root, file)) throw new Error(`read("${name}"): the file is outside the site's root`);
      const bytes = readRegular(file);
      reads[slashedPath(root, file)] = hash("sha1", bytes);
      return bytes.toString("utf8");
    },
  };
  const data: unknown = await loadData(input);
  isLoading = false;
  try {
    return plain({ title, description, scripts, data, reads });
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    const hint = "return strings, numbers, arrays and objects";
    throw unusable(path, `load() returns a value that JSON can't represent: ${reason}`, hint);
  }
}

function plain(exports: object): PageExports {
  return JSON.parse(JSON.stringify(exports)) as PageExports;
}

/** The failure of a module whose exports can't be used. @param owner its name */
export function unusable(owner: string, message: string, hint?: string): CodeFailure {
  return new CodeFailure({ kind: "unusable", owner, message, stack: "", ...(hint === undefined ? {} : { hint }) });
}

/** Runs a maker of pages in the thread of the site's code. @param owner name of its module */
export async function runMaker(maker: PageMaker | undefined, root: string, owner: string): Promise<MakerRun> {
  const files: Record<string, string> = {};
  const folders: Record<string, readonly string[]> = {};
  const inside = (call: string, path: string): string => {
    const absolute = resolve(root, path);
    if (!contains(root, absolute)) throw new Error(`task.${call}("${path}"): the path is outside the site's root`);
    return slashedPath(root, absolute);
  };
  const task: MakerTask = {
    read: (path) => {
      const name = inside("read", path);
      const bytes = attempt(() => readRegular(resolve(root, name)));
      files[name] = bytes === undefined ? "" : hash("sha1", bytes);
      if (bytes === undefined) throw new Error(`task.read("${path}"): the file can't be read`);
      return bytes.toString("utf8");
    },
    list: (path) => {
      const name = inside("list", path);
      folders[name] = visibleNames(readFolder(root, name));
      return folders[name];
    },
  };
  try {
    return { made: { pages: textsOf(await maker?.make({ task })) }, files, folders };
  } catch (thrown) {
    // What it has read may be at fault: an edit of that runs it again.
    return { made: { fault: faultOf(owner, thrown) }, files, folders };
  }
}

/** The names that a maker sees in a folder. */
export function visibleNames(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ name, kind, bytes }) => (kind === "other" || bytes !== undefined ? [] : [name]));
}

/** Copies only the fields of pages: others may have values that can't be sent to another thread. */
function textsOf(value: unknown): readonly MadeText[] {
  if (!Array.isArray(value)) throw new TypeError("did not return a list of pages");
  return (value as readonly Partial<MadeText>[]).map((page) => {
    const { path, markdown } = page ?? {};
    if (typeof path === "string" && typeof markdown === "string") return { path, markdown };
    throw new TypeError(`returned a page without a path and a text, markdown: ${inspectShort(page)}`);
  });
}
