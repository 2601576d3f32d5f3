/** Hosts that `docgen preview --like` imitates. */
export const HOST_KINDS = ["github", "netlify", "s3"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** What a host does with a path: the file that it sends, or the path that it sends the reader to. */
export type Found = { readonly file: string } | { readonly moved: string; readonly status: 301 | 302 };

/** How a host treats what it is asked for. */
export interface HostRules {
  /** Finds what a path, without a slash at its start, stands for among the files of the site. */
  readonly find: (path: string, has: (file: string) => boolean) => Found | undefined;
  /** Whether a redirect of `_redirects` counts where there is a file; undefined: the file is not read. */
  readonly redirects: "before-files" | "after-files" | undefined;
  readonly readsHeaders: boolean;
  /** Encodings that it sends. */
  readonly encodings: readonly ("br" | "gzip")[];
  /** Sends the `.br` and `.gz` that stand beside a file. */
  readonly sendsPrecompressed: boolean;
  /** What it says of caching where `_headers` says nothing. */
  readonly cacheControl: string;
}

/**
 * What every host does that is asked for a file by its name or a folder by its slash; they differ in
 * the rest: `a` for `a.html`, `a` for `a/index.html`, `a/` for `a.html`.
 */
function exact(path: string, has: (file: string) => boolean): Found | undefined {
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return has(file) ? { file } : undefined;
}

/** Answers each form of a page's address with the page itself. */
export const PLAIN_HOST: HostRules = {
  find: (path, has) => {
    const found = exact(path, has);
    if (found !== undefined || path.endsWith("/")) return found;
    const file = [`${path}.html`, `${path}/index.html`].find(has);
    return file === undefined ? undefined : { file };
  },
  redirects: "before-files",
  readsHeaders: true,
  encodings: ["br", "gzip"],
  sendsPrecompressed: true,
  cacheControl: "no-cache",
};

/** As each documents it, and as the comparison of github.com/slorber/trailing-slash-guide has measured. */
export const HOSTS: Readonly<Record<HostKind, HostRules>> = {
  github: {
    find: (path, has) => {
      const found = exact(path, has);
      if (found !== undefined || path.endsWith("/")) return found;
      if (has(`${path}.html`)) return { file: `${path}.html` };
      return has(`${path}/index.html`) ? { moved: `${path}/`, status: 301 } : undefined;
    },
    redirects: undefined,
    readsHeaders: false,
    encodings: ["gzip"],
    sendsPrecompressed: false,
    cacheControl: "max-age=600",
  },
  netlify: {
    find: (path, has) => {
      const leaf = path.replace(/\/$/, "");
      // Where there are both, the file without a folder wins.
      if (path.endsWith("/") && has(`${leaf}.html`)) return { moved: leaf, status: 301 };
      const found = exact(path, has);
      if (found !== undefined || path.endsWith("/")) return found;
      if (has(`${path}.html`)) return { file: `${path}.html` };
      return has(`${path}/index.html`) ? { moved: `${path}/`, status: 301 } : undefined;
    },
    redirects: "after-files",
    readsHeaders: true,
    encodings: ["br", "gzip"],
    sendsPrecompressed: false,
    cacheControl: "public,max-age=0,must-revalidate",
  },
  s3: {
    find: (path, has) => {
      const found = exact(path, has);
      if (found !== undefined || path.endsWith("/")) return found;
      return has(`${path}/index.html`) ? { moved: `${path}/`, status: 302 } : undefined;
    },
    redirects: undefined,
    readsHeaders: false,
    encodings: [],
    sendsPrecompressed: false,
    cacheControl: "no-cache",
  },
};
