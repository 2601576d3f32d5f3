import { join } from "node:path";
import type { LoadedConfig } from "../config/load.ts";
import type { SiteLocale } from "../config/locales.ts";
import { createHighlighter } from "../markdown/highlight/highlighter.ts";
import { openStaging } from "../output/staging.ts";
import type { OutputCheck } from "../output/types.ts";
import { Failure } from "../shared/failure.ts";
import { hasErrors, type Problem, sortProblems } from "../shared/problem.ts";
import type { BuildOptions } from "./build.ts";
import { createRecall, type Recall } from "./cache/recall.ts";
import { type BuildRecord, type DocumentRecord, keyOf, writeRecord } from "./cache/record.ts";
import { bundleInputs, confirmSnapshot, keepLook, type Look, snapshotPath } from "./cache/snapshot.ts";
import type { Store } from "./cache/store.ts";
import { includePlaces } from "./compile-pages.ts";
import type { Helper } from "./helper.ts";
import type { HighlightPool } from "./highlight-pool.ts";
import { filesOfLocales } from "./locale-files.ts";
import { createPageThread } from "./page-thread.ts";
import { type RenderedSite, renderSite } from "./render-site.ts";
import { sharedBundle } from "./shared-bundle.ts";
import { readSites } from "./site.ts";
import { stageCompressed } from "./stage-compressed.ts";
import { stageFiles } from "./stage-files.ts";
import { stageServiceWorker } from "./stage-service-worker.ts";
import type { Stage } from "./stages.ts";

/** A page has one entry in the store; as many again are of pages that have gone or have another name. */
const ENTRIES_PER_PAGE = 2;
const MOST_ENTRIES = 500;

export interface BuildSiteInput extends BuildOptions {
  /** Folder for what is under way. */
  readonly work: string;
  readonly store: Store;
  /** The record's name in the store. */
  readonly name: string;
  /** What the last build left. */
  readonly before: BuildRecord | undefined;
  /** Whether what the last build wrote is still there. */
  readonly looking: Promise<OutputCheck>;
  /** What the site's files hold. */
  readonly look: Look;
  readonly pool: HighlightPool;
  readonly helper: Helper;
  readonly stage: Stage;
}

/** Files that a page's includes are read from: each of the places where one is looked for. */
function includedFiles({ includes }: DocumentRecord): string[] {
  return includes.flatMap(([path]) => includePlaces(path));
}

/** Builds a site of which something changed: what can be kept is kept, the rest is made. */
export async function buildSite(input: BuildSiteInput): Promise<BuildRecord["result"]> {
  const { root, out, work, store, name, before, looking, look, pool, helper, stage } = input;
  const { snapshot } = look;
  const configFiles = (before?.config.files ?? []).map((path) => join(root, path));
  const isConfigKnown =
    before?.snapshot !== undefined &&
    bundleInputs(root, configFiles).every((input) => before.snapshot?.[input] === snapshot[input]);
  const bundled = isConfigKnown ? { ...before.config, files: configFiles } : undefined;
  const recalls: Recall[] = [];
  const memoryOf = ({ value }: LoadedConfig, locale: SiteLocale) => {
    const recall = createRecall(store, { config: value, locale: locale.name }, look);
    recalls.push(recall);
    return recall.memory;
  };
  const sites = await stage("read", () => readSites(input, bundled, memoryOf));
  const [first] = sites;
  const pages = sites.reduce((sum, { plan }) => sum + plan.pages.length, 0);
  const faults = sites.flatMap(({ problems }) => problems);
  if (first === undefined || (pages === 0 && !hasErrors(faults))) {
    throw new Failure(
      1,
      "content/ holds no page; put Markdown into content/docs/, or choose the site's root with --root",
    );
  }
  const late: Problem[] = [];
  const pageThread = createPageThread(root, (fault) => late.push(fault));
  const { baseUrl } = first.plan.config;
  const opened = await openStaging(out, work, before?.outputs ?? {}, await looking, baseUrl, helper.write);
  // Names at fault may be ones that no disk takes; nothing of this site will be put in place.
  const staging = hasErrors(faults) ? { ...opened, add: async () => {} } : opened;
  try {
    const bundle = sharedBundle(root, first.plan.config, store, stage);
    const highlighter = createHighlighter(pool.tokenise, first.plan.config.highlight.aliases);
    const rendered: RenderedSite[] = [];
    for (const site of sites) {
      const workshop = { before, snapshot, staging, highlighter, bundle, store, helper, pageThread, stage };
      rendered.push(await renderSite(site, workshop));
    }
    await pageThread.end();
    // All code is highlighted: what its threads hold is soon free for the rest. Whoever gave them waits for their end.
    void pool.close();
    const problems = sortProblems([...faults, ...late, ...rendered.flatMap((one) => one.problems)]);
    if (hasErrors(problems)) return { pages, files: 0, bytes: 0, problems };
    const { bytes, states } = await stage("write", async () => {
      await stageFiles(filesOfLocales(rendered), staging, (path) => snapshot[snapshotPath(root, path)]);
      if (rendered[0] !== undefined) await stageServiceWorker(first.plan, bundle.client, rendered[0].chunks, staging);
      if (input.compress) await stageCompressed(staging);
      return staging.commit();
    });
    const result = { pages, files: Object.keys(states).length, bytes, problems };
    const { code, constant, value, files } = first.loaded;
    const config = { code, constant, files: files.map((path) => snapshotPath(root, path)), key: keyOf(value) };
    const inputs = [
      ...bundleInputs(root, files),
      ...rendered.flatMap((one) => one.inputs),
      ...rendered.flatMap(({ record }) =>
        Object.values(record.pages).flatMap(({ document }) => includedFiles(document)),
      ),
    ];
    const read = sites.flatMap(({ plan }) => plan.pages.map(({ path, hash }) => [path, hash] as const));
    const record: BuildRecord = {
      snapshot: confirmSnapshot(root, look, inputs, new Map(read)),
      config,
      repository: rendered[0]?.repository,
      result,
      outputs: states,
      sites: Object.fromEntries(rendered.map(({ locale, record }) => [locale.name, record])),
    };
    await stage("keep", () => {
      writeRecord(store, name, record);
      for (const recall of recalls) recall.keep();
      keepLook(store, look);
      store.trim(MOST_ENTRIES + ENTRIES_PER_PAGE * pages);
    });
    return result;
  } finally {
    await pageThread.close();
    await staging.discard();
  }
}
