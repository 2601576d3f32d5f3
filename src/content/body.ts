import { statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { readText } from "./read.ts";
import type { SourcePage } from "./types.ts";

/** What a Markdown page's file holds now. @param root absolute path of the site's root */
export function textNow(root: string, { path }: SourcePage): Pick<SourcePage, "hash" | "bodyLine"> & { body: string } {
  const absolute = join(root, path);
  const bytes = statSync(absolute, { throwIfNoEntry: false })?.size ?? 0;
  const { text, hash } = bytes === 0 ? { text: "", hash: "" } : readText({ path, absolute, bytes });
  const { body, bodyLine } = parseFrontMatter(path, text);
  return { body, bodyLine, hash };
}

/**
 * The text of a Markdown page, read where only the rest of the page is known.
 *
 * @param root absolute path of the site's root
 * @throws Failure where the file is no longer what the page was made of
 */
export function bodyOf(root: string, page: SourcePage): string {
  if (page.body !== undefined) return page.body;
  const { body, hash } = textNow(root, page);
  if (hash !== page.hash) throw new Failure(1, `${page.path}: changed while the site was built; build it again`);
  return body;
}
