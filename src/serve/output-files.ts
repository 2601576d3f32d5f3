import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { joinKey } from "../engine/key.ts";
import { type HttpResponse, typeOf } from "../shared/http.ts";
import { type OutputData, type OutputFile, type OutputKind, outputPathOf } from "../site/output-kinds.ts";
import type { SiteEngine } from "../site/site-engine.ts";

/** A path split into locale and path. */
export interface LocalePath {
  readonly locale: string;
  /** Relative to the locale's base URL, without a leading slash. */
  readonly inside: string;
}

/** Serves output files other than pages. */
export function createOutputFiles(root: string, { engine, overview, outputs }: SiteEngine) {
  const keyOf = async (kind: OutputKind, locale: string, file: string): Promise<string | undefined> => {
    if (kind.dependsOnUses === true) return joinKey(locale, file);
    return keysOf(await engine.get(kind.files, locale)).get(file);
  };
  const fileOf = async ({ locale, inside }: LocalePath): Promise<HttpResponse | undefined> => {
    for (const file of namesOf(inside)) {
      for (const kind of outputs.all) {
        // Pages are served by route, and redirects by status code.
        const hasRoute = kind.name === "pages" || (kind.name === "redirects" && file.endsWith(".html"));
        if (!kind.matches.test(file) || hasRoute) continue;
        const key = await keyOf(kind, locale, file);
        const answer = key === undefined ? undefined : await respondWith(file, await engine.get(kind.task, key), root);
        if (answer !== undefined) return answer;
      }
    }
    return undefined;
  };
  return async (file: LocalePath): Promise<HttpResponse | undefined> => {
    const response = await fileOf(file);
    if (response !== undefined) return response;
    // Files named by a content hash are shared by all locales; any of them may provide it.
    const { locales } = await engine.get(overview, "");
    for (const locale of locales.filter(({ isDefault }) => !isDefault)) {
      if (outputPathOf(file.inside, locale, false) !== file.inside) continue;
      const answer = await fileOf({ locale: locale.name, inside: file.inside });
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
}

/** Keys by file, for each list of files that was asked for. */
const INDEXES = new WeakMap<readonly OutputFile[], ReadonlyMap<string, string>>();

function keysOf(files: readonly OutputFile[]): ReadonlyMap<string, string> {
  const index = INDEXES.get(files) ?? new Map(files.map(({ file, key }) => [file, key]));
  INDEXES.set(files, index);
  return index;
}

function namesOf(path: string): readonly string[] {
  if (path === "" || path.endsWith("/")) return [`${path}index.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** The response with an output. A file may have been replaced by a link: its target must be in the site or in a package. */
async function respondWith(file: string, data: OutputData, root: string): Promise<HttpResponse | undefined> {
  const type = typeOf(file);
  if (typeof data === "string" || data instanceof Uint8Array) return { status: 200, type, body: data };
  try {
    const real = await realpath(data.copyOf);
    const isInside = real.startsWith((await realpath(root)) + sep) || real.includes(`${sep}node_modules${sep}`);
    return isInside && (await stat(real)).isFile() ? { status: 200, type, file: real } : undefined;
  } catch {
    // Deleted in the meantime.
    return undefined;
  }
}
