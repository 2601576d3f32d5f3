import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { command } from "./command.ts";
import { type Files, temporaryFolder, writeFiles } from "./docgen.ts";

/** A site that `docgen migrate` has created. */
export interface MigratedSite {
  /** Absolute path of its root. */
  readonly root: string;
  readonly code: number | null;
  /** What is left to do by hand and what has changed, as `path:line: message`. */
  readonly todo: readonly string[];
  readonly changed: readonly string[];
  /** Reads a file of the site. */
  readonly file: (path: string) => string;
  /** Builds the site. @returns its messages; the output is in `build/` */
  readonly build: () => Promise<{ readonly code: number | null; readonly said: string }>;
}

/** Migrates a Docusaurus site with these files. @param options of the command */
export async function migrated(files: Files, ...options: readonly string[]): Promise<MigratedSite> {
  const from = temporaryFolder();
  writeFiles(from, files);
  const root = join(temporaryFolder(), "site");
  const { code, stderr } = await command("migrate", from, "--to", root, ...options);
  if (code === 2) throw new Error(stderr);
  const file = (path: string) => readFileSync(join(root, path), "utf8");
  const notes = JSON.parse(file("MIGRATION.json")) as Record<
    "todo" | "changed",
    { path: string; line: number; message: string }[]
  >;
  const told = (kind: "todo" | "changed") =>
    notes[kind].map(({ path, line, message }) => `${path}:${line}: ${message}`);
  const build = async () => {
    const run = await command("build", "--root", root);
    return { code: run.code, said: run.stdout + run.stderr };
  };
  return { root, code, todo: told("todo"), changed: told("changed"), file, build };
}

/** A configuration of Docusaurus. @param parts further settings @param options of the classic preset */
export const docusaurusConfig = (parts = "", options = "") =>
  `module.exports = { title: 'T', url: 'https://t.example', ${parts} presets: [['classic', { ${options} }]] };`;

/** Migrates and builds a site, which must pass. @returns the pages that it writes */
export async function passing(files: Files) {
  const site = await migrated({ "docusaurus.config.js": docusaurusConfig(), ...files });
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b/)]);
  return { ...site, page: (path: string) => site.file(join("build", path, "index.html")) };
}
