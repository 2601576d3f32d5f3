import type { SourcePage } from "./content-types.ts";
import { splitPrefix } from "./routes.ts";

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

/** `data-import` → `Data import`; dates such as `2024-01-02` keep their hyphens. */
export function readableName(name: string): string {
  const words = name.replace(/(?<!\d)(\d{4}-\d\d(?:-\d\d)?)(?!\d)|[-_]+/g, (_, date = " ") => date).trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
