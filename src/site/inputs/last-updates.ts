import { CONFIG_FILE } from "../../config/config-file.ts";
import type { DocsPluginConfig } from "../../config/schema.ts";
import type { SourcePage } from "../../content/content-types.ts";
import type { VersionTree } from "../../content/version-trees.ts";
import { CONTENT_FOLDER } from "../../content/walk.ts";
import { type Problem, problemOf } from "../../shared/problem.ts";
import type { PageData } from "../../theme/theme-types.ts";
import { git, repositoryOf } from "./repository.ts";

/** Date and author of a file's last commit. */
export interface LastUpdate {
  /** Instant in ISO form. */
  readonly date: string;
  readonly author: string;
}

export interface LastUpdates {
  /** By path relative to the site's root; untracked files are missing. */
  readonly byPath: Readonly<Record<string, LastUpdate>>;
  /** The reason, if git has data for no file. */
  readonly problems: readonly Problem[];
}

/** Marks a commit in the log's output; no path below `content/` begins with it. */
const COMMIT_MARK = "\x1e";
const FIELD_MARK = "\x1f";

/**
 * Reads from git when each file below `content/` last changed: one log for the whole site and for each folder of another
 * commit. Unknown files are left out; the reason is reported once.
 */
export async function readGitUpdates(root: string, trees: readonly VersionTree[] = []): Promise<LastUpdates> {
  try {
    if ((await repositoryOf(root)).isShallow) {
      return none(
        "the repository is a shallow clone, whose history does not show when pages changed",
        "clone the full history (fetch-depth: 0 in GitHub Actions)",
      );
    }
    const updates = [...(await readLog(root, "HEAD", CONTENT_FOLDER))];
    for (const { commit, folders } of trees) {
      for (const { from, to } of folders) {
        for (const [path, update] of await readLog(root, commit, from))
          updates.push([to + path.slice(from.length), update]);
      }
    }
    return { byPath: Object.fromEntries(updates), problems: [] };
  } catch (error) {
    return none((error as Error).message, "set last_update in the front matter of pages instead");
  }
}

/** The last update of each file of a folder, as of a commit. @param folder relative to the root */
async function readLog(root: string, revision: string, folder: string): Promise<ReadonlyMap<string, LastUpdate>> {
  const byPath = new Map<string, LastUpdate>();
  let commit: LastUpdate | undefined;
  const format = `--format=%x1e%ct%x1f%aN`;
  const args = ["log", "-z", "--name-only", "--no-renames", "--relative", format, revision, "--", folder];
  for (const entry of (await git(root, args)).split("\0")) {
    const text = entry.replace(/^\n/, "");
    if (text.startsWith(COMMIT_MARK)) {
      const [seconds = "", author = ""] = text.slice(1).split(FIELD_MARK);
      commit = { date: new Date(Number(seconds) * 1000).toISOString(), author };
    } else if (text !== "" && commit !== undefined && !byPath.has(text)) {
      // The log is newest first.
      byPath.set(text, commit);
    }
  }
  return byPath;
}

function none(reason: string, hint: string): LastUpdates {
  const message = `only pages with last_update in their front matter show when they changed: ${reason}`;
  const problem = problemOf({ path: CONFIG_FILE, severity: "warning", code: "last-update", message, hint });
  return { byPath: {}, problems: [problem] };
}

/** Last change of a page: from its front matter, else from the repository; only the parts that its docs show. */
export function pageLastUpdate(
  page: SourcePage,
  docs: DocsPluginConfig | undefined,
  committed: LastUpdate | undefined,
): PageData["lastUpdate"] {
  const day = docs?.showLastUpdateTime === true ? lastChangedDay(page, committed) : undefined;
  const isAuthorShown = docs?.showLastUpdateAuthor === true;
  const author = isAuthorShown ? (page.frontMatter.last_update?.author ?? committed?.author) : undefined;
  return day === undefined && author === undefined ? undefined : { day, author };
}

/** Day of a page's last change, `2026-01-31`: from its front matter, else from its last commit; undefined if unknown. */
export function lastChangedDay({ frontMatter }: SourcePage, committed: LastUpdate | undefined): string | undefined {
  return (frontMatter.last_update?.date ?? committed?.date)?.slice(0, 10);
}
