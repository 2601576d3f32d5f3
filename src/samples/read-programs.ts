import { readSite } from "../builder/site-store.ts";
import type { Stage } from "../builder/stages.ts";
import { isInTree } from "../content/version-trees.ts";
import type { Problem } from "../shared/problem.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import type { ProgramTask } from "./assemble-program.ts";
import { choosePages, pagesOf } from "./choose-pages.ts";
import { findPackages, type Packages } from "./packages.ts";
import { planSamples, type SamplePlan } from "./programs-of-pages.ts";
import { readFences } from "./read-fences.ts";

/** The pages whose samples are read. */
export interface PageChoice {
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Paths or routes of the pages; empty: all pages except drafts. */
  readonly pages: readonly string[];
  /** Whether to run live samples without an output fence, to add it. */
  readonly update: boolean;
  /** docgen's own folder, whose packages are used if the site lacks them. */
  readonly toolRoot?: string;
}

/** The samples of a site, and what they run with. */
export interface SitePrograms {
  readonly paths: readonly string[];
  readonly plans: readonly SamplePlan[];
  readonly packages: Packages;
  /** Name of the package that live samples use, from `live.library`. */
  readonly library: string | undefined;
  /** Problems that prevent reading samples. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the samples of a site in all its languages.
 *
 * @throws Failure (exit code 2) for a faulty configuration or an unknown page
 */
export async function readPrograms(choice: PageChoice, stage: Stage): Promise<SitePrograms> {
  const { root, toolRoot = TOOL_ROOT } = choice;
  const areChosen = choice.pages.length > 0;
  const reading = { root, drafts: areChosen, graph: areChosen ? "" : "check-samples" };
  const { sites, faults, fences, unreadable } = await readSite(reading, async (opened) => {
    const sites = await opened.sites();
    const faultsOfSite = sites.flatMap(({ problems }) => problems).filter(({ severity }) => severity === "error");
    // Samples in commits were right for the library of their time, and nobody can change them.
    const editable = pagesOf(sites).filter(({ page }) => !isInTree(page.path));
    const { pages, faults } = choosePages(editable, choice.pages, root, faultsOfSite);
    const { fences, problems } = await stage("pages", (counter) => readFences(opened, pages, counter));
    return { sites, faults, fences, unreadable: problems };
  });
  const library = sites[0]?.plan.config.live.library;
  const live = {
    library: library?.package === undefined ? undefined : { global: library.global, package: library.package },
    addOutputs: choice.update,
  };
  const plans = [...fences].map(([path, ofPage]) => planSamples(path, ofPage, live));
  return {
    paths: [...fences.keys()],
    plans,
    packages: findPackages(root, toolRoot, library?.package),
    library: library?.package,
    problems: [...faults, ...unreadable, ...plans.flatMap((plan) => plan.problems)],
  };
}

/** The programs of plans, each with the files of its page. */
export function tasksOf(plans: readonly SamplePlan[]): ProgramTask[] {
  return plans.flatMap(({ files, programs }) => programs.map((program) => ({ program, files })));
}
