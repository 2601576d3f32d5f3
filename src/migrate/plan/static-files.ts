import { join } from "node:path";
import { IGNORED } from "../../content/scan.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import type { Job } from "../job.ts";
import { listTree } from "../read/list-tree.ts";
import { STATIC, staticPath } from "./new-paths.ts";

const ASSETS =
  "is renamed to site-assets/ because docgen reserves assets/; pages and settings are updated: check links from other sites and addresses in components";

/** Copies the folders of static files. */
export function copyStatics(job: Job): void {
  const { root, docusaurus, put, noteFile } = job;
  for (const folder of docusaurus.staticFolders) {
    const files = listTree(folder, job, (name) => IGNORED.test(name));
    for (const file of files) put(`${STATIC}/${staticPath(file)}`, { copyOf: join(folder, file) });
    if (files.some((file) => staticPath(file) !== file))
      noteFile(slashedPath(root, join(folder, "assets")), "hand", ASSETS);
  }
}
