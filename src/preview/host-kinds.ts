/** Hosts that `docgen preview --like` imitates. */
export const HOST_KINDS = ["github", "netlify", "s3"] as const;
export type HostKind = (typeof HOST_KINDS)[number];

/** How a host handles a path: the file to send, or a redirect. */
export type Found =
  | { readonly file: string; readonly moved?: undefined }
  | { readonly file?: undefined; readonly moved: string; readonly status: 301 | 302 };

/** How a host resolves and sends files. */
export interface HostRules {
  /** Whether `a` serves `a.html`, and whether `a/` does so too, even if there is a folder `a`. */
  readonly endings: "shown" | "shown-for-folders" | "none";
  /** Response to `a` if there is `a/index.html`: the page, or the status of a redirect to `a/`. */
  readonly folders: "shown" | 301 | 302;
  /** Whether `_redirects` take precedence over files; undefined: the host doesn't read `_redirects` and `_headers`. */
  readonly redirects: "before-files" | "after-files" | undefined;
  readonly brotli: boolean;
  readonly gzip: boolean;
  /** Default `Cache-Control`. */
  readonly cacheControl: string;
}

/** The default: serves a page at each form of its URL. */
export const PLAIN_HOST: HostRules = {
  endings: "shown",
  folders: "shown",
  redirects: "before-files",
  brotli: true,
  gzip: true,
  cacheControl: "no-cache",
};

/** According to the hosts' documentation, and to the measurements of github.com/slorber/trailing-slash-guide. */
export const HOSTS: Readonly<Record<HostKind, HostRules>> = {
  github: { ...PLAIN_HOST, folders: 301, redirects: undefined, brotli: false, cacheControl: "max-age=600" },
  netlify: {
    ...PLAIN_HOST,
    endings: "shown-for-folders",
    folders: 301,
    redirects: "after-files",
    cacheControl: "public,max-age=0,must-revalidate",
  },
  s3: { ...PLAIN_HOST, endings: "none", folders: 302, redirects: undefined, brotli: false, gzip: false },
};

/** Resolves a path, without its leading slash, to a file of the site or a redirect. */
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
