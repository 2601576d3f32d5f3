import { basename, dirname, join } from "node:path";
import yaml from "js-yaml";
import { CATEGORY_FILE } from "../../content/category.ts";
import { type Mapping, parseYaml } from "../../content/data-file.ts";
import { infoOf } from "../../shared/file-info.ts";
import { readRegular } from "../../shared/regular-file.ts";
import type { ContentSet, DocOfSidebar, Job } from "../job.ts";
import { record, sitePath } from "./config-values.ts";
import { listTree } from "./list-tree.ts";
import { MAX_PAGE, PAGE } from "./page-limits.ts";
import { publishedFiles } from "./published-files.ts";

/** Whether a function of the configuration generates the sidebars of a set of docs. */
export function hasGenerator({ options }: ContentSet): boolean {
  return options.sidebarItemsGenerator !== undefined;
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
  version: { readonly name: string; readonly folder: string },
  job: Job,
): Promise<Mapping> {
  const { root, configFile, run, noteFile } = job;
  const { name: versionName, folder } = version;
  const files = listTree(folder, { ...job, noteFile: () => {} });
  const isPublished = publishedFiles(set);
  const docs = files
    .filter((file) => PAGE.test(file) && isPublished(file) && (infoOf(join(folder, file))?.size ?? MAX_PAGE) < MAX_PAGE)
    .map((file) => docOf(file, join(folder, file), job));
  const categories = files
    .filter((file) => CATEGORY_FILE.test(basename(file)))
    .map((file) => [dirname(file), typedYaml(readRegular(join(folder, file)).toString("utf8"))]);
  const input = {
    sidebars,
    docs,
    version: { contentPath: folder, versionName },
    categoriesMetadata: Object.fromEntries(categories),
  };
  const config = join(root, configFile);
  const outcome = (await run([config], config, { set: set.id, ...input })).get(config) ?? { fault: "has no result" };
  const key = "docs.sidebarItemsGenerator";
  if ("fault" in outcome) {
    noteFile(configFile, "hand", `${key} fails and is removed: ${outcome.fault}; write its sidebars into sidebars`);
    return sidebars;
  }
  noteFile(configFile, "changed", `sidebars are as ${key} gives them now: add new docs to sidebars of site.config.ts`);
  return record(outcome.exports);
}

function docOf(file: string, path: string, { root, preprocessed }: Job): DocOfSidebar {
  const text = preprocessed?.get(path) ?? readRegular(path).toString("utf8");
  const [head = "", front = ""] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const body = text.slice(head.length);
  const [, contentTitle] =
    /^\s*(?:(?:import|export)\b.*\s+)*#[ \t]+(.+?)[ \t]*(?:\{#[^}\n]*\})?[ \t]*\r?(?:\n|$)/.exec(body) ?? [];
  return {
    source: `@site/${sitePath(path, root)}`,
    sourceDirName: dirname(file),
    frontMatter: typedYaml(front),
    contentTitle,
  };
}

function typedYaml(text: string): Mapping {
  const parsed = parseYaml(text, loadTyped);
  return record("value" in parsed ? parsed.value : undefined);
}

/** Loads YAML with numbers and booleans. */
export function loadTyped(text: string): unknown {
  return yaml.load(text, { schema: yaml.CORE_SCHEMA });
}
