import { statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { readText } from "./read.ts";
import type { SourcePage } from "./types.ts";

/**
 * The text of a Markdown page, read where only the rest of the page is known.
 *
 * @param root absolute path of the site's root
 * @throws Failure where the file is no longer what the page was made of
 */
export function bodyOf(root: string, page: SourcePage): string {
  if (page.body !== undefined) return page.body;
  const absolute = join(root, page.path);
  const bytes = statSync(absolute, { throwIfNoEntry: false })?.size ?? 0;
  const { text, hash } = bytes === 0 ? { text: "", hash: "" } : readText({ path: page.path, absolute, bytes });
  if (hash !== page.hash) throw new Failure(1, `${page.path}: changed while the site was built; build it again`);
  return parseFrontMatter(page.path, text).body;
}
