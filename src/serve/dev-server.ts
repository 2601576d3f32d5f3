import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join, resolve } from "node:path";
import type { Duplex } from "node:stream";
import { openSiteStore, plainGraphName, SERVE_GRAPH, siteSources } from "../builder/site-store.ts";
import { DEV_SCRIPT } from "../client/dev/dev-messages.ts";
import { CONFIG_FILE } from "../config/config-file.ts";
import { DEV_META } from "../shared/constants.ts";
import { type HttpResponse, isAllowedHost, requestPath, textResponse } from "../shared/http.ts";
import { once } from "../shared/once.ts";
import type { Problem } from "../shared/problem.ts";
import { DEV_SCRIPT_FILE } from "../site/bundles/bundle-client.ts";
import type { SiteOptions } from "../site/model/site.ts";
import { openSiteEngine, type SiteEngine } from "../site/site-engine.ts";
import { createChannel, type Viewer } from "./channel.ts";
import { createDevSite, type DevSite, errorPage } from "./dev-site.ts";
import { createProblemReporter, explainFailure, failureProblems, type ProblemEvents } from "./failures.ts";
import { type OpenFileWatcher, openFileWatcher } from "./file-watcher.ts";
import { createIdle } from "./idle.ts";
import { createUpdates, openEditor } from "./updates.ts";
import { type WatchedInputs, watchInputs } from "./watch-inputs.ts";

/** A few threads are enough: only the first compilation of a page has much code to highlight. */
const HIGHLIGHT_THREADS = 2;
/** Watching starts when a page is shown, or at the latest this many milliseconds after the site was read. */
const WATCH_AFTER_MS = 500;

/** The development server. */
export interface DevServer {
  readonly answer: (path: string, wantsMarkdown?: boolean) => Promise<HttpResponse>;
  /** Whether a `Host` header is allowed. */
  readonly allows: (host: string | undefined) => boolean;
  /** Handles a websocket request. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The site's base URL, once the configuration is read; rejects if that fails. */
  readonly configured: Promise<string>;
  readonly close: () => Promise<void>;
}

export interface DevServerEvents extends ProblemEvents {
  /**
   * @param seconds duration of the update
   * @param paths changed files, relative to the root
   */
  readonly onUpdate: (seconds: number, paths: readonly string[], pages: readonly string[]) => void;
}

/** Watches a site and updates open pages with each change. */
export function createDevServer(
  options: SiteOptions,
  events: DevServerEvents,
  openWatcher: OpenFileWatcher = openFileWatcher,
): DevServer {
  const { root } = options;
  const token = randomBytes(16).toString("hex");
  const script = `<script type="module" src="${DEV_SCRIPT}" data-token="${token}"></script>`;
  const headTags = (version: string) => `<meta name="${DEV_META}" content="${version}">\n${script}`;
  const engine = openDevEngine(options, (fault) => {
    problems.background.set(fault.path, fault);
    notifyViewers();
  });
  const site = createDevSite(root, engine, headTags);
  const answer = createResponder(site, headTags);
  let allowedHosts: readonly string[] = [];
  const readOverview = async (): Promise<string> => {
    const overview = await site.overview();
    allowedHosts = overview.allowedHosts;
    return overview.baseUrl;
  };
  const configured = readOverview();
  const allows = (host: string | undefined) => isAllowedHost(host, allowedHosts);
  const onLook = async (viewer: Viewer) => {
    const path = requestPath(viewer.path);
    viewer.path = path ?? "";
    watch();
    if (path === undefined) return;
    await updates.show(viewer);
    await updates.sendProblems(viewer);
  };
  const channel = createChannel(allows, token, onLook, (position) => openEditor(root, position, problems.now()));
  const viewedPaths = () => [...new Set(channel.viewers().map(({ path }) => path))];
  const problems = createProblemReporter(site.problems, viewedPaths, events);
  const notifyViewers = () => {
    for (const viewer of channel.viewers()) void updates.sendProblems(viewer);
  };
  const idle = createIdle(async () => {
    const result = await site.step();
    if (result !== "more") {
      problems.now();
      notifyViewers();
    }
    return result;
  }, problems.report);
  const updates = createUpdates({
    root,
    site,
    viewers: channel.viewers,
    problems,
    onShown: async (seconds, paths, pages) => {
      await readOverview().catch(() => undefined);
      events.onUpdate(seconds, paths, pages);
    },
  });
  const onFailure = (error: unknown) => {
    problems.report(error);
    notifyViewers();
  };
  const onChange = async (hints: readonly string[], superseded: AbortSignal) => {
    await idle.during(() => updates.take(hints, superseded));
    problems.now();
    idle.wake();
  };
  let isClosed = false;
  let stopWatching: (() => void) | undefined;
  const watch = () => {
    if (isClosed || stopWatching !== undefined) return;
    stopWatching = watchSite(root, site, openWatcher, { onChange, onFailure, turn: idle.turn });
    idle.wake();
  };
  const watchSoon = () => void setTimeout(() => (idle.isBusy() ? watchSoon() : watch()), WATCH_AFTER_MS).unref();
  // Only an error in the configuration ends the command; all others can be fixed while it runs.
  const begin = async () => {
    await configured;
    await updates.begin();
    problems.now();
    watchSoon();
  };
  begin().catch(() => undefined);

  return {
    answer: async (path, wantsMarkdown = false) => {
      const response = await idle.during(() => answer(path, wantsMarkdown));
      if (site.isCheckDue()) idle.wake();
      return response;
    },
    allows,
    onUpgrade: channel.onUpgrade,
    configured,
    close: async () => {
      idle.stop();
      channel.close();
      isClosed = true;
      stopWatching?.();
      await engine.close();
    },
  };
}

function watchSite(
  root: string,
  site: DevSite,
  openWatcher: OpenFileWatcher,
  { turn, ...events }: Pick<WatchedInputs, "onChange" | "onFailure"> & { readonly turn: () => Promise<unknown> },
): () => void {
  const watched = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const isWatched = (path: string) => /^(?:content|templates|\.docgen)\/|(?:^|\/)node_modules\//.test(path);
  return watchInputs(watched, openWatcher, {
    ...events,
    sweep: () => site.changes.sweep(turn),
    others: () =>
      site
        .files()
        .filter((path) => !isWatched(path))
        .map((path) => resolve(root, path)),
  });
}

/** @param headTags returns tags that connect a page to the server */
function createResponder(site: DevSite, headTags: (version: string) => string) {
  /** Loaded when the first page requests it. */
  const script = once(() => readFileSync(DEV_SCRIPT_FILE));
  return async (path: string, wantsMarkdown: boolean): Promise<HttpResponse> => {
    try {
      if (path !== DEV_SCRIPT) return await site.answer(path, wantsMarkdown);
      const headers = { "Cross-Origin-Resource-Policy": "same-origin" };
      return { status: 200, type: "text/javascript; charset=utf-8", body: script(), headers };
    } catch (error) {
      // Replaced once there is a page.
      const lines = failureProblems(error).map(({ message }) => message);
      const body = errorPage(lines, headTags(""));
      return { ...textResponse(500, ""), type: "text/html; charset=utf-8", body };
    }
  };
}

/** Opens the engine with the results of earlier processes; the last good state is served while an input is broken. */
function openDevEngine(options: SiteOptions, onFault: (fault: Problem) => void): SiteEngine {
  const { root } = options;
  const { settings, states } = siteSources(options);
  return openSiteEngine({
    root,
    settings,
    states,
    store: openSiteStore(root),
    graph: SERVE_GRAPH,
    startFrom: [SERVE_GRAPH, plainGraphName(root)],
    explain: (error, { key }) => explainFailure(root, error, /\.(?:md|html)$/.test(key) ? key : undefined),
    jobs: HIGHLIGHT_THREADS,
    onFault,
  });
}
