import type { PageView, SiteView } from "../../config/extensions.ts";
import { siteLocales } from "../../config/locales.ts";
import { foldersAbove, nameFaults } from "../../content/collisions.ts";
import type { SourcePage } from "../../content/content-types.ts";
import type { DefineTask, Task } from "../../engine/task.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { SourceLine } from "../../markdown/include.ts";
import { MANIFEST_FILE } from "../../output/manifest.ts";
import { compareText, type Problem, problemOf } from "../../shared/problem.ts";
import { collisionKey } from "../../shared/route.ts";
import { planOf } from "../model/page-keys.ts";
import type { Plan } from "../model/plan.ts";
import { type OutputKind, smallFilesKind } from "../output-kinds.ts";
import { textOf } from "../pages/text-tasks.ts";
import type { SiteTasks } from "../tasks.ts";
import type { ExtensionThread, Faulty } from "./extension-thread.ts";
import { configFault, configModule } from "./site-compiler.ts";

/**
 * Tasks of a site's own checks and outputs. Keys are names of locales.
 *
 * @param others docgen's own outputs, whose files a site can't overwrite
 */
export function createExtensionTasks(
  define: DefineTask,
  tasks: Pick<SiteTasks, "config" | "site" | "texts">,
  thread: ExtensionThread,
  others: readonly OutputKind[],
) {
  const view = define<SiteView>({
    name: "site view",
    keep: "memory",
    run: async (task, locale) => {
      const plan = await planOf(task, tasks, locale);
      const pages = [];
      for (const page of plan.pages.filter(({ format }) => format !== "generated")) {
        const lines = page.format === "md" ? await task.get(tasks.texts.lines, page.path) : [];
        pages.push(pageView(page, await textOf(task, tasks, plan, page), lines));
      }
      return siteView(plan, pages);
    },
  });
  const faultAt = async (task: Task, item: string, { fault, isPlaced }: Faulty): Promise<Problem> => {
    return isPlaced ? fault : configFault(task, tasks, item, fault);
  };
  const checks = define<null>({
    name: "checks of the site",
    keep: "graph",
    run: async (task, locale) => {
      const { config } = await task.get(tasks.config.config, "");
      if (config.checks.length === 0) return null;
      const site = await task.get(view, locale);
      const module = await configModule(task, tasks);
      for (const [index, { name, level }] of config.checks.entries()) {
        const subject = { what: `check "${name}"`, owner: module.name, modules: [module] };
        const answer = await thread.run("check", { config: module, index, site }, subject);
        if ("fault" in answer) task.report(await faultAt(task, `checks[${index}]`, answer));
        else task.report(...answer.value.map((found) => problemOf({ ...found, severity: level, code: name })));
      }
      return null;
    },
  });
  const outputs = smallFilesKind(define, "files of the site's outputs", /./, async ({ task, locale }) => {
    const { config } = await task.get(tasks.config.config, "");
    if (config.outputs.length === 0) return [];
    const site = await task.get(view, locale);
    const module = await configModule(task, tasks);
    const locales = siteLocales(config);
    const isAtRoot = locales.some(({ name, isDefault }) => isDefault && name === locale);
    const taken = takenNames(isAtRoot ? locales.filter(({ isDefault }) => !isDefault).map(({ name }) => name) : []);
    // The manifest is written without a task.
    if (isAtRoot) taken.add(MANIFEST_FILE);
    for (const kind of others) for (const { file } of await task.get(kind.files, locale)) taken.add(file);
    const made: (readonly [string, string | Uint8Array])[] = [];
    for (const [index, { name }] of config.outputs.entries()) {
      const subject = { what: `output "${name}"`, owner: module.name, modules: [module] };
      const answer = await thread.run("output", { config: module, index, site }, subject);
      if ("fault" in answer) task.report(await faultAt(task, `outputs[${index}]`, answer));
      else {
        for (const [file, data] of answer.value) {
          const fault = outputPathFault(file) ?? taken.fault(file);
          if (fault === undefined) {
            taken.add(file);
            made.push([file, data]);
          } else {
            const message = `output "${name}": ${fault}`;
            task.report(await configFault(task, tasks, `outputs[${index}]`, { code: "output", message }));
          }
        }
      }
    }
    return made;
  });
  return { checks, outputs };
}

function outputPathFault(file: string): string | undefined {
  const isPath = /^[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(file);
  if (!isPath || file.split("/").some((part) => ["", ".", ".."].includes(part))) {
    return `${JSON.stringify(file)} is not a path in the output folder, such as "data/pages.json"`;
  }
  const { long, bad } = nameFaults(file);
  const fault = long ?? bad;
  return fault && `${fault}: choose another name`;
}

/**
 * Collects the names of files and of their folders. Names are compared like on the least discerning file system,
 * without regard to case and Unicode form.
 *
 * @param locales locales whose folders are beside the files
 */
function takenNames(locales: readonly string[]) {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  return {
    add: (file: string) => {
      const key = collisionKey(file);
      files.set(key, file);
      for (const folder of foldersAbove(key)) folders.set(folder, file);
    },
    /** Returns the reason why a file can't be added; undefined if it can. */
    fault: (file: string): string | undefined => {
      const key = collisionKey(file);
      const locale = locales.find((name) => `${key}/`.startsWith(`${collisionKey(name)}/`));
      if (locale !== undefined) return `"${file}" is in the folder of the locale "${locale}": choose another name`;
      const other = [key, ...foldersAbove(key)].map((one) => files.get(one)).find(Boolean) ?? folders.get(key);
      if (other === undefined) return undefined;
      const why = other === file ? "already exists" : `conflicts with "${other}"`;
      return `"${file}" ${why}: choose another name`;
    },
  };
}

/** A page, as passed to a site's checks and outputs. @param lines lines of its source, with includes */
function pageView(page: SourcePage, document: CompiledDocument | undefined, lines: readonly SourceLine[]): PageView {
  const { path, route, kind, frontMatter, tags = [] } = page;
  return {
    path,
    route,
    kind,
    title: page.title,
    description: frontMatter.description ?? document?.lead ?? "",
    tags: tags.map(({ label }) => label),
    frontMatter: { ...frontMatter },
    sections: (document?.sections ?? []).map(({ id, title, level, text, code }) => ({ id, title, level, text, code })),
    samples: (document?.samples ?? []).map(({ path, line, language, code }) => ({ path, line, language, code })),
    lines,
  };
}

/** A site, as passed to its checks and outputs. */
function siteView({ config, locale }: Plan, pages: readonly PageView[]): SiteView {
  const { title, url, vars, customFields } = config;
  const sorted = pages.toSorted((a, b) => compareText(a.path, b.path));
  return { title, url, baseUrl: config.baseUrl, locale: locale.name, vars, customFields, pages: sorted };
}
