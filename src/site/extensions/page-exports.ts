import { hash } from "node:crypto";
import { resolve } from "node:path";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { CodeFailure } from "../../shared/user-code/fault.ts";
import type { LoadInput } from "../../theme/theme-types.ts";
import type { PageExports } from "./site-jobs.ts";

/** What a module of the site exports. */
export type Exports = Readonly<Record<string, unknown>>;

/**
 * Front matter keys of Markdown pages that control publishing. Exported by a React page, they have no effect: it would
 * be published anyway.
 */
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
