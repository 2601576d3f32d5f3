import { splitPrefix } from "./routes.ts";
import type { SourcePage } from "./types.ts";

/**
 * The title of a page with a file.
 *
 * @param heading text of the leading heading, if there is one
 */
export function titleOf(
  { frontMatter, isIndex, folder, name }: Pick<SourcePage, "frontMatter" | "isIndex" | "folder" | "name">,
  heading: string | undefined,
): string {
  // Backticks mark code, which the heading shows as such.
  if (frontMatter.title !== undefined) return frontMatter.title.replace(/`([^`]+)`/g, "$1");
  if (heading !== undefined) return heading;
  return readableName(splitPrefix(isIndex && folder !== "" ? (folder.split("/").at(-1) ?? "") : name).name);
}

/** `data-import` → `Data import`. */
export function readableName(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
