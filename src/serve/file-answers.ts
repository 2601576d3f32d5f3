import { realpath } from "node:fs/promises";
import { sep } from "node:path";
import { joinKey } from "../engine/key.ts";
import { type HttpResponse, typeOf } from "../shared/http.ts";
import { readRegularAsync } from "../shared/regular-file.ts";
import { placeOf } from "../site/model/locale-files.ts";
import type { OutputData, OutputKind } from "../site/output-kinds.ts";
import type { SiteEngine } from "../site/site-engine.ts";

/** Where a path of the server leads. */
export interface Place {
  readonly locale: string;
  /** Below the language's base URL, without a slash at its start. */
  readonly inside: string;
}

/** True for what a server answers for otherwise: pages by their routes, redirects by a status. */
function isAnsweredByRoute({ name }: OutputKind, file: string): boolean {
  return name === "pages" || (name === "redirects" && file.endsWith(".html"));
}

/** Answers with files of the output that are no pages. @param root absolute path of the site's root */
export function createFileAnswers(root: string, { engine, overview, outputs }: SiteEngine) {
  const keyOf = async (kind: OutputKind, locale: string, file: string): Promise<string | undefined> => {
    if (kind.isOfUse === true) return joinKey(locale, file);
    return (await engine.get(kind.files, locale)).find((one) => one.file === file)?.key;
  };
  const fileOf = async ({ locale, inside }: Place): Promise<HttpResponse | undefined> => {
    for (const file of namesOf(inside)) {
      for (const kind of outputs) {
        if (!kind.matches.test(file) || isAnsweredByRoute(kind, file)) continue;
        const key = await keyOf(kind, locale, file);
        const answer = key === undefined ? undefined : await answerWith(file, await engine.get(kind.task, key), root);
        if (answer !== undefined) return answer;
      }
    }
    return undefined;
  };
  return async (place: Place): Promise<HttpResponse | undefined> => {
    const own = await fileOf(place);
    if (own !== undefined) return own;
    // What is named by its content is shared by all languages, whichever has it.
    const { locales } = await engine.get(overview, "");
    for (const locale of locales.filter(({ isDefault }) => !isDefault)) {
      if (placeOf(place.inside, locale, false) !== place.inside) continue;
      const answer = await fileOf({ locale: locale.name, inside: place.inside });
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
}

/** The names of files that an address may mean. */
function namesOf(path: string): readonly string[] {
  if (path === "" || path.endsWith("/")) return [`${path}index.html`];
  return [path, `${path}.html`, `${path}/index.html`];
}

/** A file may have become a link since it was found: what it leads to must still be the site's or a package's. */
async function answerWith(file: string, data: OutputData, root: string): Promise<HttpResponse | undefined> {
  const type = typeOf(file);
  if (typeof data === "string" || data instanceof Uint8Array) return { status: 200, type, body: data };
  try {
    const real = await realpath(data.copyOf);
    const isInside = real.startsWith((await realpath(root)) + sep);
    if (!isInside && !real.includes(`${sep}node_modules${sep}`)) return undefined;
    return { status: 200, type, body: await readRegularAsync(real) };
  } catch {
    // Since it was found it has gone, or something that is no file has come in its place.
    return undefined;
  }
}
