import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { CONFIG_FILE } from "../../config/config-file.ts";
import { itemPlace } from "../../config/item-place.ts";
import type { Mapping } from "../../content/data-file.ts";
import { splitKey } from "../../engine/key.ts";
import type { TaskDef } from "../../engine/task.ts";
import { createIgnorer } from "../../links/ignore.ts";
import { relativePath } from "../../links/rewrite.ts";
import { idsIn } from "../../markdown/html-ids.ts";
import { Failure } from "../../shared/failure.ts";
import { type Problem, problemOf, sortProblems } from "../../shared/problem.ts";
import { decodePath } from "../../shared/route.ts";
import { openSiteEngine } from "../../site/site-engine.ts";
import type { FileNote, Job, PlannedFile } from "../job.ts";
import { belowBaseUrl, plannedText, writePlanned } from "../plan/new-paths.ts";
import { baseUrlOf, record, texts } from "../read/config-values.ts";
import { configText } from "../rewrite/settings/site-config.ts";
import { linkPackages, type PackageVersions, peersIn, putManifest } from "./bundled-packages.ts";
import { lostAddresses, type NewFiles, type PageIds } from "./old-addresses.ts";
import { inOriginal, itemToDrop, type Path, startsWith, without } from "./refused-items.ts";
import {
  callsIn,
  modulesOf,
  parsedCall,
  recordedCall,
  renderCalls,
  type TriedCall,
  tryBundles,
} from "./try-components.ts";

/** Matches modules of the site, whose code would run: those of React pages and those outside of the content. */
const MODULE = /^(?:content\/(?:i18n\/[^/]+\/)?pages\/|(?!content\/|site\.config\.)).*\.[cm]?[jt]sx?$/;
/** Matches items of the configuration that determine which pages there are. */
const STRUCTURE = /^(?:i18n|docs|blog|url|baseUrl|trailingSlash)\b(?!.*\bsidebars\b)/;

/**
 * Finds the errors with which docgen would refuse to build the planned site: of the configuration, of the layout, of
 * the pages, of their links, and what components throw. The site is written to a temporary folder, without the code of
 * its modules, which comes from the Docusaurus site and only runs in a process of its own.
 */
export async function tryBuild(config: Mapping, packages: PackageVersions, job: Job): Promise<TrialBuild> {
  const { files } = job;
  const root = realpathSync(mkdtempSync(join(tmpdir(), "docgen-migrate-")));
  try {
    putManifest(packages, job);
    for (const [path, file] of files) writePlanned(join(root, path), file);
    linkPackages(packages, root, job);
    const bundles = await tryBundles(root, modulesOf(config, files));
    for (const [name, version] of peersIn(bundles.files, packages)) packages.set(name, version);
    putManifest(packages, job);
    const modules = [...files].filter(([path]) => MODULE.test(path));
    for (const [path, file] of modules)
      writePlanned(join(root, path), withoutCode(path, file, bundles.sheets.get(path) ?? []));
    const seen: Seen = { built: new Map(), calls: new Map() };
    const problems = await findErrors(root, config, seen);
    for (const [path, file] of modules) writePlanned(join(root, path), file);
    const ofCalls = await problemsOfCalls(root, config, seen, bundles.faults, job);
    problems.push(...ofCalls.problems);
    const errors = sortProblems(problems).map(({ path, line, message, hint }): FileNote => {
      const text = hint === undefined ? message : `${message}; ${hint}`;
      return { path, line, kind: "hand", message: `docgen build reports: ${text}` };
    });
    return { errors, built: seen.built, throwing: ofCalls.throwing };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** What a build would say, and the HTML files that it would write. */
export interface TrialBuild {
  /** With paths relative to the new site. */
  readonly errors: readonly FileNote[];
  readonly built: NewFiles;
  /** What components and React pages throw. */
  readonly throwing: readonly ThrowingCall[];
}

/** A call that throws or can't be bundled: of a component, or of a React page. */
export interface ThrowingCall extends TriedCall {
  /** The first page with it, relative to the new root. */
  readonly page: string;
  readonly fault: string;
  /** Whether its module can be bundled. */
  readonly isBundled: boolean;
  /** Whether its module is loaded without a fault. */
  readonly isLoaded: boolean;
}

/** A module with the title, the ids and the style sheets of another, without its code, that shows how it is called. */
function withoutCode(path: string, file: PlannedFile, sheets: readonly string[]): PlannedFile {
  const text = plannedText(file);
  const title = /^export const title = ("(?:[^"\\]|\\.)*");$/m.exec(text)?.[1] ?? '"Page"';
  const ids = [...text.matchAll(/\bid=["']([^"'\s]+)["']/g)].map(([, id]) => id);
  return {
    text: `${sheets.map((sheet) => `import ${JSON.stringify(relativePath(path, sheet))};\n`).join("")}import { createElement } from "react";
export const title = ${title};
const ids = ${JSON.stringify([...new Set(ids)])}.map((id) => createElement("i", { id, key: id }));
export default ({ children, ...props }) => [...ids, ${recordedCall(path)}, children];
`,
  };
}

/**
 * Checks a site. If items of its configuration are refused, the rest is checked without them, so that one error doesn't
 * hide the others.
 */
async function findErrors(root: string, config: Mapping, seen: Seen): Promise<Problem[]> {
  const sources = new Map([[CONFIG_FILE, configText(config)]]);
  const errors: Problem[] = [];
  const refused: Path[] = [];
  const dropped: Path[] = [];
  for (;;) {
    writeFileSync(join(root, CONFIG_FILE), configText(without(config, dropped)));
    const result = await check(root, seen);
    if (!(result instanceof Failure)) return sortProblems([...errors, ...result]);
    const before = [...dropped];
    const lines = result.message.split("\n").map((line) => line.replace(/^site\.config\.ts(?::\d+:\d+)?: /, ""));
    const refusals = lines.map((line) => inOriginal(line, config, before));
    for (const { message, path } of refusals) {
      // Without one of its parts, an item may be refused as a whole.
      if (!refused.some((part) => part.length > path.length && startsWith(part, path)))
        errors.push(problemOf({ ...itemPlace(message, sources), code: "config", message }));
      refused.push(path);
      const item = itemToDrop(config, path, before);
      if (item.length > 0) dropped.push(item);
    }
    if (dropped.length === before.length || refusals.some(({ message }) => STRUCTURE.test(message)))
      return sortProblems(errors);
  }
}

/** What is seen of a site while it is checked. */
interface Seen {
  /** HTML files by path, with the ids in them. */
  readonly built: Map<string, PageIds | undefined>;
  /** The first page with a call of a component, its HTML file, and the ids of all pages with it, by the call. */
  readonly calls: Map<string, { readonly page: string; readonly html: string; readonly ids: Set<string>[] }>;
}

/**
 * What components throw or can't import, and the links in their HTML that lead nowhere, with the first page that calls
 * them so. Adds the ids in their HTML to those of the pages.
 *
 * @param faults why modules can't be bundled, by path
 */
async function problemsOfCalls(
  root: string,
  { onBrokenLinks = "throw", trailingSlash, links }: Mapping,
  { built, calls }: Seen,
  faults: ReadonlyMap<string, string>,
  job: Job,
): Promise<{ readonly problems: Problem[]; readonly throwing: ThrowingCall[] }> {
  const throwing: ThrowingCall[] = [];
  const note = (call: TriedCall, page: string, fault: string, isLoaded: boolean) =>
    throwing.push({ ...call, page, fault, isBundled: !faults.has(call.module), isLoaded });
  for (const [module, fault] of faults) {
    const ofModule = [...calls].filter(([call]) => parsedCall(call).module === module);
    for (const [call, { page }] of ofModule) note(parsedCall(call), page, fault, false);
    if (ofModule.length === 0) note({ module, props: {}, hasContent: false }, module, fault, false);
  }
  const bundled = [...calls.keys()].filter((call) => !faults.has(parsedCall(call).module));
  const rendered = await renderCalls(root, bundled, job);
  for (const { call, ids } of rendered)
    for (const page of calls.get(call)?.ids ?? []) for (const id of ids) page.add(id);
  const baseUrl = baseUrlOf(job.docusaurus.config);
  const { isIgnored } = createIgnorer({ entries: texts(record(links).ignore), comments: [] });
  const isLost = (address: string) => {
    const path = belowBaseUrl(address.replace(/[?#].*$/, ""), job);
    const bare = { path: decodePath(path.replace(/(?<=.)\/$/, "")) ?? path, ids: [] };
    const isListed = isIgnored({ path: "", line: 1, column: 1, target: belowBaseUrl(address, job) });
    return /^\/(?!\/)/.test(address) && !isListed && lostAddresses([bare], built, job).notes.length > 0;
  };
  const problems = rendered.flatMap(({ call, thrown, isLoaded, addresses }) => {
    const component = parsedCall(call);
    const { page: path, html } = calls.get(call) ?? { page: component.module, html: "" };
    if (thrown !== undefined) note(component, path, thrown, isLoaded);
    const route = html.replace(/(?:(?:^|\/)index)?\.html$/, trailingSlash === true ? "/" : "");
    // As in a browser, links are relative to the page; those to the files of pages to its file.
    const absolute = (address: string) => {
      const [, file] = /^([^/#?:][^#?:]*\.mdx?)(?:[#?].*)?$/.exec(address) ?? [];
      if (file !== undefined && job.files.has(posix.join(posix.dirname(path), file))) return [];
      return /^(?:[/#?]|[a-z][a-z\d+.-]*:)/i.test(address)
        ? address
        : new URL(address, `http://site.example${baseUrl}${route}`).pathname;
    };
    const broken = onBrokenLinks === "throw" ? [...new Set(addresses.flatMap(absolute))].filter(isLost) : [];
    return broken.map((address) =>
      problemOf({ path, code: "broken-link", message: `broken link "${belowBaseUrl(address, job)}"` }),
    );
  });
  return { problems, throwing };
}

/**
 * Runs what a build checks.
 *
 * @param seen to which HTML files and calls are added
 * @returns the errors, or the failure that leaves nothing to check
 */
async function check(root: string, { built, calls }: Seen): Promise<readonly Problem[] | Failure> {
  const late: Problem[] = [];
  const { engine, overview, outputs, checks, end, close } = openSiteEngine({
    root,
    settings: { drafts: false },
    onFault: (fault) => late.push(fault),
  });
  try {
    let pages = 0;
    for (const { name, folder } of (await engine.get(overview, "")).locales) {
      const path = (file: string) => (folder === "" ? file : `${folder.replace(/\/$/, "")}/${file}`);
      for (const task of checks.ofSites) await engine.digest(task, name);
      const redirects = outputs.all.find((kind) => kind.name === "redirects");
      for (const { file } of redirects === undefined ? [] : await engine.get(redirects.files, name))
        built.set(path(file), undefined);
      for (const { file, key } of await engine.get(outputs.pages.files, name)) {
        pages += 1;
        const html = String(await engine.get(outputs.pages.task, key));
        const ids = new Set(idsIn(html).anchors);
        const { 1: source = file } = splitKey(key);
        built.set(path(file), /\.(?:mdx?|[jt]sx?)$/.test(source) ? ids : { has: () => true });
        for (const call of callsIn(html)) {
          const usage = calls.get(call) ?? { page: source, html: path(file), ids: [] };
          usage.ids.push(ids);
          calls.set(call, usage);
        }
        for (const task of [outputs.pages.task, ...checks.ofPages] as TaskDef<unknown>[])
          await engine.digest(task, key);
      }
    }
    await end();
    const none = problemOf({ path: "content", code: "content", message: "contains no pages" });
    const problems = [...engine.problems(), ...late, ...(pages === 0 ? [none] : [])];
    return problems.filter(({ severity }) => severity === "error");
  } catch (error) {
    if (error instanceof Failure) return error;
    if (!(error instanceof Error) || "syscall" in error) throw error;
    return new Failure(1, `docgen fails and stops checking: ${error.message}`);
  } finally {
    await close();
  }
}
