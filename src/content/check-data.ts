import type { Problem } from "../shared/problem.ts";
import { nameOf } from "../shared/route.ts";
import { parseAuthors } from "./authors.ts";
import { CATEGORY_FILE, parseCategory } from "./category.ts";
import { parseTags, TAGS_FILE } from "./tags.ts";
import { parseTexts } from "./texts.ts";

const TEXTS_FILE = "code.json";

/** Whether a file holds data for several pages: a category, authors, tags, or a locale's translations. */
export function isDataFile(path: string): boolean {
  return CATEGORY_FILE.test(nameOf(path)) || nameOf(path) === TEXTS_FILE || /\.ya?ml$/.test(path);
}

/** The problems of a data file. */
export function checkData(path: string, text: string): readonly Problem[] {
  if (CATEGORY_FILE.test(nameOf(path))) return parseCategory(path, text).problems;
  if (nameOf(path) === TEXTS_FILE) return parseTexts(path, text).problems;
  if (TAGS_FILE.test(nameOf(path))) return parseTags(path, text).problems;
  return parseAuthors(path, text, () => "/").problems;
}
