import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSite } from "../builder/site-store.ts";
import { type StageEvents, stopwatch } from "../builder/stages.ts";
import type { SourcePage } from "../content/content-types.ts";
import { compareVersions } from "../samples/library-versions.ts";
import { findPackages } from "../samples/packages.ts";
import { readPassed } from "../samples/passed-programs.ts";
import { today } from "../shared/calendar.ts";
import { foldersUp, slashedPath } from "../shared/disk-path.ts";
import { Failure } from "../shared/failure.ts";
import { compareText, type Problem } from "../shared/problem.ts";
import type { Route } from "../shared/route.ts";
import { globSource } from "../shared/text.ts";
import { TOOL_ROOT } from "../shared/tool-root.ts";
import { lastChangedDay, readGitUpdates } from "../site/inputs/last-updates.ts";

/** A page that someone should review. */
interface DuePage {
  readonly path: string;
  readonly route: Route;
  /** From `owner` in its front matter, else from `CODEOWNERS`. */
  readonly owner: string | undefined;
  /** Day of its last review, `2026-01-31`, or of its last change; undefined if unknown. */
  readonly date: string | undefined;
  readonly reasons: readonly string[];
}

export interface FreshnessReport {
  /** Number of pages that are reviewed: those in files, without posts and older versions. */
  readonly pages: number;
  /** Number of pages with neither `reviewed` nor a known last change. */
  readonly undated: number;
  readonly due: readonly DuePage[];
  /** Faults in front matter, and why git has no dates. */
  readonly problems: readonly Problem[];
}

/** Finds the pages of a site, in its default language, that are due for a review. @throws Failure without `freshness` */
export async function checkFreshness(root: string, stages: StageEvents): Promise<FreshnessReport> {
  const { stage } = stopwatch(stages);
  return readSite({ root, drafts: false, graph: "" }, async ({ site }) => {
    const { content, plan, problems } = await stage("pages", site);
    const { freshness, live } = plan.config;
    if (freshness === undefined) {
      throw new Failure(
        2,
        "site.config.ts: freshness: say after how many months pages are due, such as { months: 12 }",
      );
    }
    const updates = await stage("git", () => readGitUpdates(root));
    const ownerOf = readCodeOwners(root);
    const latest = findPackages(root, TOOL_ROOT, live.library?.package).libraryVersion;
    const passed = readPassed(root);
    const newest = monthsBefore(today(), freshness.months);
    const reviewed = content.pages.filter(isReviewed).map((page) => {
      const { path, route, frontMatter } = page;
      const day = frontMatter.reviewed?.slice(0, 10);
      const date = day ?? lastChangedDay(page, updates.byPath[page.path]);
      const ran = passed[path]?.library;
      const reasons = [
        date !== undefined && date <= newest ? `${day === undefined ? "last changed" : "reviewed"} ${date}` : [],
        ran !== undefined && latest !== undefined && compareVersions(ran, latest) < 0
          ? `samples passed with version ${ran}, but not yet with ${latest}`
          : [],
      ].flat();
      return { path, route, owner: frontMatter.owner ?? ownerOf(path), date, reasons };
    });
    const due = reviewed.filter(({ reasons }) => reasons.length > 0);
    return {
      pages: reviewed.length,
      undated: reviewed.filter(({ date }) => date === undefined).length,
      due: due.sort((a, b) => compareText(a.date ?? "", b.date ?? "") || compareText(a.path, b.path)),
      problems: [...problems.filter(({ code }) => code === "front-matter"), ...updates.problems],
    };
  });
}

/** Older versions stay as they were, and posts say when they were written. */
function isReviewed({ kind, version, format, maker }: SourcePage): boolean {
  const isOfReader = kind === "doc" || kind === "page";
  return isOfReader && ["", "current"].includes(version) && format !== "generated" && maker === undefined;
}

/** The day some months earlier; the last of its month if that has fewer days. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Where GitHub looks for the file, in this order. */
const FILES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/**
 * Reads the `CODEOWNERS` of the repository that contains a site.
 *
 * @returns the owners of a file, `@team mail@example.com`; undefined if it has none. Its path is relative to the root
 */
function readCodeOwners(root: string): (path: string) => string | undefined {
  const top = foldersUp(root).find((folder) => existsSync(join(folder, ".git"))) ?? root;
  const file = FILES.map((name) => join(top, name)).find((path) => existsSync(path));
  const rules = file === undefined ? [] : readFileSync(file, "utf8").split(/\r?\n/).flatMap(ruleOf);
  return (path) => {
    const inRepository = slashedPath(top, join(root, path));
    // The last rule that matches counts, also one without owners.
    return rules.findLast(({ pattern }) => pattern.test(inRepository))?.owners || undefined;
  };
}

function ruleOf(line: string): { pattern: RegExp; owners: string }[] {
  const [written = "", ...owners] = line
    .replace(/(?:^|\s)#.*$/, "")
    .trim()
    .split(/(?<!\\)\s+/);
  return written === "" ? [] : [{ pattern: patternOf(written.replaceAll("\\ ", " ")), owners: owners.join(" ") }];
}

/** A pattern as in `.gitignore`, which matches what is in a folder, too; but `docs/*` only files of that folder. */
function patternOf(written: string): RegExp {
  const path = written.replace(/^\//, "").replace(/\/$/, "");
  const isAnchored = written.startsWith("/") || path.includes("/");
  const rest = written.endsWith("/") ? "/.*" : path.endsWith("/*") ? "" : "(?:/.*)?";
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${globSource(path)}${rest}$`);
}
