import { basename, dirname, join } from "node:path";
import yaml from "js-yaml";
import { CATEGORY_FILE } from "../../content/category.ts";
import { type Mapping, parseYaml } from "../../content/data-file.ts";
import { splitPrefix } from "../../content/routes.ts";
import { infoOf } from "../../shared/file-info.ts";
import type { ContentSet, DocOfSidebar, Job } from "../job.ts";
import { record, sitePath } from "./config-values.ts";
import { listSilently } from "./list-tree.ts";
import { MAX_PAGE, PAGE, publishedFiles } from "./page-files.ts";
import { readData, readFileText } from "./read-data.ts";

/** Whether docgen would generate other sidebars than the configuration: a function does, or numbers don't order docs. */
export function hasGenerator({ options }: ContentSet): boolean {
  return options.sidebarItemsGenerator !== undefined || options.numberPrefixParser === false;
}

/**
 * The sidebars of a set of docs, or of one of its versions, as the function of the configuration generates them. They
 * are listed item by item, as docgen doesn't run the function.
 *
 * @param version its name, and the absolute path of its docs
 * @returns the sidebars unchanged if the function fails
 */
export async function generateSidebars(
  sidebars: Mapping,
  set: ContentSet,
  { name: versionName, folder }: { readonly name: string; readonly folder: string },
  job: Job,
): Promise<Mapping> {
  const { configFile, ask, noteFile } = job;
  const files = listSilently(folder, job);
  const isPublished = publishedFiles(set);
  const docs = files
    .filter((file) => PAGE.test(file) && isPublished(file) && (infoOf(join(folder, file))?.size ?? MAX_PAGE) < MAX_PAGE)
    .map((file) => docOf(file, join(folder, file), job));
  const isNumbered = files.some((file) => file.split("/").some((name) => splitPrefix(name).order !== undefined));
  if (set.options.sidebarItemsGenerator === undefined && !isNumbered) return sidebars;
  const categories = files
    .filter((file) => CATEGORY_FILE.test(basename(file)))
    .map((file) => [dirname(file), record(readData(join(folder, file), loadTyped))]);
  const version = { contentPath: folder, versionName };
  const outcome = await ask({
    set: set.id,
    sidebars,
    docs,
    version,
    categoriesMetadata: Object.fromEntries(categories),
  });
  const key = `docs.${set.options.sidebarItemsGenerator === undefined ? "numberPrefixParser" : "sidebarItemsGenerator"}`;
  if ("fault" in outcome) {
    noteFile(configFile, "hand", `${key} fails and is removed: ${outcome.fault}; write its sidebars into sidebars`);
    return sidebars;
  }
  noteFile(
    configFile,
    "changed",
    `sidebars contain the result of ${key}, which docgen doesn't run: add new docs to sidebars in site.config.ts`,
  );
  return record(outcome.exports);
}

function docOf(file: string, path: string, { root, preprocessed }: Job): DocOfSidebar {
  const text = preprocessed?.get(path) ?? readFileText(path);
  const [head = "", front = ""] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const body = text.slice(head.length);
  const [, contentTitle] =
    /^\s*(?:(?:import|export)\b.*\n\s*)*#[ \t]+(.+?)[ \t]*(?:\{#[^}\n]*\})?[ \t]*\r?(?:\n|$)/.exec(body) ?? [];
  const parsed = parseYaml(front, loadTyped);
  return {
    source: `@site/${sitePath(path, root)}`,
    sourceDirName: dirname(file),
    frontMatter: record("value" in parsed ? parsed.value : undefined),
    contentTitle,
  };
}

/** Loads YAML with numbers and booleans. */
export function loadTyped(text: string): unknown {
  return yaml.load(text, { schema: yaml.CORE_SCHEMA });
}
