import { CONFIG_FILE } from "../config/config-file.ts";
import type { SiteConfig } from "../config/schema.ts";
import type { SourcePage } from "../content/content-types.ts";
import { splitKey } from "../engine/key.ts";
import type { Task, TaskDef } from "../engine/task.ts";
import { resolveLink } from "../links/resolve.ts";
import type { LinkUse, WrittenLink } from "../links/use.ts";
import type { Sample } from "../markdown/document.ts";
import { syntaxFaultIn } from "../shared/esbuild.ts";
import { type Problem, problemOf } from "../shared/problem.ts";
import { routeKey } from "../shared/route.ts";
import { usesProblems } from "./checks/link-problems.ts";
import type { Plan } from "./model/plan.ts";
import type { Site } from "./model/site.ts";
import { pageAt, pageKey, planOf } from "./model/site-task.ts";
import type { OutputKind, TaskSite } from "./output-kinds.ts";
import { apiProblems, debtProblems } from "./pages/api-pages.ts";
import { checkedSiteUses, pageUses, siteUse } from "./pages/link-uses.ts";
import type { PageFacts, Setup } from "./tasks.ts";
import { documentKey, textOf } from "./texts/text-tasks.ts";

/** A page as docgen's own checks see it. */
interface TaskPage extends TaskSite {
  readonly site: Site;
  readonly page: SourcePage;
}

/** Checks by name. Their only results are problems. */
type Checks<Input> = Readonly<Record<string, (input: Input) => Promise<readonly Problem[]>>>;

/** The checks of a site. Their only results are problems. */
export interface SiteChecks {
  /** Keys are those of pages. */
  readonly ofPages: readonly TaskDef<null>[];
  /** Keys are names of locales. */
  readonly ofSites: readonly TaskDef<null>[];
  /** The site's own checks, which are also among `ofSites`. */
  readonly ofExtensions: TaskDef<null>;
  /** Files of the site's own outputs. Keys are names of locales. */
  readonly ownOutputs: OutputKind["files"];
}

/** Checks of a whole site, besides the problems that tasks report about their own results. @param own those of the site */
export function createChecks(
  { define, tasks }: Setup,
  own: { readonly checks: TaskDef<null>; readonly outputs: OutputKind },
): SiteChecks {
  const ownOutputs = own.outputs.files;
  const { facts } = tasks.pages;
  const linkProblems = async ({ task, locale }: TaskSite, uses: readonly LinkUse[], ofPages: readonly SourcePage[]) => {
    const site = await task.get(tasks.site, locale);
    const factsOf = new Map<SourcePage, PageFacts>();
    const learn = async (page: SourcePage | undefined) => {
      if (page !== undefined) factsOf.set(page, await task.get(facts, pageKey(locale, page)));
    };
    for (const page of ofPages) await learn(page);
    for (const { target, source, index } of uses) {
      const resolved = resolveLink(target, source, index);
      if (resolved.kind === "page" && resolved.hash !== "") await learn(site.pageOf(routeKey(resolved.route)));
    }
    return usesProblems(site, uses, { documentOf: (page) => factsOf.get(page) }, ofPages);
  };
  /** Checks of a single page. They run in a build, in check-links, and in serve for pages that are shown. */
  const ofPages: Checks<TaskPage> = {
    /** Reads another page only if a link leads to an anchor on it. */
    "links of page": async (input) => {
      const { links } = await input.task.get(facts, pageKey(input.locale, input.page));
      return linkProblems(input, pageUses(input.site, input.page, links), [input.page]);
    },
    "frames of page": async ({ task, locale, page, site }) => {
      const { links } = await task.get(facts, pageKey(locale, page));
      return forbiddenFrames(site.plan.config, links);
    },
    "api of page": async ({ task, page, site }) => {
      if (page.format !== "md") return [];
      const mentions = await task.get(tasks.apiPages.mentions, documentKey(page, site.plan));
      const libraries = mentions.length === 0 ? [] : await task.get(tasks.api.libraries, "");
      return apiProblems(libraries, mentions, site.plan.versionSiteOf(page) !== undefined);
    },
    "live samples of page": async ({ task, page, site }) => {
      const document = await textOf(task, tasks, site.plan, page);
      return liveSampleFaults(document?.samples ?? []);
    },
  };
  const ofSites: Checks<TaskSite> = {
    /** Links of the configuration and of authors, and preview pictures of pages. */
    "links of site": async (input) => {
      const site = await input.task.get(tasks.site, input.locale);
      // Messages contain line numbers of its files, so the result depends on the bundle.
      await input.task.get(tasks.config.bundle, "");
      const siteOutputs = await input.task.get(ownOutputs, input.locale);
      // The host may provide scripts that the configuration names, such as those of a proxy for analytics.
      const uses = checkedSiteUses(site, siteOutputs).filter(
        ({ kind, source }) => kind !== "media" || source.isSite !== true,
      );
      return linkProblems(input, uses, []);
    },
    "links of theme": async (input) => {
      const plan = await planOf(input.task, tasks, input.locale);
      const links = await input.task.get(tasks.partLinks, input.locale);
      return linkProblems(
        input,
        links.map((link) => siteUse(link, plan)),
        [],
      );
    },
    "home page": async ({ task, locale }) => missingHome((await task.get(tasks.site, locale)).plan),
    "api debt": ({ task, locale }) => debtProblems(task, tasks, locale),
    configuration: async ({ task, locale }) => {
      // Messages contain line numbers.
      await task.get(tasks.config.bundle, "");
      return idleOptions(await task.get(tasks.site, locale));
    },
  };
  const checkTasks = <Input>(checks: Checks<Input>, inputOf: (task: Task, key: string) => Promise<Input>) =>
    Object.entries(checks).map(([name, check]) =>
      define<null>(name, { keep: "graph" }, async (task, key) => {
        task.report(...(await check(await inputOf(task, key))));
        return null;
      }),
    );
  const pageOf = async (task: Task, key: string): Promise<TaskPage> => {
    const [locale = ""] = splitKey(key);
    return { task, locale, ...(await pageAt(task, tasks, key)) };
  };
  const ofSite = checkTasks(ofSites, async (task, locale) => ({ task, locale }));
  return {
    ofPages: checkTasks(ofPages, pageOf),
    ofSites: [...ofSite, own.checks],
    ofExtensions: own.checks,
    ownOutputs,
  };
}

/** Problem of a site without a home page, which hosts show at the site's own address. */
function missingHome({ pages, index, locale }: Plan): Problem[] {
  if (!locale.isDefault || pages.length === 0 || index.routes.has("/") || index.media.has("/index.html")) return [];
  const message = 'no page has the route "/", so the site has no home page';
  const hint = 'create content/pages/index.md, or set routeBasePath: "/" for the docs';
  return [problemOf({ path: CONFIG_FILE, severity: "warning", code: "no-home-page", message, hint })];
}

/** Warnings for options that have no effect: a service that has ended, and folders without pages. */
async function idleOptions({ loaded, plan }: Site): Promise<Problem[]> {
  const { analytics, docs, blogs } = loaded.config;
  const folders = [
    ...docs.map((set, index) => [`docs[${index}]`, set.includeCurrentVersion ? set.folder : "docs"] as const),
    ...blogs.map(({ id, path = id }, index) => [`blogs[${index}]`, path] as const),
  ];
  // A site without docs need not configure that it has none.
  const faults = folders
    .filter(([, folder]) => folder !== "docs" && !plan.pages.some(({ path }) => path.startsWith(`content/${folder}/`)))
    .map(([item, folder]): string[] => [item, `content/${folder} has no page that is published`, ADD_PAGE]);
  if (analytics?.variant === "analytics.js") faults.push(["analytics.variant", ENDED, USE_OTHER]);
  if (!plan.locale.isDefault || faults.length === 0) return [];
  const { itemPlace } = await import("../config/item-place.ts");
  return faults.map(([item = "", fault, hint]) => {
    const place = itemPlace(item, loaded.sources);
    return problemOf({ ...place, severity: "warning", code: "no-effect", message: `${item}: ${fault}`, hint });
  });
}

const ADD_PAGE = "correct the name of the folder, or add a page";
const ENDED = 'Google has switched off "analytics.js": nothing is counted';
const USE_OTHER = 'use "gtag" with an id of Google Analytics 4, or another service';

/** Iframes of other hosts that the pages' content security policy forbids: readers see an empty box. */
function forbiddenFrames({ contentSecurityPolicy: csp }: SiteConfig, links: readonly WrittenLink[]): Problem[] {
  if (csp === false) return [];
  const sources = csp["frame-src"] ?? csp["child-src"] ?? csp["default-src"] ?? [];
  return links.flatMap(({ kind, path, line, column, target }): Problem[] => {
    if (kind !== "frame" || !/^(?:https?:)?\/\//i.test(target)) return [];
    const absolute = target.startsWith("//") ? `https:${target}` : target;
    const url = URL.canParse(absolute) ? new URL(absolute) : undefined;
    if (url === undefined || sources.some((source) => allows(source, url))) return [];
    const message = `browsers block the frame "${target}": the content security policy of the pages does not allow its host`;
    const hint = `in site.config.ts, write contentSecurityPolicy: { "frame-src": ["${url.origin}"] }`;
    return [problemOf({ path, line, column, severity: "warning", code: "forbidden-frame", message, hint })];
  });
}

/** Whether a policy's source matches, without paths: https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function allows(source: string, { protocol, hostname, port }: URL): boolean {
  if (source === "*") return true;
  const [, scheme, host, ownPort] = /^(?:([a-z][a-z\d+.-]*):(?:\/\/)?)?([^/:]*)(?::(\d+|\*))?/i.exec(source) ?? [];
  // `http:` also allows `https:`.
  if (scheme !== undefined && `${scheme}:` !== protocol && !(scheme === "http" && protocol === "https:")) return false;
  if (host === undefined || host === "") return scheme !== undefined;
  const isHost = host.startsWith("*.")
    ? hostname.endsWith(host.slice(1).toLowerCase())
    : host.toLowerCase() === hostname;
  const usual = protocol === "https:" ? "443" : "80";
  return isHost && (ownPort === "*" || (ownPort ?? usual) === (port || usual));
}

/** Finds syntax errors in live samples: readers would see the error instead of the result. */
async function liveSampleFaults(samples: readonly Sample[]): Promise<Problem[]> {
  const has = (meta: string, word: string) => meta.split(/\s+/).includes(word);
  const live = samples.filter(({ meta }) => has(meta, "live") && !has(meta, "nocheck"));
  const problems = live.map(async ({ path, line, indent, language, code }): Promise<Problem[]> => {
    const loader = language === "tsx" ? "tsx" : "jsx";
    // As in the browser: an expression, or declarations.
    if ((await syntaxFaultIn(`(${code.trim().replace(/;$/, "")}\n)`, loader)) === undefined) return [];
    const fault = await syntaxFaultIn(code, loader);
    if (fault === undefined) return [];
    const position = { path, line: line + fault.line, column: fault.column + indent };
    const message = `the live sample does not parse: ${fault.message}`;
    const hint = "fix it, or add nocheck after the language: readers see this error instead of the result";
    return [problemOf({ ...position, severity: "warning", code: "live", message, hint })];
  });
  return (await Promise.all(problems)).flat();
}
