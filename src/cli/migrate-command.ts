import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { migrateSite } from "../migrate/migrate-site.ts";
import { REPORT, summaryOf, tallyOf } from "../migrate/write/migration-report.ts";
import { Failure } from "../shared/failure.ts";
import type { Lifecycle } from "./lifecycle.ts";
import { addVerbose, type CommonOptions, examples, timed } from "./options.ts";
import { pc, shown, writeOut } from "./print.ts";

interface MigrateOptions extends Pick<CommonOptions, "verbose"> {
  readonly to: string;
  readonly dryRun?: boolean;
  readonly check?: string;
  readonly redirects?: boolean;
  readonly live?: boolean;
}

/** Maximum number of places that are printed, and of kinds of them if there are more. */
const MAX_SHOWN = 40;

/** Adds `docgen migrate`. */
export function addMigrate(program: Command, { task }: Lifecycle): void {
  addVerbose(program.command("migrate"))
    .description("create a site from a Docusaurus site, which stays unchanged")
    .argument("<from>", "folder with docusaurus.config.js")
    .option("--to <dir>", "folder of the new site; must be empty or absent", "docgen-site")
    .option("--dry-run", "report what would be left to do, without writing files")
    .option("--check <old>", "list addresses of the old site that the new one lacks; URL, sitemap or build folder")
    .option("--redirects", "with --check: write redirects for addresses whose new ones are certain")
    .option("--live", "write live.library if live samples use a global script")
    .addHelpText(...examples("src/cli/MIGRATE.md", "migrate ../website --to docs-site"))
    .action(task(run));
}

async function run(from: string, options: MigrateOptions): Promise<number> {
  const to = resolve(options.to);
  const { check, redirects, live } = options;
  if (redirects === true && check === undefined) throw new Failure(2, "--redirects: requires --check");
  const written = options.dryRun === true ? undefined : to;
  const plan = await timed(options, "migrate", () => migrateSite(resolve(from), written, { check, redirects, live }));
  const hand = plan.notes.filter(({ kind }) => kind === "hand");
  if (hand.length <= MAX_SHOWN)
    for (const { path, line, message } of hand) writeOut(shown`${path}:${String(line)}  ${message}`);
  else {
    const kinds = tallyOf(hand);
    for (const { what, count, example } of kinds.slice(0, MAX_SHOWN))
      writeOut(shown`${String(count)} × ${what} (${example.path}:${String(example.line)})`);
    if (kinds.length > MAX_SHOWN) writeOut(`and ${kinds.length - MAX_SHOWN} more kinds`);
  }
  if (hand.length > 0) writeOut("");
  const way = relative("", to);
  writeOut(
    options.dryRun === true
      ? "Dry run: nothing was written. The new site would have"
      : shown`${pc.green("Created")} a site in ${way === "" ? "this folder" : way}`,
  );
  for (const line of summaryOf(plan)) writeOut(`  ${line}`);
  if (options.dryRun !== true) writeOut(shown`\nFull report: ${pc.cyan(way === "" ? REPORT : `${way}/${REPORT}`)}`);
  return plan.errors > 0 ? 1 : 0;
}
