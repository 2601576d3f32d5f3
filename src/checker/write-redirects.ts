import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseFrontMatter } from "../content/front-matter.ts";
import { rewriteFile } from "../shared/fixed-file.ts";
import type { Site } from "../site/model/site.ts";
import type { MovedPage } from "./renames.ts";

/** Redirects that were written into a file, or that could not be written. */
export interface WrittenRedirects {
  /** Source code of the entries. */
  readonly entries: readonly string[];
  /** Undefined if no file could be changed safely. */
  readonly path: string | undefined;
}

/**
 * Writes redirects from the old addresses of moved pages: into the front matter of a Markdown page, where they move
 * with it, else into the configuration, if it has a literal list to add them to.
 */
export async function writeRedirects(
  { root, loaded }: Pick<Site, "root" | "loaded">,
  moved: readonly MovedPage[],
): Promise<WrittenRedirects[]> {
  const written: WrittenRedirects[] = [];
  const others: MovedPage[] = [];
  for (const page of moved) {
    const file = join(root, page.path);
    const text = /\.mdx?$/.test(page.path) ? withAlias(page.path, await readFile(file, "utf8"), page.from) : undefined;
    if (text === undefined) {
      others.push(page);
      continue;
    }
    rewriteFile(file, text);
    written.push({ entries: [`aliases: [${yamlText(page.from)}]`], path: page.path });
  }
  if (others.length === 0) return written;
  const entries = others.map(({ from, to }) => `{ from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)} }`);
  const { extendList } = await import("../config/item-place.ts");
  const extended = extendList(loaded.sources, "redirects", entries);
  if (extended !== undefined) rewriteFile(join(root, extended.path), extended.text);
  return [...written, { entries: entries.map((entry) => `${entry},`), path: extended?.path }];
}

/** Adds an alias to the front matter of a page; undefined if that can't be done by adding text alone. */
export function withAlias(path: string, written: string, alias: string): string | undefined {
  const source = written.replace(/^\uFEFF/, "");
  const item = yamlText(alias);
  const added = `aliases: [${item}]\n`;
  const [opening] = /^---[ \t]*\r?\n/.exec(source) ?? [];
  if (opening === undefined) return `---\n${added}---\n\n${source}`;
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(source)?.index ?? source.length;
  const [head, rest] = [source.slice(0, end), source.slice(end)];
  const inLine = head.replace(
    /^(aliases:[ \t]*\[[^\]\r\n]*[^\][ \t\r\n])[ \t]*\]/m,
    (_, list: string) => `${list}, ${item}]`,
  );
  const onLines = head.replace(/^(aliases:[ \t]*\r?\n)([ \t]*- )/m, (_, key: string, dash: string) => {
    return `${key}${dash}${item}\n${dash}`;
  });
  const extended = [inLine, onLines].find((text) => text !== head) ?? opening + added + head.slice(opening.length);
  const aliasesIn = (text: string) => parseFrontMatter(path, text.replaceAll("\r\n", "\n")).frontMatter.aliases ?? [];
  const expected = [...aliasesIn(source), alias].sort();
  return aliasesIn(extended + rest)
    .toSorted()
    .join("\n") === expected.join("\n")
    ? extended + rest
    : undefined;
}

function yamlText(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}
