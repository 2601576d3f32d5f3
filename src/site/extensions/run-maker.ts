import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { MadeText, MakerTask, PageMaker } from "../../config/extensions.ts";
import { type Entry, readFolder } from "../../engine/entries.ts";
import { attempt } from "../../shared/attempt.ts";
import { contains, slashedPath } from "../../shared/disk-path.ts";
import { readRegular } from "../../shared/regular-file.ts";
import { type CodeFault, faultOf, inspectShort } from "../../shared/user-code/fault.ts";

/** What a maker has returned or thrown, and everything that it has read. */
export interface MakerRun {
  readonly made: { readonly pages: readonly MadeText[] } | { readonly fault: CodeFault };
  /** Digests by path, relative to the root; empty for an absent file. */
  readonly files: Readonly<Record<string, string>>;
  /** Names by path. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
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
