import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { createHelper } from "../build/helper.ts";
import { createHighlightPool } from "../build/highlight-pool.ts";
import { likelyCode } from "../build/likely-code.ts";
import type { SiteOptions } from "../build/site.ts";
import { DEV_META, DEV_SCRIPT } from "../client/dev/messages.ts";
import { CONFIG_FILE } from "../config/evaluate.ts";
import { type Answer, isAllowedHost, plainAnswer, requestPath } from "../shared/http.ts";
import type { Problem } from "../shared/problem.ts";
import { escapeHtml } from "../shared/text.ts";
import { type Channel, createChannel, type Viewer } from "./channel.ts";
import { devScript } from "./client-files.ts";
import type { DevInputs } from "./dev-site.ts";
import { createIdle } from "./idle.ts";
import { CONFIG_ENTRY, failureProblems, loadInputs } from "./inputs.ts";
import { createLanguages, type Languages } from "./languages.ts";
import { createLedger } from "./ledger.ts";
import { likelyPage } from "./likely-page.ts";
import { readAgain } from "./read-again.ts";
import type { Ahead } from "./read-ahead.ts";
import { createSettledFiles } from "./settled.ts";
import { createShow } from "./show.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { applyUpdate, TOOL_FOLDERS, type Updated } from "./update.ts";
import type { FileWatch } from "./watch-files.ts";

/** A page waits for its code when it is first compiled; afterwards there is little to highlight. */
const HIGHLIGHT_THREADS = 2;
/** Fewer as long as the site is read, which takes two threads itself. */
const THREADS_MEANWHILE = 1;
/** Files that may be the site's though it doesn't know of them. */
const SETTINGS = /\.(?:json|ya?ml|[cm]?[jt]sx?|css|html)$|[\\/]templates$/;
/** The watch begins when a page is shown, or this long after the site is read, in milliseconds. */
const WATCH_AFTER_MS = 500;

/** What a server answers while its site is being written. */
export interface DevServer {
  readonly answer: (path: string) => Promise<Answer | undefined>;
  /** Whether a `Host` header is the server's. */
  readonly allows: (host: string | undefined) => boolean;
  /** Takes a page's line to the server. */
  readonly onUpgrade: Channel["onUpgrade"];
  /** Path below which the site is served, once the configuration is read. Rejected where that can't be used. */
  readonly configured: Promise<string>;
  readonly close: () => Promise<void>;
}

export interface DevServerEvents {
  /** Told of problems as they come up. */
  readonly onProblems: (problems: readonly Problem[]) => void;
  /** Told of an update that could not be taken over; the last good state is still served. */
  readonly onFailure: (error: unknown) => void;
  /** @param seconds how long the update took @param paths what has changed, relative to the root */
  readonly onUpdate: (seconds: number, paths: readonly string[]) => void;
}

/**
 * Watches the site and shows each change in the browser. Answers wait until the site is read.
 *
 * @param ahead the site's files as somebody is just looking at them
 */
export function createDevServer(options: SiteOptions, ahead: Ahead, events: DevServerEvents): DevServer {
  const { root } = options;
  const { startedMs, store, walking, looking } = ahead;
  const own = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const absent = own.filter((path) => !existsSync(path));
  const isAbsent = (path: string) => absent.includes(path);
  const token = randomBytes(16).toString("hex");
  const headTags = (version: string) =>
    `<meta name="${DEV_META}" content="${version}">\n<script type="module" src="${DEV_SCRIPT}" data-token="${token}"></script>`;
  const ledger = createLedger(events.onProblems);
  const pool = createHighlightPool(HIGHLIGHT_THREADS);
  const helper = createHelper();
  const loading = loadInputs(root, store);
  /** Nothing is known from an earlier time: the first page has code to highlight, which begins while the site is read. */
  let isExpecting = store.get("serve", CONFIG_ENTRY) === undefined;
  if (isExpecting) pool.warmUp([], THREADS_MEANWHILE);
  const expect = async (path: string) => {
    const page = likelyPage((await walking).files, path);
    if (page === undefined || !isExpecting) return;
    isExpecting = false;
    pool.warmUp(likelyCode([page]), THREADS_MEANWHILE);
  };
  const settled = createSettledFiles();
  const onIncludes = (paths: readonly string[]) => {
    for (const path of paths) includes.add(join(root, path));
    watching?.add(paths.map((path) => join(root, path)));
  };
  /** Files that pages include; they may stand outside the folders that are watched. */
  const includes = new Set<string>();
  const onNews = () => {
    for (const viewer of channel.viewers()) void tellProblems(viewer);
  };
  const host = { ledger, headTags, store, tokenise: pool.tokenise, helper, onIncludes, onNews };
  let inputs: DevInputs | undefined;
  let languages: Promise<Languages> = loading.then((first) => {
    inputs = first;
    return readAgain((isAgain) => createLanguages(options, first, isAgain ? host : { ...host, looking }));
  });
  /** Made when asked for, which is after a page. */
  let script: Promise<Uint8Array> | undefined;
  /** The client is bundled beside the updates of pages, one state after the other. */
  let bundling: Promise<void> = Promise.resolve();
  let running = 0;
  let isBehind = false;
  let isClosed = false;
  let watching: FileWatch | undefined;

  const allows = (host: string | undefined) => isAllowedHost(host, inputs?.loaded.config.serve.allowedHosts);
  /** Told once, however often it comes up, until an update is taken over. */
  const failures = new Set<string>();
  const report = (error: unknown) => {
    const text = String(error);
    if (!failures.has(text)) events.onFailure(error);
    failures.add(text);
  };
  // Why the site can't be read is told where it is read.
  const siteNow = () => languages.catch(() => undefined);
  const idle = createIdle(
    async () => (await siteNow())?.step() ?? "done",
    () => running > 0,
    report,
  );
  const { show, tellProblems, forget } = createShow(root, ledger, siteNow);
  const look = async (viewer: Viewer) => {
    const path = requestPath(viewer.path);
    viewer.path = path ?? "";
    watch().catch(report);
    if (path === undefined) return;
    await show(viewer);
    await tellProblems(viewer);
  };
  const channel = createChannel(allows, token, (viewer) => void look(viewer));

  const bundle = async (make: Updated["bundle"]) => {
    const change = await make();
    for (const viewer of channel.viewers()) {
      if (change !== "none") viewer.send({ type: change === "client" ? "reload" : "styles" });
      await tellProblems(viewer);
    }
  };
  const update = async (hints: ReadonlySet<string>, superseded: AbortSignal) => {
    const started = performance.now();
    const site = await siteNow();
    const pathOf = (absolute: string) => relative(root, absolute).split(sep).join("/");
    const isOwn = (absolute: string) => site?.uses(pathOf(absolute)) === true || SETTINGS.test(absolute);
    const changed = await settled.changed(hints, isOwn);
    if (changed.length === 0 || inputs === undefined) return;
    running++;
    idle.touch();
    // A page that takes long goes on, and is not waited for any more when there is something newer to show.
    const whileNewest = (work: Promise<unknown>) => unlessAborted(superseded, work).catch(() => undefined);
    try {
      const input = { root, changed, isBehind, inputs, ledger, superseded, onFailure: report };
      isBehind = true;
      const result = await applyUpdate(input, site, (next) => createLanguages(options, next, host));
      isBehind = false;
      failures.clear();
      inputs = result.inputs;
      languages = Promise.resolve(result.languages);
      watching?.add(inputs.loaded.files);
      const { effect } = result;
      const viewers = channel.viewers();
      forget(viewers);
      for (const viewer of viewers) {
        if (effect.reload) viewer.send({ type: "reload" });
        else await whileNewest(show(viewer, superseded));
        if (effect.files.length > 0) viewer.send({ type: "files", paths: effect.files });
        viewer.send({ type: "changed" });
      }
      events.onUpdate((performance.now() - started) / 1000, changed.map(pathOf));
      await whileNewest(Promise.all(viewers.map(tellProblems)));
      bundling = bundling.then(() => bundle(result.bundle)).catch(report);
    } finally {
      running--;
      idle.wake();
    }
  };
  const onFailure = (error: unknown) => {
    ledger.set("update", failureProblems(error), "told");
    report(error);
    for (const viewer of channel.viewers()) void tellProblems(viewer);
  };
  /** What changes before it begins is found by its time: a page that somebody waits for comes first. */
  const watch = async () => {
    const { watchFiles } = await import("./watch-files.ts");
    if (watching !== undefined || isClosed) return;
    const paths = new Set([...own, ...(inputs?.loaded.files ?? []), ...includes, ...TOOL_FOLDERS]);
    watching = watchFiles(root, [...paths], { atMs: startedMs, isAbsent }, { onChange: update, onFailure });
    idle.wake();
  };
  const watchSoon = () =>
    void setTimeout(() => (running > 0 ? watchSoon() : watch().catch(report)), WATCH_AFTER_MS).unref();
  languages.then(watchSoon, watchSoon);
  const endExpecting = () => {
    isExpecting = false;
  };
  languages.then(endExpecting, endExpecting);
  // What is wrong with the configuration alone ends the command; anything else can be mended while it runs.
  loading.then(
    () => languages.catch(onFailure),
    () => undefined,
  );

  const answer = async (path: string): Promise<Answer | undefined> => {
    if (isExpecting) expect(path).catch(() => undefined);
    if (path === DEV_SCRIPT) {
      const headers = { "Cross-Origin-Resource-Policy": "same-origin" };
      script ??= devScript();
      return { status: 200, type: "text/javascript; charset=utf-8", body: await script, headers };
    }
    return (await languages).answer(path);
  };
  return {
    answer: async (path) => {
      running++;
      idle.touch();
      try {
        return await answer(path);
      } catch (error) {
        return { ...plainAnswer(500, ""), type: "text/html; charset=utf-8", body: failurePage(error, headTags("")) };
      } finally {
        running--;
        idle.touch();
      }
    },
    allows,
    onUpgrade: channel.onUpgrade,
    configured: loading.then(({ loaded }) => loaded.config.baseUrl),
    close: async () => {
      isClosed = true;
      ahead.stop();
      idle.stop();
      channel.close();
      await Promise.all([watching?.stop(), pool.close(), helper.close()]);
    },
  };
}

/** Shown where there is no page at all; it is replaced as soon as there is. */
function failurePage(error: unknown, tags: string): string {
  const text = escapeHtml(error instanceof Error ? error.message : String(error));
  return `<!doctype html><html lang="en"><head>${tags}<meta charset="utf-8"><title>Fault</title></head><body><pre>${text}</pre></body></html>`;
}
