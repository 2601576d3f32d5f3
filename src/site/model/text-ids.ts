import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { TOOL_ROOT } from "../outputs/tool.ts";

/** Keys of the interface's texts: ids, and messages without one. */
export interface TextIds {
  readonly all: ReadonlySet<string>;
  /** Those that the browser's scripts show. */
  readonly client: ReadonlySet<string>;
}

/**
 * Finds the texts that can be translated where they are declared: `{ id: "…", message: "…" }` in the
 * theme's sources, which the client is bundled from anyway, and in the site's own pages.
 *
 * @param pages sources of these
 */
export async function findTextIds(pages: readonly string[]): Promise<TextIds> {
  const [client, ...others] = await Promise.all([
    declaredIn(join(TOOL_ROOT, "src/client")),
    ...["src/theme", "src/markdown", "src/render"].map((folder) => declaredIn(join(TOOL_ROOT, folder))),
  ]);
  return { all: new Set([...client, ...others.flat(), ...pages.flatMap(idsOf)]), client: new Set(client) };
}

const DECLARED = /\bid:\s*("(?:[^"\\\n]|\\.)+")|\{\s*message:\s*("(?:[^"\\\n]|\\.)+")/g;

async function declaredIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  const sources = files.filter((file) => /\.[jt]sx?$/.test(file)).map((file) => readFile(join(folder, file), "utf8"));
  return (await Promise.all(sources)).flatMap(idsOf);
}

function idsOf(source: string): string[] {
  return [...source.matchAll(DECLARED)].flatMap(([, id, message]) => {
    const text = unquote(id ?? message ?? "");
    return text === undefined ? [] : [text];
  });
}

function unquote(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    // An escape that JSON lacks: no id of a text is written so.
    return undefined;
  }
}
