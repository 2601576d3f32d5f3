import { join } from "node:path";
import { checkFolder, putInPlace } from "../scaffold/put-in-place.ts";
import { contains, followLinks } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { namesIn } from "../shared/file-info.ts";
import { groupBy } from "../shared/group-by.ts";
import type { Migration } from "./job.ts";
import { copyStatics, writePlanned } from "./plan/new-paths.ts";
import { planPages } from "./plan/plan-pages.ts";
import { list } from "./read/config-values.ts";
import { openJob } from "./read/open-job.ts";
import { compileSass, preprocessPages } from "./read/preprocessed-files.ts";
import { readSidebars } from "./read/read-sidebars.ts";
import { clientScripts } from "./rewrite/client-scripts.ts";
import { rewritePages } from "./rewrite/rewrite-pages.ts";
import { putConfig, rewriteSettings } from "./rewrite/settings/rewrite-settings.ts";
import { noteSwizzled } from "./rewrite/shared-components.ts";
import { copyStyles } from "./rewrite/style-sheets.ts";
import { putTranslations } from "./rewrite/translations.ts";
import { withHostRedirects, withMovedSets, withPageRedirects, withRedirects } from "./verify/added-redirects.ts";
import { notePackages } from "./verify/bundled-packages.ts";
import { comparePages, comparePictures } from "./verify/compare-pages.ts";
import { withoutMissingDocs } from "./verify/missing-docs.ts";
import { lostAddresses, readOldAddresses } from "./verify/old-addresses.ts";
import { errorsOf, withStandIns } from "./verify/stand-ins.ts";
import { tryBuild } from "./verify/try-build.ts";
import { reportFiles } from "./write/migration-report.ts";

/** What a migration does besides converting. */
export interface MigrationOptions {
  /** The old site, whose addresses the new one has to answer: its URL, its sitemap or the folder that was built. */
  readonly check?: string | undefined;
  /** Whether to write `live.library` if a script of the site is the library of its live samples. */
  readonly live?: boolean | undefined;
  /** Whether to write redirects for old addresses whose new ones are certain. */
  readonly redirects?: boolean | undefined;
}

/**
 * Creates a docgen site from a Docusaurus site: all of its files, or none on failure. The Docusaurus site is only read.
 *
 * @param from absolute path of the Docusaurus site
 * @param to absolute path of the new site's root, which must be empty or missing; undefined: nothing is written
 * @throws Failure (exit code 2) that names what is in the way, or what can't be read
 */
export async function migrateSite(
  from: string,
  to: string | undefined,
  options: MigrationOptions = {},
): Promise<Migration> {
  if (to !== undefined) checkTarget(from, to);
  const opened = await openJob(from);
  const compiled = await compileSass(opened);

  copyStatics(opened);
  noteSwizzled(opened);
  const plan = planPages(opened);

  const folders = plan.mounts.map(({ from }) => from);
  const job = { ...opened, compiled, preprocessed: await preprocessPages(opened, folders) };
  const sidebars = await readSidebars(job);
  const styles = copyStyles(job);
  const client = await clientScripts(job);
  const pages = await rewritePages(job, plan, sidebars);
  await putTranslations(job, sidebars);
  const customCss = [...new Set([...styles.customCss, ...client.customCss, ...pages.facts.customCss])];
  const facts = { ...pages.facts, sidebars, customCss, isLive: options.live, clientScripts: client.scripts };
  const settings = rewriteSettings(job, facts, styles.foreign);

  await comparePages(pages, job);
  comparePictures(job);
  const alone = await tryBuild(settings, pages.packages, job);
  const written = withMovedSets({ config: settings, built: alone.built }, job);
  const first = written === settings ? alone : await tryBuild(written, pages.packages, job);
  const complete = withStandIns(withoutMissingDocs(written, first, job), first.throwing, job);
  const isSame = complete === written && first.throwing.length === 0;
  if (!isSame) putConfig(complete, job);
  const { built, ...tried } = isSame ? first : await tryBuild(complete, pages.packages, job);
  notePackages(pages.packages, job);
  const errors = [...tried.errors, ...errorsOf(tried.throwing)];
  let site = withHostRedirects(await withPageRedirects({ config: complete, built }, pages.movedTags, job), job);
  if (options.check !== undefined) {
    const old = await readOldAddresses(options.check, job);
    if (options.redirects === true) {
      const { redirects } = lostAddresses(old, site.built, job);
      const before = list(site.config.redirects).length;
      site = withRedirects(site, redirects, job);
      for (const { from, to } of list(site.config.redirects).slice(before))
        job.noteFile(String(from), "changed", `redirected this address of the old site to ${String(to)}`);
      if (before === 0) site = withHostRedirects(site, job);
    }
    job.notes.push(...lostAddresses(old, site.built, job).notes);
  }

  const { files } = job;
  const notes = [...job.notes, ...errors];
  const migration = { files, notes, pages: pages.count, lines: pages.lines, errors: errors.length };
  if (to !== undefined) await writeSite(to, new Map([...files, ...reportFiles(migration)]));
  return migration;
}

/** Checks that a new site may be written to a folder. @throws Failure (exit code 2) */
function checkTarget(from: string, to: string): void {
  if (contains(followLinks(from), followLinks(to)))
    throw new Failure(2, `${to}: is inside the Docusaurus site; choose a folder outside of it with --to`);
  checkFolder(to, "choose another folder with --to");
  if (namesIn(to).length > 0) throw new Failure(2, `${to}: is not empty; choose another folder with --to`);
}

/** Writes all files of the new site, or none on failure. */
async function writeSite(to: string, files: Migration["files"]): Promise<void> {
  // Top-level files and folders are moved to their places as a whole.
  const byTop = groupBy([...files], ([path]) => path.split("/")[0] ?? path);
  const makings = [...byTop].map(([top, members]) => ({
    path: top,
    make: (staged: string) => {
      for (const [path, file] of members) writePlanned(join(staged, path.slice(top.length)), file);
    },
  }));
  await putInPlace(to, makings);
}
