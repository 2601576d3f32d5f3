import { basename, join } from "node:path";
import { isMapping, parseYaml } from "../../content/data-file.ts";
import { readRegular } from "../../shared/regular-file.ts";
import type { ContentSet, Job } from "../job.ts";
import { asText } from "../read/config-values.ts";

/** Path of the file that describes a blog's authors, relative to the blog's folder in the new site. */
export function authorsPath(blog: ContentSet): string {
  const path = oldPath(blog);
  return path.startsWith("../") ? basename(path) : path;
}

/** The same in the Docusaurus site, where it may be outside of the folder. */
function oldPath({ options }: ContentSet): string {
  return asText(options.authorsMapPath)?.replace(/^\.\//, "") ?? "authors.yml";
}

/** Copies files of authors that are outside of the folders of their blogs, and names keys as docgen does. */
export function copyAuthors({ root, docusaurus: { sets }, hasFile, put }: Job): void {
  for (const set of sets.filter(({ kind }) => kind === "blog")) {
    const copyOf = join(root, set.folder, oldPath(set));
    const text = hasFile(copyOf) ? readRegular(copyOf).toString("utf8") : "";
    const renamed = text.replace(/^(\s+["']?)imageURL(?=["']?\s*:)/gm, "$1image_url");
    if (text !== "" && (authorsPath(set) !== oldPath(set) || renamed !== text))
      put(`content/${set.target}/${authorsPath(set)}`, renamed === text ? { copyOf } : { text: renamed });
  }
}

/** Whether a blog has a file of authors: Docusaurus then has a list of them, docgen only if one has a page. */
export function hasAuthors(set: ContentSet, { root, hasFile }: Job): boolean {
  const path = join(root, set.folder, oldPath(set));
  const parsed = hasFile(path) ? parseYaml(readRegular(path).toString("utf8")) : { value: undefined };
  return "value" in parsed && isMapping(parsed.value) && Object.keys(parsed.value).length > 0;
}
