import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { CATEGORY_FILE, parseCategory } from "../content/category.ts";
import { parseFrontMatter } from "../content/front-matter.ts";
import { readRegular } from "../shared/regular-file.ts";

/**
 * The sidebar position after all others of a folder.
 *
 * @returns undefined if none of them has a position
 */
export function nextPosition(folder: string): number | undefined {
  if (!existsSync(folder)) return undefined;
  const positions = readdirSync(folder, { withFileTypes: true }).map((entry): number | undefined => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const name = readdirSync(path).find((file) => CATEGORY_FILE.test(file));
      return name === undefined ? undefined : parseCategory(name, textOf(join(path, name))).category.position;
    }
    if (!entry.isFile() || !/\.mdx?$/.test(entry.name)) return undefined;
    return parseFrontMatter(path, textOf(path)).frontMatter.sidebar_position;
  });
  const known = positions.filter((position) => position !== undefined);
  return known.length === 0 ? undefined : Math.floor(Math.max(...known)) + 1;
}

function textOf(path: string): string {
  return readRegular(path).toString("utf8").replaceAll("\r\n", "\n");
}
