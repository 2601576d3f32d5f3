import { createHash } from "node:crypto";
import type { SiteLocale } from "../config/locales.ts";
import { pageTitle } from "../content/title.ts";
import type { SourcePage } from "../content/types.ts";
import type { Highlighter } from "../markdown/highlight/highlighter.ts";
import type { Staging } from "../output/staging.ts";
import { once } from "../shared/once.ts";
import type { Problem } from "../shared/problem.ts";
import { toUrl } from "../shared/route.ts";
import { assetUrls, type PageChunks } from "./bundle.ts";
import {
  type BuildRecord,
  type DocumentRecord,
  keyOf,
  type RepositoryRecord,
  type SiteRecord,
} from "./cache/record.ts";
import { type Snapshot, snapshotPath } from "./cache/snapshot.ts";
import type { Store } from "./cache/store.ts";
import { createDocuments } from "./documents.ts";
import { drawPictures } from "./draw-pictures.ts";
import type { Helper } from "./helper.ts";
import { hostFiles } from "./host-files.ts";
import { readLastUpdates, showsLastUpdates } from "./last-updates.ts";
import { linkProblems } from "./link-problems.ts";
import { pageUses } from "./link-uses.ts";
import { isOwnFile } from "./locale-files.ts";
import { mermaidFiles } from "./mermaid-files.ts";
import { LLMS_FULL, WORKER_FILE } from "./own-files.ts";
import { loadPageModules } from "./page-modules.ts";
import type { PageThread } from "./page-thread.ts";
import type { Plan } from "./plan.ts";
import { type RenderContext, renderNotFound } from "./render-page.ts";
import { pageName, renderPages } from "./render-pages.ts";
import { repositoryKey } from "./repository.ts";
import { createSearchSegments } from "./search-segments.ts";
import type { SharedBundle } from "./shared-bundle.ts";
import type { Site } from "./site.ts";
import type { SiteFile } from "./site-file.ts";
import { siteFiles } from "./site-files.ts";
import { cardPictures, iconPictures, undrawnProblems } from "./site-pictures.ts";
import { stageFile } from "./stage-files.ts";
import type { Stage } from "./stages.ts";
import { loadTemplate } from "./template-file.ts";
import { pageCopy, textFiles } from "./text-files.ts";
import { webManifestFiles } from "./web-manifest-file.ts";

/** What the languages of a site share while it is built. */
export interface Workshop {
  readonly before: BuildRecord | undefined;
  readonly snapshot: Snapshot;
  readonly staging: Staging;
  readonly highlighter: Highlighter;
  readonly bundle: SharedBundle;
  readonly store: Store;
  readonly helper: Helper;
  readonly pageThread: PageThread;
  readonly stage: Stage;
}

/** One language of a site: its pages are staged, its other files are still to be. */
export interface RenderedSite {
  readonly locale: SiteLocale;
  readonly files: readonly SiteFile[];
  readonly problems: readonly Problem[];
  readonly record: SiteRecord;
  readonly repository: RepositoryRecord | undefined;
  readonly chunks: PageChunks;
  /** Inputs besides the site's folders that it was made of, as `inputDigest` takes them. */
  readonly inputs: readonly string[];
}

/** Renders one language of a site. */
export async function renderSite(site: Site, workshop: Workshop): Promise<RenderedSite> {
  const { root, plan, media } = site;
  const { before, snapshot, staging, store, highlighter, helper, pageThread } = workshop;
  const { config, locale } = plan;
  const place = (file: string) => (locale.isDefault ? file : locale.folder + file);
  const last = before?.sites[locale.name];
  const readLast = (file: string) => staging.readLast(place(file));
  const lastBytes = (file: string) => before?.outputs[place(file)]?.bytes;
  const readStaged = (file: string, key: string) =>
    staging.keep(place(file), key) ? staging.read(place(file)).toString("utf8") : undefined;
  const stage: Stage = (name, run, earlier) =>
    workshop.stage(locale.isDefault ? name : `${name} (${locale.name})`, run, earlier);
  const icons = iconPictures(plan, root);
  const pictures = drawPictures([...icons, ...cardPictures(plan)], staging, store, stage);
  const loading = stage("page modules", () => loadPageModules(root, plan.pages, pageThread, store));
  const chunking = loading.then(({ modules }) => {
    return workshop.bundle.chunks(plan.pages.filter(({ path }) => modules.has(path)));
  });
  // Should something else end the build before they are asked for, their failure is nobody's.
  chunking.catch(() => undefined);
  const { client } = workshop.bundle;
  const [template, repository] = await Promise.all([
    loadTemplate(root),
    stage("last updates", () => readRepository(root, plan, before?.repository)),
  ]);
  const documents = await createDocuments(root, config, plan.site.texts, highlighter, store);
  const siteData = siteDataFile("site", plan.site);
  const versionSites = [...plan.versionSites].map(([name, data]) => ({ name, ...siteDataFile(name, data) }));
  const lastUpdates = new Map(repository?.byPath);
  const context: RenderContext = {
    plan,
    template,
    assets: {
      ...assetUrls(plan.assetsUrl, client, siteData.file, undefined),
      // From the address of its data the client knows where the pages of its language are.
      siteData: toUrl(config.baseUrl, `/${siteData.file}`),
      ...(config.serviceWorker === true ? { worker: plan.assetsUrl + WORKER_FILE } : {}),
      liveFrame: plan.assetsUrl + workshop.bundle.liveFrame.file,
    },
    versionSiteData: new Map(versionSites.map(({ name, file }) => [name, toUrl(config.baseUrl, `/${file}`)])),
    lastUpdates,
  };
  const mermaid = once(() => mermaidFiles(root));
  const search = createSearchSegments({ plan, documents, store, helper });
  const assets = [client.script, client.stylesheet, workshop.bundle.liveFrame.file];
  const planKey = keyOf(planParts(site), templateParts(snapshot), repository, assets);
  let lastFull: Promise<Buffer | undefined> | undefined;
  const isAsPlanned = last !== undefined && last.planKey === planKey;
  const isSame = ({ path, hash }: SourcePage) =>
    isAsPlanned && before?.snapshot?.[path] === hash && snapshot[path] === hash;
  const isKnown = (page: SourcePage, record: DocumentRecord | undefined) =>
    documents.isKnown(page, record, isSame(page));
  if (isAsPlanned) {
    // Tens of megabytes, which are read while pages are looked at.
    lastFull = readLast(LLMS_FULL);
    lastFull.catch(() => undefined);
  }
  const records = await stage("pages", async () =>
    renderPages(
      {
        plan,
        planKey,
        modules: loading,
        chunks: chunking,
        documents,
        before: last?.pages ?? {},
        isAsPlanned,
        isKnown,
        context,
        mermaid: async () => plan.assetsUrl + (await mermaid()).entry,
        onDocument: async (page, document, key) => {
          search.add(page, document);
          // What is written now needn't be kept in memory until all pages are read.
          const copy = pageCopy(page, plan, key, async () => document);
          if (copy === undefined || !(locale.isDefault || isOwnFile(copy.file))) return;
          await stageFile({ ...copy, file: place(copy.file) }, staging);
        },
        place,
      },
      staging,
    ),
  );
  const record: SiteRecord = { planKey, pages: records };
  const all = Object.values(records);
  const uses = new Set(all.flatMap(({ document }) => document.uses));
  const [modules, chunks] = await Promise.all([loading, chunking]);
  const links = plan.pages.flatMap((page) => pageUses(site, page, records[pageName(page)]?.links ?? []));
  const undrawn = await pictures.failures;
  const problems = [
    ...modules.problems,
    ...undrawnProblems(plan, undrawn),
    ...chunks.problems,
    ...(repository?.problems ?? []),
    ...all.flatMap((record) => record.problems),
    ...linkProblems(site, links, { documentOf: (page) => records[pageName(page)]?.document }),
  ];
  const textsKey = keyOf(
    record.planKey,
    all.map(({ document }) => [document.source, document.includes]),
  );
  const files: SiteFile[] = [
    { file: "404.html", data: renderNotFound(context) },
    ...siteFiles({ site, documents, textsKey, lastUpdates }),
    ...plan.searchTags.map((tag) => ({
      file: `search-index-${tag}.json`,
      key: textsKey,
      make: () => stage("search index", () => search.file(tag, (page) => records[pageName(page)]?.document)),
    })),
    ...textFiles({ plan, documents, textsKey, record, last, lastFull, lastBytes, readStaged }),
    ...hostFiles(site),
    ...webManifestFiles(
      plan,
      icons.filter(({ file }) => !undrawn.has(file)),
    ),
    ...pictures.files.filter(({ file }) => !undrawn.has(file)),
    ...client.files,
    ...chunks.files,
    ...(uses.has("live") ? [workshop.bundle.liveFrame] : []),
    siteData,
    ...versionSites.map(({ file, data }) => ({ file, data })),
    ...media.files,
    ...(uses.has("mermaid") ? (await mermaid()).files : []),
  ];
  const diagramInputs = uses.has("mermaid") ? (await mermaid()).inputs.map((path) => snapshotPath(root, path)) : [];
  const inputs = [...modules.inputs, ...chunks.inputs, ...diagramInputs];
  return { locale, files, problems, record, repository, chunks, inputs };
}

/** What all pages are made of besides their texts: everything that a plan is made from. */
function planParts({ plan, content, media }: Site): unknown {
  const { config, locale, locales, assetsUrl, clientTexts, site } = plan;
  const pages = content.pages.map(({ body, hash, ...page }) => ({
    ...page,
    title: pageTitle({ ...page, body, hash }),
  }));
  const { folders, versions, drafts } = content;
  const draftPages = drafts.map(({ path, route, id }) => [path, route, id]);
  const files = [...media.byTarget];
  return [config, locale, locales, assetsUrl, clientTexts, site.texts, pages, folders, versions, draftPages, files];
}

function templateParts(snapshot: Snapshot): unknown {
  return Object.entries(snapshot).filter(([path]) => path.startsWith("templates/"));
}

/** When pages were changed, asked of git only where it has moved on. */
async function readRepository(
  root: string,
  { config }: Plan,
  before: RepositoryRecord | undefined,
): Promise<RepositoryRecord | undefined> {
  if (!showsLastUpdates(config)) return undefined;
  const key = await repositoryKey(root);
  if (before?.key === key) return before;
  const { byPath, problems } = await readLastUpdates(root, config);
  return { key, byPath: [...byPath], problems };
}

function siteDataFile(name: string, site: Site["plan"]["site"]): { file: string; data: string } {
  const data = JSON.stringify(site);
  const digest = createHash("sha256").update(data).digest("hex").slice(0, 8);
  return { file: `assets/${name}-${digest}.json`, data };
}
