import { join } from "node:path";
import { withPlaces } from "../../config/load.ts";
import { siteLocales } from "../../config/locales.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { dayOf } from "../../content/blog.ts";
import { isDataFile } from "../../content/check-data.ts";
import type { Content, SourcePage } from "../../content/content-types.ts";
import { type ContentReader, scanContent } from "../../content/scan.ts";
import { type ReadText, readText, type Source } from "../../content/source.ts";
import type { VersionTree } from "../../content/version-trees.ts";
import type { FoundFile, Walked } from "../../content/walk.ts";
import { joinKey, splitKey } from "../../engine/key.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import type { MediaFile } from "../../links/resolve.ts";
import { TEMPLATES } from "../../shared/constants.ts";
import { digestJson } from "../../shared/digest.ts";
import type { NodeCode } from "../../shared/esbuild.ts";
import { compareText } from "../../shared/problem.ts";
import { encodeRoute } from "../../shared/route.ts";
import { siteComponents } from "../inputs/config-tasks.ts";
import { fileOf, PICTURE, textFileOf } from "../inputs/content-tasks.ts";
import { findTextIds, interfaceTexts } from "../inputs/interface-texts.ts";
import type { MadePages, Setup, SiteTasks } from "../tasks.ts";
import type { Media, Plan } from "./plan.ts";
import { layOutSite, type Site } from "./site.ts";

/** Lays out a site in one locale. @param onSources called with other names for sources whenever a site is laid out */
export function createSiteTask(
  { define, root, tasks }: Setup,
  onSources: (made: MadePages, trees: readonly VersionTree[]) => void,
): SiteTasks["site"] {
  return define<Site>(
    "site",
    { keep: "memory", keepsLastGood: true, digest: (site) => digestJson(planParts(site)) },
    async (task, name) => {
      const loaded = await task.get(tasks.config.config, "");
      const ofMakers = await task.get(tasks.madePages.all, "");
      const inCommits = await task.get(tasks.trees, "");
      onSources(ofMakers, inCommits);
      const walked = withMade(root, await task.get(tasks.content.files, ""), ofMakers);
      const drafts = task.setting("drafts") === true;
      const locales = siteLocales(loaded.config);
      const locale = locales.find((candidate) => candidate.name === name);
      if (locale === undefined) throw new Error(`there is no locale "${name}"`);
      const sources = new Map<string, Source>();
      const data = new Map<string, ReadText>();
      for (const { path } of walked.files) {
        if (/^content\/(?:i18n\/[^/]+\/)?static\//.test(path)) continue;
        if (/\.(?:mdx?|tsx)$|\/pages\/.*\.jsx?$/.test(path))
          sources.set(path, await task.get(tasks.texts.source, path));
        else if (isDataFile(path)) data.set(path, await task.get(tasks.content.data, path));
      }
      const reader: ContentReader = {
        source: (path) => sources.get(path),
        text: ({ path }) => data.get(path) ?? readText(textFileOf(task, path)),
      };
      const configured = { ...loaded.config, baseUrl: locale.baseUrl };
      const rules = { drafts, locale: name, isReached: task.isReached };
      try {
        const scan = scanContent(walked, configured, rules, reader);
        const translated = await task.get(tasks.texts.interfaceTexts, name);
        const content = { ...scan.content, translation: { ...scan.content.translation, texts: translated } };
        const texts = await interfaceTexts(configured, content, name, async () =>
          findTextIds(await siteCode(task, loaded.config, walked.files, tasks.bundles.forNode)),
        );
        const language = { locale, locales, assetsUrl: loaded.config.baseUrl, clientTexts: texts.client };
        const media = await collectMedia(task, content, tasks.content);
        const problems = [...scan.problems, ...ofMakers.problems, ...texts.problems];
        const input = { content, media, trees: inCommits, problems };
        const site = layOutSite(root, loaded, language, input, task.setting("keepsFaults") === true);
        task.report(...site.problems);
        return site;
      } catch (error) {
        // Messages contain line numbers of the configuration's files, so the result depends on the bundle.
        await task.get(tasks.config.bundle, "");
        throw await withPlaces(error, loaded.sources);
      }
    },
  );
}

/** Adds the pages that the site's code makes to those that are files. */
function withMade(root: string, walked: Walked, { pages }: MadePages): Walked {
  const madeFiles = Object.entries(pages).map(([path, { maker }]) => ({ path, absolute: join(root, path), maker }));
  if (madeFiles.length === 0) return walked;
  return { ...walked, files: [...walked.files, ...madeFiles].sort((a, b) => compareText(a.path, b.path)) };
}

/** Code of the site that may declare texts: its React pages and components with what they import, and its templates. */
async function siteCode(task: Task, config: SiteConfig, files: readonly FoundFile[], forNode: TaskDef<NodeCode>) {
  const pages = files.filter(({ path }) => /^content\/pages\/.*\.[jt]sx?$/.test(path));
  const code = pages.map(({ path }) => fileOf(task, path).bytes().toString("utf8"));
  for (const { name } of task.list(TEMPLATES)) {
    if (/\.[jt]sx?$/.test(name)) code.push(task.file(`${TEMPLATES}/${name}`)?.bytes().toString("utf8") ?? "");
  }
  for (const { path } of [...pages, ...siteComponents(config)]) code.push((await task.get(forNode, path)).code);
  return code;
}

async function collectMedia(task: Task, { statics, assets }: Content, content: SiteTasks["content"]): Promise<Media> {
  const byTarget: [string, MediaFile][] = [];
  const files = new Map<string, string>();
  for (const { path, file, absolute } of statics) {
    const size = PICTURE.test(file) ? await task.get(content.picture, path) : {};
    byTarget.push([`/${file}`, { file: encodeRoute(file), ...size }]);
    files.set(file, absolute);
  }
  for (const [path, absolute] of assets) {
    const { output, ...media } = await task.get(content.asset, path);
    byTarget.push([path, media]);
    files.set(output, absolute);
  }
  return { byTarget: new Map(byTarget), files };
}

/** The parts of a site that all pages depend on, besides their own texts. */
function planParts({ plan, content, media }: Site): unknown {
  const { config, locale, locales, assetsUrl, clientTexts, site } = plan;
  const { pages, folders, versions, drafts } = content;
  const draftPages = drafts.map((page) => [page.path, page.route, page.id, dayOf(page)]);
  // A translated static file has the address of its original, and may have the same size.
  const files = [...media.byTarget, ...content.statics.map(({ path }) => path)];
  const language = { locale, locales, assetsUrl, clientTexts };
  return [config, language, site.texts, pages, folders, versions, draftPages, files];
}

/** The plan of a locale, as part of what a task reads. */
export async function planOf(task: Task, { site }: SiteTasks, locale: string): Promise<Plan> {
  return (await task.get(site, locale)).plan;
}

/** Key of a page of a locale: lists and indexes share the path of their source. */
export function pageKey(locale: string, { path, route }: Pick<SourcePage, "path" | "route">): string {
  return joinKey(locale, path, route);
}

/** The page of a key. @throws Error if there is none */
export async function pageAt(
  task: Task,
  tasks: SiteTasks,
  key: string,
): Promise<{ readonly site: Site; readonly page: SourcePage }> {
  const [locale = "", path = "", ...rest] = splitKey(key);
  // A faulty slug may contain the separator of keys.
  const route = joinKey(...rest);
  const site = await task.get(tasks.site, locale);
  const page = site.pageAt(path, route);
  if (page === undefined) throw new Error(`there is no page ${path} at ${route}`);
  return { site, page };
}
