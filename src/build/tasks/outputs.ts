import { feedFiles } from "../../content/feed-files.ts";
import type { SourcePage } from "../../content/types.ts";
import { joinKey } from "../../engine/key.ts";
import type { DefineTask, Task } from "../../engine/task.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import { outputFile } from "../../shared/route.ts";
import { feedPosts, renderFeed } from "../feeds.ts";
import { hostFiles } from "../host-files.ts";
import { liveFrame } from "../live-frame.ts";
import { copyFile } from "../markdown-copies.ts";
import { LLMS, LLMS_FULL } from "../own-files.ts";
import type { Plan } from "../plan.ts";
import { loadFiles } from "../prebuilt.ts";
import type { Site } from "../site.ts";
import { siteDataFiles } from "../site-data.ts";
import { crawlerFiles, redirectFiles } from "../site-files.ts";
import { undrawnProblems } from "../site-pictures.ts";
import { fullText, llmsList, llmsPages } from "../text-files.ts";
import { webManifestFiles } from "../web-manifest-file.ts";
import type { ConfigTasks } from "./config-tasks.ts";
import type { ModuleTasks } from "./module-tasks.ts";
import { listKind, type OutputKind, outputKind } from "./output-kinds.ts";
import type { PageFacts, PageTasks } from "./page-tasks.ts";
import type { PictureTasks } from "./picture-tasks.ts";
import type { SearchTasks } from "./search-tasks.ts";
import type { SiteTask } from "./site-task.ts";
import { pageKey, type TextTasks } from "./text-tasks.ts";
import type { ToolTasks } from "./tool-tasks.ts";

export interface OutputTasks {
  readonly config: ConfigTasks;
  readonly site: SiteTask;
  readonly texts: TextTasks;
  readonly pages: PageTasks;
  readonly modules: ModuleTasks;
  readonly pictures: PictureTasks;
  readonly search: SearchTasks;
  readonly tool: ToolTasks;
}

/** Everything that a site consists of, in the order in which it is made. */
export function createOutputs(define: DefineTask, root: string, tasks: OutputTasks): readonly OutputKind[] {
  const { config, site: siteTask, texts, pages, modules, pictures, search, tool } = tasks;
  const frameOf = async (task: Task) => {
    return liveFrame((await task.get(tool.client, "")).frame, (await task.get(config.config, "")).config);
  };
  const planOf = async (task: Task, locale: string): Promise<Plan> => (await task.get(siteTask, locale)).plan;
  /** A kind whose files are all made together: those of the site itself, small ones. */
  const together = (about: Pick<OutputKind, "name" | "matches">, all: (task: Task, locale: string) => Promise<Files>) =>
    outputKind(
      define,
      about,
      async (task, locale) => (await all(task, locale)).map(([file]) => file),
      async (task, locale, file) => new Map(await all(task, locale)).get(file) ?? "",
    );
  const usesOf = async (task: Task, locale: string): Promise<ReadonlySet<PageFacts["uses"][number]>> => {
    const { plan } = await task.get(siteTask, locale);
    const used = new Set<PageFacts["uses"][number]>();
    for (const page of plan.pages) {
      for (const use of (await task.get(pages.facts, pageKey(locale, page))).uses) used.add(use);
    }
    return used;
  };
  const drawnIcons = async (task: Task, locale: string) => {
    const { icons } = await task.get(pictures.list, locale);
    const undrawn = new Map<string, string>();
    for (const { file } of icons) {
      const drawn = await task.get(pictures.picture, joinKey(locale, file));
      if ("reason" in drawn) undrawn.set(file, drawn.reason);
    }
    task.report(...undrawnProblems(await planOf(task, locale), undrawn));
    return icons.filter(({ file }) => !undrawn.has(file));
  };
  const copies = (files: readonly (readonly [file: string, absolute: string])[], task: Task, file: string) => {
    const copyOf = new Map(files).get(file) ?? "";
    return { copyOf, digest: task.file(slashedPath(root, copyOf))?.digest ?? "" };
  };
  const mediaOf = async (task: Task, locale: string) => (await task.get(siteTask, locale)).media.files;
  const feed = async (task: Task, locale: string, file: string): Promise<string> => {
    const plan = await planOf(task, locale);
    const found = new Map<string, Awaited<ReturnType<typeof textOf>>>();
    for (const post of feedPosts(plan)) found.set(post.path, await textOf(task, locale, post));
    return renderFeed(file, plan, (path) => found.get(path));
  };
  const textOf = async (task: Task, locale: string, page: SourcePage) => {
    return page.format === "md" ? (await task.get(texts.document, pageKey(locale, page))).document : undefined;
  };
  return [
    listKind(define, { name: "pages", matches: /\.html$/, task: pages.html }, async (task, locale) => {
      const { config: own, pages: all } = await planOf(task, locale);
      return all.map((page) => ({ file: outputFile(page.route, own.trailingSlash), key: pageKey(locale, page) }));
    }),
    listKind(define, { name: "copies", matches: /\.md$/, task: pages.copy }, async (task, locale) => {
      const plan = await planOf(task, locale);
      return plan.pages.flatMap((page) => {
        const file = copyFile(page, plan);
        return file === undefined ? [] : [{ file, key: pageKey(locale, page) }];
      });
    }),
    outputKind(
      define,
      { name: "not found", matches: /^404\.html$/ },
      async () => ["404.html"],
      async (task, locale) => {
        return (await task.get(tool.renderer, "")).renderNotFound(await task.get(pages.context, locale));
      },
    ),
    together(
      { name: "redirects", matches: /(?:^|\/)(?:index\.html|[^/]*\.html|_redirects)$/ },
      async (task, locale) => {
        const locales = (await planOf(task, locale)).locales;
        const sites: Site[] = [];
        for (const { name } of locales) sites.push(await task.get(siteTask, name));
        return redirectFiles(await task.get(siteTask, locale), sites);
      },
    ),
    outputKind(
      define,
      { name: "feeds", matches: /\.(?:xml|json)$/ },
      async (task, locale) => {
        const plan = await planOf(task, locale);
        return feedFiles(plan.posts, plan.config);
      },
      feed,
    ),
    together({ name: "crawlers", matches: /^(?:sitemap[^/]*\.xml|robots\.txt)$/ }, async (task, locale) => {
      return crawlerFiles(await task.get(siteTask, locale), new Map(await task.get(pages.lastUpdates, "")));
    }),
    listKind(
      define,
      { name: "search index", matches: /^search-index-.*\.json$/, task: search.index },
      async (task, locale) => {
        return (await planOf(task, locale)).searchTags.map((tag) => {
          return { file: `search-index-${tag}.json`, key: joinKey(locale, tag) };
        });
      },
    ),
    outputKind(
      define,
      { name: "texts", matches: /^llms(?:-full)?\.txt$/ },
      async (task, locale) => {
        const plan = await planOf(task, locale);
        return [LLMS, LLMS_FULL].filter((file) => !plan.index.media.has(`/${file}`));
      },
      async (task, locale, file) => {
        const plan = await planOf(task, locale);
        const found = new Map<SourcePage, string>();
        for (const page of llmsPages(plan)) {
          const key = pageKey(locale, page);
          if (file === LLMS) found.set(page, (await task.get(pages.facts, key)).lead);
          else if (copyFile(page, plan) !== undefined) found.set(page, await task.get(pages.copy, key));
        }
        return file === LLMS ? llmsList(plan, found) : fullText(plan, found);
      },
    ),
    together({ name: "host files", matches: /^(?:_headers|\.nojekyll)$/ }, async (task, locale) =>
      hostFiles(await task.get(siteTask, locale)).map(fileOf),
    ),
    together({ name: "web manifest", matches: /\.webmanifest$/ }, async (task, locale) => {
      const plan = await planOf(task, locale);
      return webManifestFiles(plan, await drawnIcons(task, locale)).map(fileOf);
    }),
    outputKind(
      define,
      { name: "cards", matches: /^(?:assets\/social\/|[^/]*icon[^/]*\.png$)/ },
      async (task, locale) => {
        const icons = await drawnIcons(task, locale);
        return [...icons.map(({ file }) => file), ...(await task.get(pictures.list, locale)).cards];
      },
      async (task, locale, file) => {
        const drawn = await task.get(pictures.picture, joinKey(locale, file));
        if ("reason" in drawn) throw new Error(`${file} can't be drawn: ${drawn.reason}`);
        return Buffer.from(drawn.png, "base64");
      },
    ),
    outputKind(
      define,
      { name: "client", matches: /^assets\// },
      async (task) => (await task.get(tool.client, "")).bundle.files.map(({ file }) => file),
      async (task, _, file) => {
        const { files } = (await task.get(tool.client, "")).bundle;
        return files.find((one) => one.file === file)?.data ?? "";
      },
    ),
    together({ name: "page scripts", matches: /^assets\/page-|^assets\/[\w-]+\.(?:js|css)$/ }, async (task, locale) => {
      const { files } = await task.get(modules.chunks, locale);
      return loadFiles(files).map(({ file, data }) => [file, data] as const);
    }),
    outputKind(
      define,
      { name: "live frame", matches: /^assets\/live-frame/, isOfUse: true },
      async (task, locale) => {
        if (!(await usesOf(task, locale)).has("live")) return [];
        return [(await frameOf(task)).file];
      },
      async (task) => (await frameOf(task)).data,
    ),
    together({ name: "site data", matches: /^assets\/site/ }, async (task, locale) => {
      return siteDataFiles(await planOf(task, locale)).map(({ file, data }) => [file, data] as const);
    }),
    outputKind(
      define,
      { name: "media", matches: /./ },
      async (task, locale) => (await mediaOf(task, locale)).map(([file]) => file),
      async (task, locale, file) => copies(await mediaOf(task, locale), task, file),
    ),
    outputKind(
      define,
      { name: "diagrams", matches: /^assets\/mermaid-/, isOfUse: true },
      async (task, locale) => {
        if (!(await usesOf(task, locale)).has("mermaid")) return [];
        return (await task.get(modules.mermaid, "")).files.map(([file]) => file);
      },
      async (task, _, file) => copies((await task.get(modules.mermaid, "")).files, task, file),
    ),
  ];
}

type Files = readonly (readonly [file: string, data: string | Uint8Array])[];

function fileOf(
  one: { readonly file: string } & ({ readonly data: string | Uint8Array } | { readonly copyOf: string }),
) {
  return [one.file, "data" in one ? one.data : ""] as const;
}
