import { assetUrls, DEV_BUNDLE } from "../build/bundle.ts";
import { createRecall } from "../build/cache/recall.ts";
import { keepLook, type Look } from "../build/cache/snapshot.ts";
import type { Store } from "../build/cache/store.ts";
import type { Helper } from "../build/helper.ts";
import { readLastUpdates } from "../build/last-updates.ts";
import { listedPaths } from "../build/list-data.ts";
import { liveFrame } from "../build/live-frame.ts";
import { type MermaidFiles, mermaidFiles } from "../build/mermaid-files.ts";
import { chunkName } from "../build/page-chunks.ts";
import type { PageModules } from "../build/page-modules.ts";
import type { RenderContext } from "../build/render-page.ts";
import { readSite, type Site, type SiteMemory, type SiteOptions } from "../build/site.ts";
import type { LoadedConfig } from "../config/load.ts";
import type { SiteConfig } from "../config/schema.ts";
import { feedFiles } from "../content/feed-files.ts";
import type { SourcePage } from "../content/types.ts";
import { normaliseRoute } from "../links/resolve.ts";
import type { Document } from "../markdown/document.ts";
import { createHighlighter, type Highlighter } from "../markdown/highlight/highlighter.ts";
import type { Tokenise } from "../markdown/highlight/tokeniser.ts";
import type { OutputFile } from "../output/types.ts";
import type { Template } from "../render/template.ts";
import { type Answer, plainAnswer, typeOf } from "../shared/http.ts";
import { type Route, routeKey, toUrl } from "../shared/route.ts";
import { type BundledPart, type ClientChange, createClientFiles } from "./client-files.ts";
import { type Compilers, createDocuments } from "./documents.ts";
import {
  compileAll,
  feedAnswer,
  fileAnswer,
  fileNames,
  siteDataAnswer,
  siteDataFile,
  textAnswer,
} from "./file-answers.ts";
import { failureProblems } from "./inputs.ts";
import { rememberHighlights } from "./known-highlights.ts";
import type { Ledger } from "./ledger.ts";
import { createPageLinks, type PageLinks } from "./links.ts";
import { createFileMemory } from "./memory.ts";
import { readAhead } from "./read-ahead.ts";
import type { Renderer } from "./renderer.ts";
import { createSearchIndexes } from "./search-indexes.ts";
import { createSiteModules } from "./site-modules.ts";
import { isForeign, isPartial, sameModules, textPages } from "./site-parts.ts";
import { faultPage, type View, viewOf } from "./views.ts";

/** Made when asked for: most edits are on pages without live samples. */
const LIVE_FRAME_FILE = "assets/live-frame.html";
/** Rendered pages kept until the next change. */
const MAX_VIEWS = 40;

/** What all languages of a site share, each in its last good state. */
export interface DevInputs {
  readonly loaded: LoadedConfig;
  readonly template: Template;
  readonly renderer: Renderer;
}

/** What a site tells of itself as it is read and compiled. */
export interface DevHost {
  readonly ledger: Ledger;
  /** Connects a page to the server, by the page's version. */
  readonly headTags: (version: string) => string;
  /** Compiled pages and bundles of earlier times. */
  readonly store: Store;
  readonly tokenise: Tokenise;
  readonly helper: Helper;
  /** Told of files that pages include, relative to the root. */
  readonly onIncludes: (paths: readonly string[]) => void;
  /** Told that the ledger has come to hold what no edit and no view has brought. */
  readonly onNews: () => void;
  /** The site's files, where somebody is just looking at them. */
  readonly looking?: Promise<Look> | undefined;
}

/** The files of an update that a site must take notice of. */
export interface Edits {
  /** Relative to the root. */
  readonly paths: readonly string[];
  /** More has changed than can be told: everything is read anew. */
  readonly isAll: boolean;
  /** What pages written in React are made of may have changed. */
  readonly hasModules: boolean;
}

/** A site in one language as it is being written. */
export interface DevSite {
  readonly site: () => Site;
  /** Answers for a path below the base URL, without a slash at its start. */
  readonly answer: (path: string) => Promise<Answer | undefined>;
  /** The page at such a path, or the one for what isn't there. */
  readonly view: (path: string) => Promise<View>;
  /** Takes up files of which only texts have changed. @returns false where the site must be read anew */
  readonly takeTexts: (paths: readonly string[]) => boolean;
  readonly read: (inputs: DevInputs, edits: Edits) => Promise<void>;
  /** Bundles the client anew. @returns what the browser is to do about it */
  readonly bundle: (part: BundledPart) => Promise<ClientChange>;
  /** True for files that its pages written in React are made of, or may come to be made of. */
  readonly isModule: (path: string) => boolean;
  /** True for files that it is made of, and for folders that hold such. */
  readonly uses: (path: string) => boolean;
  /** A small part of what is left to do: bundling, compiling and checking. */
  readonly step: () => Promise<"more" | "done">;
}

interface State {
  readonly site: Site;
  readonly inputs: DevInputs;
  readonly modules: Promise<PageModules>;
  readonly context: Promise<RenderContext>;
  readonly files: ReadonlyMap<string, OutputFile>;
  readonly byRoute: ReadonlyMap<Route, SourcePage>;
  readonly links: PageLinks;
}

/** Reads a site; its pages are compiled and rendered when they are asked for. */
export async function createDevSite(options: SiteOptions, first: DevInputs, host: DevHost): Promise<DevSite> {
  const { root, locale = "" } = options;
  const { ledger, headTags, store, tokenise, onIncludes, onNews } = host;
  const memory = createFileMemory();
  const { value, config } = first.loaded;
  const look = await (host.looking ?? readAhead(root, store));
  const recall = createRecall(store, { config: value, locale: locale || config.i18n.defaultLocale }, look);
  const documents = createDocuments(root, onIncludes);
  /** What is known from an earlier time counts once: from then on the server knows what changes. */
  const firstMemory: SiteMemory = {
    walked: look.content,
    read: (path, kind, by, make) =>
      memory.read(path, kind, by, make, () => recall.memory.read(path, kind, by, make).value),
    medium: memory.medium,
  };
  let isKept = false;
  const owner = (name: string) => `${locale} ${name}`;
  const siteModules = createSiteModules(root, ledger, owner, onNews);
  // Without the package diagrams are shown as text here; the build says what is missing.
  const mermaid: Promise<MermaidFiles | undefined> = mermaidFiles(root).catch(() => undefined);
  const lastUpdates = readLastUpdates(root, config);
  let views = new Map<string, Promise<View>>();
  /** Pages written in React that have not run since they were edited. */
  let waiting: SourcePage[] = [];
  const highlighters = new Map<string, Highlighter>();
  /** Pages whose links were not checked since something changed. */
  let unchecked: SourcePage[] = [];
  /** Whether pages have come to be compiled, so that links to them can be checked. */
  let hasNews = false;

  const highlighterOf = ({ highlight: { aliases } }: SiteConfig): Highlighter => {
    const key = JSON.stringify(aliases);
    const known = highlighters.get(key) ?? rememberHighlights(createHighlighter(tokenise, aliases));
    highlighters.set(key, known);
    return known;
  };
  const compilersFor = async ({ plan }: Site, renderer: Renderer): Promise<Compilers> => {
    const { config, site } = plan;
    const make = (kept: Store) => renderer.createDocuments(root, config, site.texts, highlighterOf(config), kept);
    const [lasting, passing] = await Promise.all([make(store), make({ ...store, put: () => {} })]);
    return { lasting, passing };
  };
  const stateOf = async (inputs: DevInputs, edits: Edits | undefined, before: State | undefined): Promise<State> => {
    const site = await readSite({ ...options, memory: before === undefined ? firstMemory : memory }, inputs.loaded);
    const { plan } = site;
    const areModulesSame =
      before !== undefined &&
      edits?.hasModules === false &&
      !edits.isAll &&
      before.inputs.renderer === inputs.renderer &&
      sameModules(before.site, site);
    const modules = areModulesSame ? before.modules : siteModules.load(site, inputs.renderer);
    modules.catch(() => undefined);
    if (!areModulesSame) waiting = plan.pages.filter(({ format }) => format === "tsx");
    const { baseUrl } = plan.config;
    const contextOf = async (): Promise<RenderContext> => ({
      plan,
      template: inputs.template,
      assets: {
        ...assetUrls(baseUrl, DEV_BUNDLE, siteDataFile("site"), (await mermaid)?.entry),
        liveFrame: baseUrl + LIVE_FRAME_FILE,
      },
      versionSiteData: new Map([...plan.versionSites.keys()].map((name) => [name, baseUrl + siteDataFile(name)])),
      lastUpdates: (await lastUpdates).byPath,
    });
    const byRoute = new Map(plan.pages.map((page) => [routeKey(page.route), page]));
    documents.setSite(plan.pages, compilersFor(site, inputs.renderer));
    ledger.set(owner("site"), site.problems);
    const paths = new Set(plan.pages.map(({ path }) => owner(`page ${path}`)));
    ledger.drop((one) => one.startsWith(owner("page ")) && !paths.has(one));
    unchecked = textPages(site);
    return {
      site,
      inputs,
      modules,
      context: contextOf(),
      files: new Map(site.media.files.map((file) => [file.file, file])),
      byRoute,
      links: createPageLinks(site, byRoute, documents.peek),
    };
  };
  const workingPages = async () => {
    const { site, modules } = state;
    const { modules: working } = await modules;
    return site.plan.pages.filter(({ path }) => working.has(path));
  };

  let state = await stateOf(first, undefined, undefined);
  const client = createClientFiles(root, workingPages, store, (problems) => ledger.set(owner("client"), problems));
  lastUpdates.then(({ problems }) => ledger.set(owner("last updates"), problems));
  const search = createSearchIndexes(() => state.site, documents.of, host.helper);

  const check = (page: SourcePage, document: Document) => {
    ledger.set(owner(`page ${page.path}`), state.links.problemsOf(page, document));
  };
  /** Languages whose grammars are warm, or not to be had. */
  const warm = new Set<string>();
  /** The first block of a language takes long: it is not to be one that somebody waits for. */
  const warmUp = async ({ samples }: Document) => {
    const cold = samples.filter(({ language }) => language !== "" && !warm.has(language));
    for (const { language } of cold) warm.add(language);
    await highlighterOf(state.site.plan.config).highlight(cold);
  };
  /** A page that can't be compiled or rendered at all is told of as one with a fault. */
  const setFailure = (page: SourcePage, error: unknown): View => {
    // One that is gone is about to leave the site.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw error;
    const problems = failureProblems(error, page.path);
    ledger.set(owner(`page ${page.path}`), problems);
    return viewOf(500, faultPage(page, problems), [page.path], headTags);
  };
  const render = async (path: string): Promise<View> => {
    const now = state;
    const page = now.byRoute.get(normaliseRoute(`/${path}`));
    if (page !== undefined) return renderPage(page, now).catch((error) => setFailure(page, error));
    return viewOf(404, now.inputs.renderer.renderNotFound(await now.context), [], headTags);
  };
  const renderPage = async (page: SourcePage, now: State): Promise<View> => {
    const { plan } = now.site;
    const { renderer } = now.inputs;
    const context = await now.context;
    const document = page.format === "md" ? await documents.of(page) : undefined;
    const { modules, problems } = page.format === "tsx" ? await now.modules : NO_MODULES;
    const module = modules.get(page.path);
    if (page.format === "tsx" && module === undefined) {
      return viewOf(500, faultPage(page, problems), [page.path], headTags);
    }
    const listed = listedPaths(page.list).flatMap((one) => plan.pageAt(one) ?? []);
    const documentOf = await compileAll(listed, documents.of);
    const chunk = module === undefined ? undefined : `${chunkName(page)}.js`;
    const rendered =
      module === undefined
        ? renderer.renderSitePage(page, { document, documentOf }, context)
        : await renderer.renderModulePage(page, { module, chunk }, context);
    if (document !== undefined) check(page, document);
    // It may have been edited while it was waited for.
    else if (now === state)
      ledger.set(owner(`page ${page.path}`), [...rendered.problems, ...now.links.check(page, rendered.links)]);
    const sources = [page.path, ...(document?.includes ?? [])];
    if (rendered.html === "") return viewOf(500, faultPage(page, rendered.problems), sources, headTags);
    return viewOf(200, rendered.html, sources, headTags);
  };
  const view = (path: string): Promise<View> => {
    const known = views.get(path);
    const made = known ?? render(path);
    if (known === undefined && views.size >= MAX_VIEWS) views = new Map();
    views.set(path, made);
    // What can't be read now may be there the next time.
    if (known === undefined) made.catch(() => views.get(path) === made && views.delete(path));
    return made;
  };
  const file = async (name: string): Promise<OutputFile | undefined> => {
    const own = state.files.get(name);
    if (own !== undefined || !name.startsWith("assets/")) return own;
    const data = await client.file(name);
    return data === undefined ? (await mermaid)?.files.find((one) => one.file === name) : { file: name, data };
  };

  return {
    site: () => state.site,
    view,
    answer: async (path) => {
      const { plan } = state.site;
      const siteData = siteDataAnswer(path, state.site);
      if (siteData !== undefined) return siteData;
      if (path === LIVE_FRAME_FILE) {
        return { status: 200, type: typeOf(path), body: liveFrame(await client.frame(), plan.config).data };
      }
      for (const name of fileNames(path)) {
        const found = await file(name);
        const answer = found === undefined ? undefined : await fileAnswer(found, root);
        if (answer !== undefined) return answer;
      }
      if (feedFiles(plan.posts, plan.config).includes(path)) {
        return feedAnswer(path, state.site, documents.of);
      }
      const text = await textAnswer(path, state.site, documents.of);
      if (text !== undefined) return text;
      const tag = /^search-index-(.+)\.json$/.exec(path)?.[1];
      const index = tag === undefined ? undefined : await search.file(tag);
      if (index !== undefined) return { status: 200, type: typeOf(path), body: index };
      const moved = plan.index.redirects.get(normaliseRoute(`/${path}`));
      if (moved !== undefined) {
        return { ...plainAnswer(302, ""), headers: { Location: toUrl(plan.config.baseUrl, moved.to) + moved.hash } };
      }
      const { status, html } = await view(path);
      return { status, type: typeOf(".html"), body: html };
    },
    takeTexts: (paths) => {
      const includers = new Set<string>();
      for (const path of paths) {
        const own = documents.includers(path);
        for (const page of own) includers.add(page);
        if (own.length > 0 && !path.startsWith("content/")) continue;
        if (memory.has(path)) {
          const page = memory.readText(path);
          if (page === undefined || page.format !== "md") return false;
          documents.setText(page);
        } else if (!isPartial(path) && !isForeign(path, state.site)) return false;
      }
      if (includers.size > 0) documents.recompile([...includers], compilersFor(state.site, state.inputs.renderer));
      views = new Map();
      unchecked = textPages(state.site);
      return true;
    },
    read: async (inputs, edits) => {
      // What was made under another configuration may be another thing.
      if (edits.isAll || inputs.loaded !== state.inputs.loaded) memory.forgetAll();
      else memory.forget(edits.paths);
      const includers = edits.paths.flatMap(documents.includers);
      documents.recompile(includers, compilersFor(state.site, inputs.renderer));
      state = await stateOf(inputs, edits, state);
      views = new Map();
    },
    isModule: siteModules.isModule,
    bundle: client.update,
    uses: (path) => memory.has(path) || documents.includers(path).length > 0,
    step: async () => {
      client.begin();
      if (!isKept) {
        isKept = true;
        keepLook(store, look);
        recall.keep();
        return "more";
      }
      const component = waiting.pop();
      if (component !== undefined) {
        await render(component.route.slice(1));
        return "more";
      }
      const page = unchecked.pop();
      if (page === undefined) return "done";
      hasNews ||= documents.peek(page) === undefined;
      const compiled = documents.of(page).then((document) => {
        check(page, document);
        return warmUp(document);
      });
      await compiled.catch((error) => setFailure(page, error)).catch(() => undefined);
      if (unchecked.length === 0 && hasNews) {
        hasNews = false;
        unchecked = textPages(state.site);
      }
      return "more";
    },
  };
}

const NO_MODULES: Pick<PageModules, "modules" | "problems"> = { modules: new Map(), problems: [] };
