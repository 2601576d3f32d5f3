import type { Migration } from "./job.ts";
import { planPages } from "./plan/plan-pages.ts";
import { copyStatics } from "./plan/static-files.ts";
import { openJob } from "./read/open-job.ts";
import { readSidebars } from "./read/read-sidebars.ts";
import { rewritePages } from "./rewrite/rewrite-pages.ts";
import { rewriteSettings } from "./rewrite/settings/rewrite-settings.ts";
import { noteSwizzled } from "./rewrite/shared-components.ts";
import { copyStyles } from "./rewrite/style-sheets.ts";
import { putTranslations } from "./rewrite/translations.ts";
import { comparePages } from "./verify/compare-pages.ts";
import { tryBuild } from "./verify/try-build.ts";
import { REPORT, reportText } from "./write/migration-report.ts";
import { checkTarget, writeSite } from "./write/write-site.ts";

/**
 * Creates a docgen site from a Docusaurus site: all of its files, or none on failure. The Docusaurus site is only read.
 *
 * @param from absolute path of the Docusaurus site
 * @param to absolute path of the new site's root, which must be empty or missing; undefined: nothing is written
 * @throws Failure (exit code 2) that names what is in the way, or what can't be read
 */
export async function migrateSite(from: string, to: string | undefined): Promise<Migration> {
  if (to !== undefined) checkTarget(from, to);
  const job = await openJob(from);
  const sidebars = await readSidebars(job);

  copyStatics(job);
  noteSwizzled(job);
  const plan = planPages(job);

  const styles = copyStyles(job);
  const pages = await rewritePages(job, plan, sidebars);
  await putTranslations(job, sidebars);
  const customCss = [...new Set([...styles.customCss, ...pages.facts.customCss])];
  const config = rewriteSettings(job, { ...pages.facts, sidebars, customCss }, styles.foreign);

  await comparePages(pages, job);
  const errors = await tryBuild({ files: job.files, config });

  const { files } = job;
  const notes = [...job.notes, ...errors];
  const migration = { files, config, notes, pages: pages.count, lines: pages.lines, errors: errors.length };
  if (to !== undefined) await writeSite(to, new Map([...files, [REPORT, { text: reportText(migration) }]]));
  return migration;
}
