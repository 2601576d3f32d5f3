import { placeOf as outputPlaceOf } from "../build/locale-files.ts";
import type { Site } from "../build/site.ts";
import type { OutputKind } from "../build/tasks/output-kinds.ts";
import type { Overview, SiteEngine } from "../build/tasks/site-engine.ts";
import { pageKey } from "../build/tasks/text-tasks.ts";
import type { SourcePage } from "../content/types.ts";
import type { Engine } from "../engine/engine.ts";
import { joinKey } from "../engine/key.ts";
import type { TaskDef } from "../engine/task.ts";
import { normaliseRoute } from "../links/resolve.ts";
import { type Answer, plainAnswer, typeOf } from "../shared/http.ts";
import type { Problem } from "../shared/problem.ts";
import { routeKey, toUrl } from "../shared/route.ts";
import { failureProblems } from "./failure-problems.ts";
import { fileAnswer, fileNames } from "./file-answers.ts";
import { isPassing, readAgain } from "./read-again.ts";
import { faultPage, type View, viewOf } from "./views.ts";

/** A site as it is being written: whatever is asked for is made of its files as they are. */
export interface DevSite {
  readonly overview: () => Promise<Overview>;
  /** Whether the site can be laid out in its default language. */
  readonly isReadable: () => Promise<boolean>;
  /** Answers for a path of the server; undefined outside the site. */
  readonly answer: (path: string) => Promise<Answer | undefined>;
  /** The page at such a path, or the one for what isn't there; undefined outside the site. */
  readonly view: (path: string) => Promise<View | undefined>;
  /** Checks the links of a page that is shown. */
  readonly check: (path: string) => Promise<void>;
  /** Takes up that files have changed, or states of other programs: as `Engine.changed` has it. */
  readonly changed: Engine["changed"];
  /** What is wrong, as far as it is known for the files as they are. */
  readonly problems: () => readonly Problem[];
  /** True for files that it is made of, and for folders that hold such. */
  readonly uses: (path: string) => boolean;
  /** Files that it is made of, relative to the root. */
  readonly files: () => readonly string[];
  /** A small part of what is left to do: compiling and checking. */
  readonly step: () => Promise<"more" | "done">;
}

/** Where a path of the server leads. */
interface Place {
  readonly locale: string;
  /** Below the language's base URL, without a slash at its start. */
  readonly inside: string;
}

type Asked = readonly [task: TaskDef<unknown>, key: string];

/** Kinds that a server answers for otherwise: pages by their routes, redirects by a status. */
const NOT_AS_FILES = ["pages", "redirects"];

/**
 * @param root absolute path of the site's root
 * @param headTags connects a page to the server, by the page's version
 */
export function createDevSite(
  root: string,
  { engine, tasks, overview, outputs, checks }: SiteEngine,
  headTags: (version: string) => string,
): DevSite {
  /** Languages that were asked for; the others are read when they are. */
  const opened = new Set<string>();
  const read = () => engine.get(overview, "");
  /** What is left to be looked at since something changed. */
  let waiting: (() => Promise<unknown>)[] | undefined;

  const placeOf = async (path: string): Promise<Place | undefined> => {
    const { locales, baseUrl } = await read();
    if (!path.startsWith(baseUrl)) return undefined;
    const inside = path.slice(baseUrl.length);
    const own = locales.find(({ isDefault, folder }) => !isDefault && `${inside}/`.startsWith(folder)) ?? locales[0];
    if (own === undefined) return undefined;
    if (!opened.has(own.name)) waiting = undefined;
    opened.add(own.name);
    return { locale: own.name, inside: own.isDefault ? inside : inside.slice(own.folder.length) };
  };
  const siteOf = (locale: string): Promise<Site> => engine.get(tasks.site, locale);
  const pageAt = async ({ locale, inside }: Place): Promise<SourcePage | undefined> => {
    return (await siteOf(locale)).pageOf(routeKey(normaliseRoute(`/${inside}`)));
  };
  const viewPage = async (page: SourcePage, locale: string): Promise<View> => {
    const key = pageKey(locale, page);
    try {
      const html = await engine.get(tasks.pages.html, key);
      const text = page.format === "md" ? (await engine.get(tasks.texts.document, key)).document : undefined;
      const sources = [page.path, ...(text?.includes ?? [])];
      if (html !== "") return viewOf(200, html, sources, headTags);
      return viewOf(500, faultPage(page, engine.problems([[tasks.pages.html, key]])), sources, headTags);
    } catch (error) {
      if (isPassing(error)) throw error;
      return viewOf(500, faultPage(page, failureProblems(error, page.path)), [page.path], headTags);
    }
  };
  const viewNow = async (path: string): Promise<View | undefined> => {
    const place = await placeOf(path);
    if (place === undefined) return undefined;
    const page = await pageAt(place);
    if (page !== undefined) return viewPage(page, place.locale);
    const [kind] = outputs.filter(({ name }) => name === "not found");
    const html = kind === undefined ? "" : await engine.get(kind.task, joinKey(place.locale, "404.html"));
    return viewOf(404, String(html), [], headTags);
  };
  const view = (path: string) =>
    readAgain(
      () => viewNow(path),
      () => engine.changed(),
    );
  const keyOf = async (kind: OutputKind, locale: string, file: string): Promise<string | undefined> => {
    if (kind.isOfUse === true) return joinKey(locale, file);
    return (await engine.get(kind.files, locale)).find((one) => one.file === file)?.key;
  };
  /** What is named by its content is shared by all languages, whichever has it. */
  const sharedFileAt = async ({ inside }: Place): Promise<Answer | undefined> => {
    for (const locale of (await read()).locales) {
      if (locale.isDefault || outputPlaceOf(inside, locale, false) !== inside) continue;
      const answer = await fileAt({ locale: locale.name, inside });
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
  const fileAt = async ({ locale, inside }: Place): Promise<Answer | undefined> => {
    for (const file of fileNames(inside)) {
      for (const kind of outputs) {
        if (NOT_AS_FILES.includes(kind.name) || !kind.matches.test(file)) continue;
        const key = await keyOf(kind, locale, file);
        const answer = key === undefined ? undefined : await fileAnswer(file, await engine.get(kind.task, key), root);
        if (answer !== undefined) return answer;
      }
    }
    return undefined;
  };
  const answer = async (path: string): Promise<Answer | undefined> => {
    const place = await placeOf(path);
    if (place === undefined) {
      const { baseUrl } = await read();
      const isNear = `${path}/` === baseUrl || path === "/";
      return isNear ? { ...plainAnswer(302, ""), headers: { Location: baseUrl } } : undefined;
    }
    const page = await pageAt(place);
    const file = page === undefined ? ((await fileAt(place)) ?? (await sharedFileAt(place))) : undefined;
    if (file !== undefined) return file;
    const { plan } = await siteOf(place.locale);
    const moved = plan.index.redirects.get(normaliseRoute(`/${place.inside}`));
    if (page === undefined && moved !== undefined) {
      return { ...plainAnswer(302, ""), headers: { Location: toUrl(plan.config.baseUrl, moved.to) + moved.hash } };
    }
    const shown = await view(path);
    return shown === undefined ? undefined : { status: shown.status, type: typeOf(".html"), body: shown.html };
  };
  /** All that is known of a language when nothing is left to do. */
  const asked = async (locale: string): Promise<readonly Asked[]> => {
    const pages = (await siteOf(locale)).plan.pages.map((page) => [pageKey(locale, page), page.format] as const);
    return pages.flatMap(([key, format]): Asked[] => {
      const links: Asked = [checks.pageLinks, key];
      return format === "tsx" ? [[tasks.pages.html, key], links] : [links];
    });
  };
  /** What problems are told of. */
  let known: readonly Asked[] = [];
  const begin = async (): Promise<(() => Promise<unknown>)[]> => {
    const all: Asked[] = [];
    for (const locale of opened) {
      // One that can't be laid out is told of as such.
      const pages = await asked(locale).catch(() => []);
      const shared: Asked[] = [checks.siteLinks, tasks.modules.chunks, tasks.pages.context].map((task) => [
        task,
        locale,
      ]);
      all.push([tasks.site, locale], ...pages, ...shared);
    }
    known = [[overview, ""], ...all];
    return all.reverse().map(
      ([task, key]) =>
        () =>
          engine.digest(task, key),
    );
  };
  return {
    overview: read,
    isReadable: async () => {
      const [locale] = (await read()).locales;
      const own: Asked = [tasks.site, locale?.name ?? ""];
      known = [...known, [overview, ""], own];
      return engine.digest(...own).then(
        () => true,
        () => false,
      );
    },
    answer,
    view,
    check: async (path) => {
      const place = await placeOf(path);
      const page = place === undefined ? undefined : await pageAt(place);
      if (place === undefined || page === undefined) return;
      const links: Asked = [checks.pageLinks, pageKey(place.locale, page)];
      const shared: Asked[] = [tasks.site, tasks.pages.context].map((task) => [task, place.locale]);
      for (const one of [links, ...shared]) await engine.digest(...one);
      known = [...known.filter(([task, key]) => task !== links[0] || key !== links[1]), links, ...shared];
    },
    changed: (paths, states) => {
      waiting = undefined;
      engine.changed(paths, states);
    },
    problems: () => engine.problems(known),
    uses: (path) => {
      for (const name of engine.inputs()) {
        const own = name.slice(name.indexOf(":") + 1);
        if (own === path || own.startsWith(`${path}/`)) return true;
      }
      return false;
    },
    files: () => [...engine.inputs()].flatMap((name) => (name.startsWith("file:") ? [name.slice("file:".length)] : [])),
    step: async () => {
      waiting ??= await begin();
      const next = waiting.pop();
      if (next === undefined) return "done";
      await next().catch(() => undefined);
      if (waiting?.length === 0) engine.save();
      return "more";
    },
  };
}
