import type { PageView, SiteView } from "../../config/extensions.ts";
import { siteLocales } from "../../config/locales.ts";
import { createTakenPaths, nameFaults } from "../../content/collisions.ts";
import type { SourcePage } from "../../content/content-types.ts";
import type { Task } from "../../engine/task.ts";
import type { CompiledDocument } from "../../markdown/document.ts";
import type { SourceLine } from "../../markdown/include.ts";
import { MANIFEST_FILE } from "../../output/manifest.ts";
import { compareText, problemOf } from "../../shared/problem.ts";
import { collisionKey } from "../../shared/route.ts";
import { configFault, configModule } from "../extensions/site-code-tasks.ts";
import type { JobResult } from "../extensions/site-jobs.ts";
import type { Plan } from "../model/plan.ts";
import { planOf } from "../model/site-task.ts";
import { type OutputKind, smallFilesKind } from "../output-kinds.ts";
import type { Setup } from "../tasks.ts";
import { textOf } from "../texts/text-tasks.ts";

/** Tasks of a site's own checks and outputs, by locale. @param others docgen's own outputs, not to be overwritten */
export function createExtensionTasks({ define, tasks, threads }: Setup, others: readonly OutputKind[]) {
  const view = define<SiteView>("site view", { keep: "memory" }, async (task, locale) => {
    const plan = await planOf(task, tasks, locale);
    const pages = [];
    for (const page of plan.pages.filter(({ format }) => format !== "generated")) {
      const lines = page.format === "md" ? await task.get(tasks.texts.lines, page.path) : [];
      pages.push(pageView(page, await textOf(task, tasks, plan, page), lines));
    }
    return siteView(plan, pages);
  });
  /** Runs all checks or all outputs of the configuration, and reports their faults. */
  const resultsOf = async <Job extends "check" | "output">(task: Task, locale: string, job: Job) => {
    const entries = (await task.get(tasks.config.config, "")).config[`${job}s`];
    const results: { readonly index: number; readonly value: JobResult<Job> }[] = [];
    if (entries.length === 0) return results;
    const config = await configModule(task, tasks);
    for (const [index, { name }] of entries.entries()) {
      const subject = { what: `${job} "${name}"`, owner: config.name, modules: [config] };
      const input = { config, index };
      // An output that only copies or fetches files isn't made again after each edit of a page.
      const isTaking = job === "check" ? { value: true } : await threads.site.run("takesSite", input, subject);
      const site = "value" in isTaking && isTaking.value ? await task.get(view, locale) : undefined;
      const answer = "value" in isTaking ? await threads.site.run(job, { ...input, site }, subject) : isTaking;
      if ("value" in answer) results.push({ index, value: answer.value });
      else
        task.report(answer.isPlaced ? answer.fault : await configFault(task, tasks, `${job}s[${index}]`, answer.fault));
    }
    return results;
  };
  const checks = define<null>("checks of the site", { keep: "graph" }, async (task, locale) => {
    const { config } = await task.get(tasks.config.config, "");
    for (const { index, value } of await resultsOf(task, locale, "check")) {
      const { name = "", level } = config.checks[index] ?? {};
      task.report(...value.map((finding) => problemOf({ ...finding, severity: level, code: name })));
    }
    return null;
  });
  const outputs = smallFilesKind(define, "files of the site's outputs", /./, async ({ task, locale }) => {
    const { config } = await task.get(tasks.config.config, "");
    if (config.outputs.length === 0) return [];
    const locales = siteLocales(config);
    const isAtRoot = locales.some(({ name, isDefault }) => isDefault && name === locale);
    const taken = createTakenPaths<string>();
    // The manifest is written without a task.
    if (isAtRoot) taken.take(MANIFEST_FILE, MANIFEST_FILE);
    for (const kind of others) for (const { file } of await task.get(kind.files, locale)) taken.take(file, file);
    const faultOfPath = (file: string): string | undefined => {
      const key = `${collisionKey(file)}/`;
      const folder = locales.find(({ name, isDefault }) => !isDefault && key.startsWith(`${collisionKey(name)}/`));
      if (isAtRoot && folder !== undefined) return `"${file}" is in the folder of the locale "${folder.name}"`;
      const other = taken.ownerOf(file);
      return other && `"${file}" ${other === file ? "already exists" : `conflicts with "${other}"`}`;
    };
    const contents: (readonly [string, string | Uint8Array])[] = [];
    for (const { index, value } of await resultsOf(task, locale, "output")) {
      for (const [file, data] of value) {
        const taker = faultOfPath(file);
        const fault = outputPathFault(file) ?? (taker && `${taker}: choose another name`);
        if (fault === undefined) {
          taken.take(file, file);
          contents.push([file, data]);
        } else {
          const message = `output "${config.outputs[index]?.name}": ${fault}`;
          task.report(await configFault(task, tasks, `outputs[${index}]`, { code: "output", message }));
        }
      }
    }
    return contents;
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
