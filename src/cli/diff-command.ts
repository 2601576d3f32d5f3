import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { formatDiff } from "../checker/formats.ts";
import { addFormerIds } from "../diff/add-ids.ts";
import {
  diffSummary,
  markdownReport,
  type ReportPart,
  type ReportSection,
  reportSections,
} from "../diff/diff-report.ts";
import { diffSite } from "../diff/diff-site.ts";
import { checkReportFolder, writeHtmlReport } from "../diff/html-report.ts";
import { Failure } from "../shared/failure.ts";
import { type FormatOptions, formatOf, type Lifecycle } from "./lifecycle.ts";
import { addCommonOptions, addFormat, type CommonOptions, examples, siteRootOf } from "./options.ts";
import { pc, type Shown, shown, writeErr, writeJson, writeOut } from "./print.ts";
import { withProgress } from "./progress.ts";
import { oneLine } from "./report.ts";

interface Options extends CommonOptions, FormatOptions {
  readonly html?: string;
  readonly url?: string;
  readonly failOn?: string;
  readonly fix?: boolean;
}

/** Maximum number of entries that a section of the terminal's summary shows; losses are all shown. */
const MAX_ENTRIES = 30;

/** Adds `docgen diff`. */
export function addDiff(program: Command, { task }: Lifecycle): void {
  addFormat(addCommonOptions(program.command("diff")), ["text", "markdown", "json"])
    .description("compare the site with an earlier commit: lost addresses and anchors, changed pages")
    .argument(
      "[ref]",
      "commit to compare with; main... is the merge base with main (default: that with the default branch)",
    )
    .option("--html <dir>", "write a site that shows each changed page with its changes marked")
    .option("--url <url>", "address of a preview of the site, for links in reports", previewUrl)
    .addOption(new Option("--fail-on <what>", "exit with code 1 if addresses or anchors are lost").choices(["lost"]))
    .option("--fix", "add the old id to headings that were renamed and are linked, and show the changes")
    .addHelpText(
      ...examples("src/diff/README.md", "diff", "diff v1.0 --html changes", "diff --format markdown --fail-on lost"),
    )
    .action(task(run));
}

function previewUrl(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw new InvalidArgumentError("Use an address such as https://preview.example.com/docs.");
}

async function run(ref: string | undefined, options: Options): Promise<number> {
  const { url, html, failOn, fix = false } = options;
  const root = siteRootOf(options);
  const format = formatOf(options);
  if (url !== undefined && html === undefined && format !== "markdown")
    throw new Failure(2, "--url: requires --html or --format markdown, whose links it is for");
  if (html !== undefined) checkReportFolder(resolve(html));
  const compare = () => withProgress(options, format !== "text", (progress) => diffSite(root, ref, progress));
  let compared = await compare();
  const fixed = fix ? await addFormerIds(root, compared.diff.lostAnchors) : [];
  if (fixed.length > 0) {
    (format === "text" ? writeOut : writeErr)(formatDiff(fixed));
    compared = await compare();
  }
  const { diff } = compared;
  if (html !== undefined) writeHtmlReport(resolve(html), compared, url);
  const isLossy = diff.lostAddresses.length + diff.lostAnchors.length > 0;
  if (format === "json") writeJson(JSON.stringify(diff));
  else if (format === "markdown") writeOut(markdownReport(diff, url));
  else {
    for (const section of reportSections(diff)) printSection(section);
    writeOut((isLossy ? pc.red : pc.green)(`Compared with ${diff.commit.slice(0, 8)}: ${diffSummary(diff)}`));
  }
  return failOn === "lost" && isLossy ? 1 : 0;
}

function printSection({ title, isLoss, entries }: ReportSection): void {
  writeOut(isLoss ? pc.red(title) : pc.bold(title));
  const visible = isLoss ? entries : entries.slice(0, MAX_ENTRIES);
  for (const { line, notes } of visible) {
    writeOut(shown`  ${lineOf(line)}`);
    for (const note of notes) writeOut(shown`      ${lineOf(note)}`);
  }
  if (visible.length < entries.length)
    writeOut(pc.dim(`  and ${entries.length - visible.length} more (--format markdown, --json)`));
}

function lineOf(parts: readonly ReportPart[]): Shown {
  return parts.reduce<Shown>((line, part) => {
    const text = typeof part === "string" ? part : "code" in part ? part.code : part.address;
    return shown`${line}${typeof part === "string" || "code" in part ? oneLine(text) : pc.cyan(oneLine(text))}`;
  }, shown``);
}
