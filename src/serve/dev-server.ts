import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { OWN_RENDERER } from "../build/renderer.ts";
import { repositoryKey } from "../build/repository.ts";
import type { SiteOptions } from "../build/site.ts";
import { openSiteEngine } from "../build/tasks/site-engine.ts";
import { toolKey } from "../build/tool-key.ts";
import { DEV_SCRIPT } from "../client/dev/messages.ts";
import { CONFIG_FILE } from "../config/evaluate.ts";
import { openStore } from "../engine/result-store.ts";
import { DEV_META, WORK_FOLDER } from "../shared/constants.ts";
import { Failure } from "../shared/failure.ts";
import { type Answer, isAllowedHost, plainAnswer, requestPath } from "../shared/http.ts";
import { once } from "../shared/once.ts";
import { type Problem, sortProblems } from "../shared/problem.ts";
import { escapeHtml } from "../shared/text.ts";
import { type Channel, createChannel, type Viewer } from "./channel.ts";
import { createDevSite } from "./dev-site.ts";
import { explainFailure, failureProblems } from "./failure-problems.ts";
import { createIdle } from "./idle.ts";
import { createSettledFiles } from "./settled.ts";
import { createShow } from "./show.ts";
import { createToolCode, devScript, TOOL_FOLDERS } from "./tool.ts";
import { unlessAborted } from "./unless-aborted.ts";
import type { FileWatch } from "./watch-files.ts";

/** A page waits for its code when it is first compiled; afterwards there is little to highlight. */
const HIGHLIGHT_THREADS = 2;
/** Files that may be the site's though it doesn't know of them. */
const SETTINGS = /\.(?:json|ya?ml|[cm]?[jt]sx?|css|html)$|[\\/]templates$/;
/** The watch begins when a page is shown, or this long after the site is read, in milliseconds. */
const WATCH_AFTER_MS = 500;
/** More changes than these are a storm: any file may have changed. */
const MAX_PATHS = 200;
const STATIC_FOLDER = "content/static/";

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

/** Watches the site and shows each change in the browser. */
export function createDevServer(options: SiteOptions, events: DevServerEvents): DevServer {
  const { root, drafts, baseUrl } = options;
  const startedMs = Date.now();
  const own = ["content", "templates", CONFIG_FILE].map((name) => join(root, name));
  const absent = own.filter((path) => !existsSync(path));
  const token = randomBytes(16).toString("hex");
  const headTags = (version: string) =>
    `<meta name="${DEV_META}" content="${version}">\n<script type="module" src="${DEV_SCRIPT}" data-token="${token}"></script>`;
  const tool = createToolCode(OWN_RENDERER);
  /** What pages written in React do wrong in the background, by their paths. */
  const background = new Map<string, Problem>();
  const onFault = (fault: Problem) => {
    background.set(fault.path, fault);
    for (const viewer of channel.viewers()) void tellProblems(viewer);
  };
  const engine = openSiteEngine({
    root,
    settings: { drafts, baseUrl },
    states: { repository: () => repositoryKey(root), tool: tool.state },
    store: openStore(join(root, WORK_FOLDER, "cache"), toolKey()),
    graph: "serve",
    explain: (error, { key }) => explainFailure(root, error, /\.(?:md|html)$/.test(key) ? key : undefined),
    jobs: HIGHLIGHT_THREADS,
    tool,
    onFault,
  });
  const site = createDevSite(root, engine, headTags);
  const settled = createSettledFiles();
  /** Made when asked for, which is after a page. */
  const script = once(devScript);
  let allowedHosts: readonly string[] = [];
  const readOverview = async (): Promise<string> => {
    const overview = await site.overview();
    allowedHosts = overview.allowedHosts;
    return overview.baseUrl;
  };
  const configured = readOverview();
  /** The site could be laid out once: from then on the last good state of it is shown. */
  let isReadable = false;
  let running = 0;
  let isClosed = false;
  let watching: FileWatch | undefined;
  /** What keeps pages that are looked at from being made, by their paths. */
  const failures = new Map<string, readonly Problem[]>();
  /** Problems that were told, by what they say. */
  let told = new Set<string>();

  const allows = (host: string | undefined) => isAllowedHost(host, allowedHosts);
  const problemsNow = (): readonly Problem[] => {
    const viewed = new Set(channel.viewers().map(({ path }) => path));
    const ofViews = [...failures].flatMap(([path, problems]) => (viewed.has(path) ? problems : []));
    const now = sortProblems([...site.problems(), ...background.values(), ...ofViews]);
    const news = now.filter((problem) => !told.has(keyOf(problem)));
    told = new Set(now.map(keyOf));
    // What keeps all of the site from being read is told as where it ends a command.
    for (const { path, message } of news.filter(isFailure)) events.onFailure(new Failure(2, `${path}: ${message}`));
    const others = news.filter((problem) => !isFailure(problem));
    if (others.length > 0) events.onProblems(others);
    return now;
  };
  /** Told once, however often it comes up, until an update is taken over. */
  const reported = new Set<string>();
  const report = (error: unknown) => {
    const text = String(error);
    if (!reported.has(text)) events.onFailure(error);
    reported.add(text);
  };
  const { show, tellProblems } = createShow(root, site, failures, problemsNow);
  const idle = createIdle(
    async () => {
      const result = await site.step();
      if (result === "done") await tellAll();
      return result;
    },
    () => running > 0,
    report,
  );
  const tellAll = async () => {
    watchInputs();
    problemsNow();
    await Promise.all(channel.viewers().map(tellProblems));
  };
  const look = async (viewer: Viewer) => {
    const path = requestPath(viewer.path);
    viewer.path = path ?? "";
    watch().catch(report);
    if (path === undefined) return;
    await show(viewer);
    await tellProblems(viewer);
  };
  const channel = createChannel(allows, token, (viewer) => void look(viewer));

  const update = async (hints: ReadonlySet<string>, superseded: AbortSignal) => {
    const started = performance.now();
    const pathOf = (absolute: string) => relative(root, absolute).split(sep).join("/");
    const changed = await settled.changed(hints, (path) => SETTINGS.test(path) || site.uses(pathOf(path)));
    if (changed.length === 0) return;
    running++;
    idle.touch();
    // A page that takes long goes on, and is not waited for any more when there is something newer to show.
    const whileNewest = (work: Promise<unknown>) => unlessAborted(superseded, work).catch(() => undefined);
    const paths = changed.map(pathOf);
    try {
      for (const path of paths) background.delete(path);
      const states = tool.changed(changed) ? ["tool"] : [];
      site.changed(paths.length > MAX_PATHS ? undefined : paths, states);
      reported.clear();
      const files = paths.flatMap((path) => (path.startsWith(STATIC_FOLDER) ? [path.slice(STATIC_FOLDER.length)] : []));
      const viewers = channel.viewers();
      const isNew = !isReadable;
      isReadable ||= await site.isReadable();
      for (const viewer of viewers) {
        if (isNew && isReadable) viewer.send({ type: "reload" });
        else await whileNewest(show(viewer, superseded));
        if (files.length > 0) viewer.send({ type: "files", paths: files });
        viewer.send({ type: "changed" });
      }
      await whileNewest(readOverview());
      events.onUpdate((performance.now() - started) / 1000, paths);
      await whileNewest(Promise.all(viewers.map(tellProblems)));
      problemsNow();
      watchInputs();
    } finally {
      running--;
      idle.wake();
    }
  };
  const onFailure = (error: unknown) => {
    report(error);
    for (const viewer of channel.viewers()) void tellProblems(viewer);
  };
  /** Files of a site may stand outside of the folders that are watched. */
  const watchInputs = () => {
    const others = site.files().filter((path) => !/^(?:content|templates)\/|(?:^|\/)node_modules\//.test(path));
    watching?.add(others.map((path) => join(root, path)));
  };
  /** What changes before it begins is found by its time: a page that is waited for comes first. */
  const watch = async () => {
    const { watchFiles } = await import("./watch-files.ts");
    if (watching !== undefined || isClosed) return;
    const since = { atMs: startedMs, isAbsent: (path: string) => absent.includes(path) };
    watching = watchFiles(root, [...own, ...TOOL_FOLDERS], since, { onChange: update, onFailure });
    watchInputs();
    idle.wake();
  };
  const watchSoon = () =>
    void setTimeout(() => (running > 0 ? watchSoon() : watch().catch(report)), WATCH_AFTER_MS).unref();
  // What is wrong with the configuration alone ends the command; anything else can be mended while it runs.
  const begin = async () => {
    await configured;
    isReadable = await site.isReadable();
    problemsNow();
    watchSoon();
  };
  begin().catch(() => undefined);

  const answer = async (path: string): Promise<Answer | undefined> => {
    if (path !== DEV_SCRIPT) return site.answer(path);
    const headers = { "Cross-Origin-Resource-Policy": "same-origin" };
    return { status: 200, type: "text/javascript; charset=utf-8", body: await script(), headers };
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
    configured,
    close: async () => {
      isClosed = true;
      idle.stop();
      channel.close();
      await Promise.all([watching?.stop(), engine.close()]);
    },
  };
}

function isFailure({ code, line, column }: Problem): boolean {
  return code === "failure" && line === 1 && column === 1;
}

function keyOf({ path, line, column, code, message }: Problem): string {
  return `${path}:${line}:${column}:${code}:${message}`;
}

/** Shown where there is no page at all; it is replaced as soon as there is. */
function failurePage(error: unknown, tags: string): string {
  const text = escapeHtml(
    failureProblems(error)
      .map(({ message }) => message)
      .join("\n"),
  );
  return `<!doctype html><html lang="en"><head>${tags}<meta charset="utf-8"><title>Fault</title></head><body><pre>${text}</pre></body></html>`;
}
