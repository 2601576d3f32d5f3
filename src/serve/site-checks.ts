import type { TaskDef } from "../engine/task.ts";
import type { Problem } from "../shared/problem.ts";
import { pageKey } from "../site/pages/text-tasks.ts";
import type { SiteEngine } from "../site/site-engine.ts";

/** What is wrong with a site, found little by little while nothing else is asked of it. */
export interface SiteChecks {
  /** A language is looked at, too. */
  readonly open: (locale: string) => void;
  /** Everything has to be looked at again. */
  readonly restart: () => void;
  /** Whether a language can be laid out. */
  readonly isReadable: (locale: string) => Promise<boolean>;
  /** Looks at a page that is shown. @param key as `pageKey` makes it */
  readonly check: (locale: string, key: string) => Promise<void>;
  /** What is wrong, as far as it is known for the files as they are. */
  readonly problems: () => readonly Problem[];
  /** A small part of what is left to do: compiling and checking. */
  readonly step: () => Promise<"more" | "done">;
}

type Asked = readonly [task: TaskDef<unknown>, key: string];

export function createSiteChecks({ engine, tasks, overview, checks }: SiteEngine): SiteChecks {
  /** Languages that were asked for; the others are read when they are. */
  const opened = new Set<string>();
  /** What is left to be looked at since something changed. */
  let waiting: Asked[] | undefined;
  /** What problems are told of. */
  let known: readonly Asked[] = [];

  /** All that is known of a language when nothing is left to do. */
  const allOf = async (locale: string): Promise<readonly Asked[]> => {
    const { plan } = await engine.get(tasks.site, locale);
    const pages = plan.pages.flatMap((page): Asked[] => {
      const key = pageKey(locale, page);
      const checked = checks.ofPages.map((check): Asked => [check, key]);
      return page.format === "tsx" ? [[tasks.pages.html, key], ...checked] : checked;
    });
    const shared = [...checks.ofSites, tasks.modules.chunks, tasks.contexts.context];
    return [...pages, ...shared.map((task): Asked => [task, locale])];
  };
  const begin = async (): Promise<Asked[]> => {
    const all: Asked[] = [];
    for (const locale of opened) {
      // One that can't be laid out is told of as such.
      all.push([tasks.site, locale], ...(await allOf(locale).catch(() => [])));
    }
    known = [[overview, ""], ...all];
    return all.reverse();
  };
  return {
    open: (locale) => {
      if (!opened.has(locale)) waiting = undefined;
      opened.add(locale);
    },
    restart: () => {
      waiting = undefined;
    },
    isReadable: async (locale) => {
      const own: Asked = [tasks.site, locale];
      known = [...known, [overview, ""], own];
      return engine.digest(...own).then(
        () => true,
        () => false,
      );
    },
    check: async (locale, key) => {
      const own: Asked[] = [
        ...checks.ofPages.map((check): Asked => [check, key]),
        ...[tasks.site, tasks.contexts.context].map((task): Asked => [task, locale]),
      ];
      for (const one of own) await engine.digest(...one);
      known = [...known.filter((one) => !own.some(([task, other]) => task === one[0] && other === one[1])), ...own];
    },
    problems: () => engine.problems(known),
    step: async () => {
      waiting ??= await begin();
      const next = waiting.pop();
      if (next === undefined) return "done";
      await engine.digest(...next).catch(() => undefined);
      if (waiting?.length === 0) engine.save();
      return "more";
    },
  };
}
