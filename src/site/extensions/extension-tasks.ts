import type { PageView, SiteView } from "../../config/extensions.ts";
import { pageTitle } from "../../content/title.ts";
import type { SourcePage } from "../../content/types.ts";
import type { DefineTask, Task } from "../../engine/task.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { SourceLine } from "../../markdown/include.ts";
import { compareText, type Problem, problemOf } from "../../shared/problem.ts";
import type { Plan } from "../model/plan.ts";
import { type OutputKind, smallFilesKind } from "../output-kinds.ts";
import { planOf, type SiteTasks, textOf } from "../tasks.ts";
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
        pages.push(pageView(page, await textOf(task, tasks, locale, page), lines));
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
        const answer = await thread.check(name, index, module, site);
        if ("fault" in answer) task.report(await faultAt(task, `checks[${index}]`, answer));
        else task.report(...answer.findings.map((found) => problemOf({ ...found, severity: level, code: name })));
      }
      return null;
    },
  });
  const files = define<readonly (readonly [string, string | Uint8Array])[]>({
    name: "outputs of the site",
    keep: "memory",
    digest: (made) => JSON.stringify(made.map(([file, data]) => [file, Buffer.from(data).toString("base64")])),
    run: async (task, locale) => {
      const { config } = await task.get(tasks.config.config, "");
      if (config.outputs.length === 0) return [];
      const site = await task.get(view, locale);
      const module = await configModule(task, tasks);
      const taken = new Set<string>();
      for (const kind of others) for (const { file } of await task.get(kind.files, locale)) taken.add(file);
      const made: (readonly [string, string | Uint8Array])[] = [];
      for (const [index, { name }] of config.outputs.entries()) {
        const answer = await thread.output(name, index, module, site);
        if ("fault" in answer) task.report(await faultAt(task, `outputs[${index}]`, answer));
        else {
          for (const [file, data] of answer.files) {
            const fault = fileFault(file, taken);
            taken.add(file);
            if (fault === undefined) made.push([file, data]);
            else {
              const message = `output "${name}": ${fault}`;
              task.report(await configFault(task, tasks, `outputs[${index}]`, { code: "output", message }));
            }
          }
        }
      }
      return made;
    },
  });
  const outputs = smallFilesKind(define, "files of the site's outputs", /./, ({ task, locale }) =>
    task.get(files, locale),
  );
  return { checks, outputs };
}

/** Returns the reason why a file name is rejected. */
function fileFault(file: string, taken: ReadonlySet<string>): string | undefined {
  if (!/^[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(file) || file.split("/").some((part) => ["", ".", ".."].includes(part))) {
    return `${JSON.stringify(file)} is not a path in the output folder, such as "data/pages.json"`;
  }
  return taken.has(file) ? `"${file}" is there already: name it otherwise` : undefined;
}

/** A page as a site's checks and outputs see it. @param lines of its source, with what it includes */
function pageView(page: SourcePage, document: CompiledDocument | undefined, lines: readonly SourceLine[]): PageView {
  const { path, route, kind, frontMatter, tags = [] } = page;
  return {
    path,
    route,
    kind,
    title: pageTitle(page),
    description: frontMatter.description ?? document?.lead ?? "",
    tags: tags.map(({ label }) => label),
    frontMatter: { ...frontMatter },
    sections: (document?.sections ?? []).map(({ id, title, level, text, code }) => ({ id, title, level, text, code })),
    samples: (document?.samples ?? []).map(({ path, line, language, code }) => ({ path, line, language, code })),
    lines,
  };
}

/** A site as its checks and outputs see it. */
function siteView({ config, locale }: Plan, pages: readonly PageView[]): SiteView {
  const { title, url, vars, customFields } = config;
  const sorted = pages.toSorted((a, b) => compareText(a.path, b.path));
  return { title, url, baseUrl: config.baseUrl, locale: locale.name, vars, customFields, pages: sorted };
}
