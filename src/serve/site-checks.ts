import type { SourcePage } from "../content/content-types.ts";
import { splitKey } from "../engine/key.ts";
import type { TaskDef } from "../engine/task.ts";
import { pageKey } from "../site/model/site-task.ts";
import type { SiteEngine } from "../site/site-engine.ts";
import { retryRead } from "./failures.ts";

type Requested = readonly [task: TaskDef<unknown>, key: string];

/** How far the checks of a site are. */
export type CheckProgress = "more" | "edited" | "done";

/** Checks a site incrementally, in idle time. @param reread called when a file has changed while it was read */
export function createSiteChecks({ engine, tasks, overview, checks }: SiteEngine, reread: () => void) {
  /** Locales that were requested; the others are not checked. */
  const opened = new Set<string>();
  /** Results to be checked since the last change; undefined: not listed yet. */
  let waiting: Requested[] | undefined;
  /** Files that have changed since the list was made; their pages are checked first. */
  let edited = new Set<string>();
  /** Number of waiting results when all of these pages are checked. */
  let rest = 0;
  /** Number of restarts, to discard a list that was computed before the last one. */
  let restarts = 0;
  /** Results whose problems are reported. */
  let shown: readonly Requested[] = [];
  let isModelStored = !engine.isNew;

  const requestsIn = async (locale: string): Promise<Requested[]> => {
    const { plan } = await engine.get(tasks.site, locale);
    const requestsOf = (page: SourcePage): Requested[] => {
      const key = pageKey(locale, page);
      const checked = checks.ofPages.map((check): Requested => [check, key]);
      return page.format === "tsx" ? [[tasks.pages.html, key], ...checked] : checked;
    };
    const shared = [...checks.ofSites, checks.ownOutputs, tasks.bundles.forBrowser, tasks.contexts.context];
    return [...plan.pages.flatMap(requestsOf), ...shared.map((task): Requested => [task, locale])];
  };
  const restart = (paths: readonly string[] = []) => {
    restarts++;
    waiting = undefined;
    for (const path of paths) edited.add(path);
  };
  const begin = async (): Promise<Requested[]> => {
    const { locales } = await engine.get(overview, "");
    const all: Requested[] = [];
    for (const locale of opened) {
      // The locale may have been removed from the configuration.
      if (!locales.some(({ name }) => name === locale)) continue;
      // If the layout fails, that is the only problem reported.
      all.push([tasks.site, locale], ...(await requestsIn(locale).catch(() => [])));
    }
    const first = all.filter(([, key]) => edited.has(splitKey(key)[1] ?? ""));
    shown = [[overview, ""], ...all];
    rest = first.length === 0 ? -1 : all.length;
    return [...all.reverse(), ...first.reverse()];
  };
  return {
    /** Includes a locale in the checks. */
    open: (locale: string) => {
      if (opened.has(locale)) return;
      opened.add(locale);
      restart();
    },
    /** Starts over after a change. @param paths changed files */
    restart,
    /** Whether checks have to start over. */
    isDue: () => waiting === undefined,
    /** Whether a locale can be laid out. */
    isReadable: async (locale: string) => {
      const request: Requested = [tasks.site, locale];
      shown = [...shown, [overview, ""], request];
      const read = retryRead(() => engine.digest(...request), reread);
      return read.then(
        () => true,
        () => false,
      );
    },
    /** Checks a page that is shown. @param key from `pageKey` */
    check: async (locale: string, key: string) => {
      const due: Requested[] = [
        ...checks.ofPages.map((check): Requested => [check, key]),
        ...[tasks.site, tasks.contexts.context].map((task): Requested => [task, locale]),
      ];
      for (const request of due) await engine.digest(...request);
      shown = [...shown.filter((old) => !due.some(([task, other]) => task === old[0] && other === old[1])), ...due];
    },
    /** Known problems of the current files. */
    problems: () => engine.problems(shown),
    /** Does a small part of the remaining compiling and checking. @returns `edited` once the pages that changed are checked */
    step: async (): Promise<CheckProgress> => {
      // Until a locale is requested, the known problems stay, so that they are not reported again.
      if (opened.size === 0) return "done";
      if (waiting === undefined) {
        const before = restarts;
        const all = await begin();
        if (restarts !== before) return "more";
        waiting = all;
        edited = new Set();
        // Store the layout now: a server that is stopped during the checks of thousands of pages leaves it to the next
        // one.
        if (!isModelStored) engine.save();
        isModelStored = true;
      }
      const next = waiting.pop();
      if (next === undefined) return "done";
      await engine.digest(...next).catch(() => undefined);
      if (waiting?.length === 0) engine.save();
      return waiting?.length === rest ? "edited" : "more";
    },
  };
}
