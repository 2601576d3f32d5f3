import { command } from "./command.ts";
import { type Files, makeSite } from "./docgen.ts";

/** The messages of a build, by file. */
export interface Faults {
  readonly root: string;
  readonly code: number | null;
  readonly stderr: string;
  /** Messages about a file without its path: `line:column  severity  message`, with hints as ` (…)`. */
  readonly of: (path: string) => readonly string[];
}

/** Messages about the configuration, without the line and column of its items. */
export function unplaced(text: string): string {
  return text.replace(/^(\S+\.ts):\d+:\d+ {2}error {2}(?!Unexpected|Could not|throws|ends)/gm, "error  $1: ");
}

/** Builds a site with many errors at once, each in its own file. */
export async function buildFaults(files: Files): Promise<Faults> {
  const root = makeSite(files);
  const { code, stderr } = await command("build", "--root", root);
  const messages = stderr.replace(/\n {4}hint: (.*)/g, " ($1)").split("\n");
  const of = (path: string) => {
    return messages.filter((line) => line.startsWith(`${path}:`)).map((line) => line.slice(path.length + 1));
  };
  return { root, code, stderr, of };
}
