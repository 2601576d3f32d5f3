import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, docgen, makeSite, readTree, writeFiles } from "../helpers/docgen.ts";
import { get, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const ROUNDS = 3;
const LIMIT = { timeout: 120_000 };
const SITE = { "content/docs/index.md": "# Start\n" };
const NAMES = Array.from({ length: 200 }, (_, index) => `b${index}`);
const FOLDER = "content/docs/branch";

/** Pages and pictures of another branch. */
function branch(round: number): Record<string, string> {
  return Object.fromEntries(
    NAMES.flatMap((name) => [
      [`${FOLDER}/${name}.md`, `# Branch ${round}\n\n![s](./${name}.svg)\n`],
      [`${FOLDER}/${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" width="${round}" height="4"/>\n`],
    ]),
  );
}

/** Removes files one after the other, as git does. */
async function removeSlowly(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    rmSync(join(root, path));
    await pause(0);
  }
  rmSync(join(root, FOLDER), { recursive: true });
}

test(
  "files that are deleted while docgen serve reads them all are gone in the end, without a fault",
  LIMIT,
  async () => {
    const site = await watchSite(SITE, "/docs/");
    for (let round = 1; round <= ROUNDS; round++) {
      const files = branch(round);
      await site.edit(files, "/docs/branch/b7", `Branch ${round}`);
      // So many paths are read anew as a whole, which takes longer than it takes to remove some.
      writeFiles(site.root, branch(round + 10));
      await pause((60 * round) / ROUNDS);
      await removeSlowly(site.root, Object.keys(files));
      const shown = async () => {
        const [start, page] = await Promise.all(["/docs/", "/docs/branch/b7"].map((path) => get(site.address + path)));
        return [page?.status, start?.status, start?.body.includes("branch/b")];
      };
      await expect.poll(shown, { timeout: 30_000 }).toEqual([404, 200, false]);
    }
    expect(site.output()).not.toMatch(/docgen itself|ENOENT|\n {4}at /);
  },
);

test.runIf(IS_WEEKLY)(
  "files that are deleted while a build reads them are named, and the output is as it was",
  LIMIT,
  async () => {
    const root = await buildSite(SITE);
    const before = readTree(join(root, "build"));
    for (let round = 1; round <= 2 * ROUNDS; round++) {
      const files = branch(round);
      writeFiles(root, files);
      const [{ code, stderr }] = await Promise.all([
        docgen("build", "--root", root),
        pause(80 * round).then(() => removeSlowly(root, Object.keys(files))),
      ]);
      expect(stderr).not.toMatch(/docgen itself|\n {4}at /);
      expect(code).toBeOneOf([0, 1]);
      if (code === 1) expect(readTree(join(root, "build"))).toEqual(before);
      expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
      expect((await command("build", "--root", root)).code).toBe(0);
      expect(readTree(join(root, "build"))).toEqual(before);
    }
  },
);

test("a page that changes while a build reads it is named, and nothing else is left", LIMIT, async () => {
  const pages = Array.from({ length: 300 }, (_, index) => [`content/docs/p${index}.md`, `# Page ${index}\n`]);
  for (let round = 1; round <= ROUNDS; round++) {
    const root = makeSite(Object.fromEntries(pages));
    let isBuilding = true;
    const build = command("build", "--root", root).finally(() => {
      isBuilding = false;
    });
    for (let edit = 1; isBuilding; edit++) {
      writeFiles(root, { "content/docs/p150.md": `# Edit ${edit}\n` });
      await pause(20);
    }
    const { code, stderr } = await build;
    expect(stderr).not.toMatch(/crashed|\n {4}at /);
    expect(code).toBeOneOf([0, 1]);
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
  }
});

test.skipIf(process.platform === "win32")(
  "a folder that was removed while a shell is in it is named as the fault",
  () => {
    const bin = join(import.meta.dirname, "../../bin/docgen");
    const run = (args: string) => {
      const script = `folder=$(mktemp -d) && cd "$folder" && rmdir "$folder" && exec "${process.execPath}" "${bin}" ${args}`;
      const { status, stdout, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
      return { status, said: (stdout + stderr).split("\n")[0] };
    };
    const said = "error  the current folder was removed; change to another one";
    expect(run("build")).toEqual({ status: 2, said });
    expect(run("init site")).toEqual({ status: 2, said });
    expect(run("--help").status).toBe(0);
  },
);
