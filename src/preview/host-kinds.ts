import type { Encoding } from "./send-file.ts";

/** Hosts that `docgen preview --like` imitates. */
export const HOST_KINDS = ["github", "netlify", "s3"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** What a host does with a path: the file that it sends, or the path that it sends the reader to. */
export type Found = { readonly file: string } | { readonly moved: string; readonly status: 301 | 302 };

/** How a host treats what it is asked for. */
export interface HostRules {
  /** Whether `a` stands for `a.html`, and whether it does so for `a/`, even beside a folder. */
  readonly endings: "shown" | "shown-for-folders" | "none";
  /** What `a` gets for `a/index.html`: the page, or the status that leads to `a/`. */
  readonly folders: "shown" | 301 | 302;
  /** Whether a redirect of `_redirects` counts where there is a file; undefined: it reads no files for hosts. */
  readonly redirects: "before-files" | "after-files" | undefined;
  /** Encodings that it sends, the shortest first. */
  readonly encodings: readonly Encoding[];
  /** What it says of caching where `_headers` says nothing. */
  readonly cacheControl: string;
}

/** Answers each form of a page's address with the page itself, and sends the `.br` and `.gz` that stand beside a file. */
export const PLAIN_HOST: HostRules = {
  endings: "shown",
  folders: "shown",
  redirects: "before-files",
  encodings: ["br", "gzip"],
  cacheControl: "no-cache",
};

/** As each documents it, and as the comparison of github.com/slorber/trailing-slash-guide has measured. */
export const HOSTS: Readonly<Record<HostKind, HostRules>> = {
  github: {
    endings: "shown",
    folders: 301,
    redirects: undefined,
    encodings: ["gzip"],
    cacheControl: "max-age=600",
  },
  netlify: {
    endings: "shown-for-folders",
    folders: 301,
    redirects: "after-files",
    encodings: ["br", "gzip"],
    cacheControl: "public,max-age=0,must-revalidate",
  },
  s3: {
    endings: "none",
    folders: 302,
    redirects: undefined,
    encodings: [],
    cacheControl: "no-cache",
  },
};

/** Finds what a path, without a slash at its start, stands for among the files of the site. */
export function findFile(
  path: string,
  files: ReadonlySet<string>,
  { endings, folders }: Pick<HostRules, "endings" | "folders"> = PLAIN_HOST,
): Found | undefined {
  if (path === "" || path.endsWith("/")) {
    const leaf = path.slice(0, -1);
    if (endings === "shown-for-folders" && files.has(`${leaf}.html`)) return { moved: leaf, status: 301 };
    return files.has(`${path}index.html`) ? { file: `${path}index.html` } : undefined;
  }
  const file = [path, ...(endings === "none" ? [] : [`${path}.html`])].find((name) => files.has(name));
  if (file !== undefined) return { file };
  if (!files.has(`${path}/index.html`)) return undefined;
  return folders === "shown" ? { file: `${path}/index.html` } : { moved: `${path}/`, status: folders };
}
