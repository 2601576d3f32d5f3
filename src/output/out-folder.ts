import { lstatSync, readdirSync } from "node:fs";
import { WORK_FOLDER } from "../shared/constants.ts";
import { contains, slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { readManifest } from "./manifest.ts";

/** Folders in which the next build would read or remove the output. */
const OWN_FOLDERS = ["content", "templates", WORK_FOLDER];

/**
 * Rejects an output folder in which docgen could destroy other files.
 *
 * @param out absolute path of the output folder; may be absent
 * @param root absolute path of the site's root
 * @throws Failure (exit code 1) with the reason and the remedy
 */
export function checkOutFolder(out: string, root: string): void {
  const refuse = (why: string, remedy: string) => new Failure(1, `${out}: ${why}; ${remedy}`);
  if (contains(out, root)) {
    throw refuse("the output folder contains the site's root", "choose a separate folder with --out");
  }
  const [top = ""] = slashedPath(root, out).split("/");
  if (OWN_FOLDERS.includes(top))
    throw refuse(`is inside ${top}/, which docgen reads`, "choose a separate folder with --out");
  const info = lstatSync(out, { throwIfNoEntry: false });
  if (info === undefined) return;
  if (info.isSymbolicLink()) throw refuse("is a symbolic link", "choose the folder that it leads to with --out");
  if (!info.isDirectory()) throw refuse("is a file", "remove it or choose another folder with --out");
  if (readdirSync(out).length > 0 && readManifest(out) === undefined) {
    throw refuse("is not empty and was not written by docgen", "empty it or choose another folder with --out");
  }
}
