import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import { CONFIG_FILE } from "../config/config-file.ts";
import { Failure } from "../shared/failure.ts";
import { type Comparison, compareTrees } from "./compare-trees.ts";
import type { Tree } from "./diff-types.ts";
import { openOldTree } from "./old-tree.ts";
import { NO_SITE, readSiteTree } from "./site-tree.ts";

/** Names of the graphs of the working tree and of the commit. */
const [NEW_GRAPH, OLD_GRAPH] = ["diff", "diff-old"];

/**
 * Compares a site with what a commit has. Both are read with the same store, so that only what differs is computed.
 *
 * @param root absolute path of the site's root
 * @param ref see `openOldTree`
 * @throws Failure if there is no such commit, or if one of the sites can't be read
 */
export async function diffSite(root: string, ref: string | undefined, stages?: StageEvents): Promise<Comparison> {
  const { stage } = stopwatch(stages);
  const old = await stage("check out", () => openOldTree(root, ref));
  const common = { drafts: false, storeOf: root, settings: { keepsFaults: true } };
  return readSite({ ...common, root, graph: NEW_GRAPH }, async (now) => {
    const after = await stage("new pages", (counter) => readSiteTree(now, counter));
    // The old site starts from what is stored.
    now.engine.save();
    const compare = (before: Tree) => stage("compare", () => compareTrees(old.commit, before, after));
    if (!existsSync(join(old.root, CONFIG_FILE))) return compare(NO_SITE);
    const reading = { ...common, root: old.root, graph: OLD_GRAPH, startFrom: [OLD_GRAPH, NEW_GRAPH] };
    return readSite(reading, async (then) => {
      const tree = stage("old pages", (counter) => readSiteTree(then, counter));
      return compare(await tree.catch((error) => explainOld(error, old.commit)));
    });
  });
}

function explainOld(error: unknown, commit: string): never {
  if (!(error instanceof Failure)) throw error;
  throw new Failure(error.exitCode, `the site of commit ${commit.slice(0, 8)}: ${error.message}`);
}
