import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { writeJournal } from "../../src/output/journal.ts";
import { recover } from "../../src/output/recover.ts";
import { replaceFiles } from "../../src/output/replace-files.ts";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, OTHER_DISK, readTree, temporaryFolder, writeFiles } from "../helpers/docgen.ts";

const PAGES = {
  "content/docs/index.md": "# Start\n",
  "content/static/index.html": "Home\n",
  "content/docs/a.md": "# A\n\nFirst.\n",
  "content/docs/b.md": "# B\n",
};
/** More than are replaced one by one. */
const MANY = Object.fromEntries(Array.from({ length: 35 }, (_, page) => [`content/docs/p${page}.md`, `# P${page}\n`]));
const NO_MOUNT = "this user may not mount a folder";

/** Mounts until the test ends, if not unmounted before. @returns false where this user may not */
function mount(folder: string, ...args: readonly string[]): boolean {
  const { status } = spawnSync("mount", [...args, folder]);
  onTestFinished(() => unmount(folder));
  return status === 0;
}

function unmount(folder: string): void {
  spawnSync("umount", ["--lazy", folder]);
}

/** Mounts a folder on itself, as containers mount volumes: the number of its disk stays the same. */
const mountApart = (folder: string) => mount(folder, "--bind", folder);

/** Builds, and expects what a build without anything kept gives. */
async function expectBuilt(root: string): Promise<void> {
  const run = await command("build", "--root", root);
  expect([run.code, run.stderr]).toEqual([0, ""]);
  expect((await command("build", "--root", root, "--out", "clean", "--no-cache")).code).toBe(0);
  expect(readTree(join(root, "build"))).toEqual(readTree(join(root, "clean")));
  expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
}

describe("an output folder that is mounted apart from the site, though on its disk", () => {
  test("is built, and brought up to date by one page and by all of them", async (context) => {
    const root = makeSite(PAGES);
    mkdirSync(join(root, "build"));
    if (!mountApart(join(root, "build"))) return context.skip(NO_MOUNT);
    expect((await command("build", "--root", root)).code).toBe(0);
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    rmSync(join(root, "content/docs/b.md"));
    expect((await command("build", "--root", root)).code).toBe(0);
    writeFiles(root, MANY);
    await expectBuilt(root);
  });

  test("is mended after a build that was killed in it, also once the mount is gone", async (context) => {
    const root = await buildSite(PAGES);
    const out = join(root, "build");
    const [work, staging, previous] = [".docgen", ".docgen/docgen-staging-1", ".docgen/docgen-previous-1"].map((path) =>
      join(root, path),
    ) as [string, string, string];
    const change = { kind: "files", work, out, staging, previous, moved: ["docs/a/index.html"], removed: [] } as const;
    const half = () => {
      writeFiles(staging, { "docs/a/index.html": "of a killed build" });
      writeJournal(change);
    };
    half();
    if (!mountApart(out)) return context.skip(NO_MOUNT);
    await expectBuilt(root);
    half();
    unmount(out);
    await expectBuilt(root);
  });

  test("a folder in it that is mounted by itself does not end the build, nor the next ones", async (context) => {
    const root = await buildSite(PAGES);
    if (!mountApart(join(root, "build/assets"))) return context.skip(NO_MOUNT);
    for (const pages of [MANY, { "content/docs/a.md": "# A\n\nAgain.\n" }]) {
      writeFiles(root, pages);
      const run = await command("build", "--root", root);
      expect([run.code, run.stderr]).toEqual([0, ""]);
    }
    expect((await command("build", "--root", root, "--out", "clean", "--no-cache")).code).toBe(0);
    expect(readTree(join(root, "build"))).toEqual(readTree(join(root, "clean")));
    for (const name of readdirSync(join(root, ".docgen"))) {
      const left = join(root, ".docgen", name, "assets");
      if (existsSync(left)) unmount(left);
    }
  });

  test("that became read-only is said to be so", async (context) => {
    const root = makeSite(PAGES);
    const out = join(root, "build");
    mkdirSync(out);
    if (!mount(out, "-t", "tmpfs", "docgen-test")) return context.skip(NO_MOUNT);
    expect((await command("build", "--root", root)).code).toBe(0);
    execFileSync("mount", ["-o", "remount,ro", out]);
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toMatch(/^error {2}\S*\/build\/\S*: the file system is read-only \(EROFS\)\n$/);
    expect(code).toBe(1);
    execFileSync("mount", ["-o", "remount,rw", out]);
    expect((await command("build", "--root", root)).code).toBe(0);
  });
});

describe("a change of files between two disks", () => {
  /** An output folder on one disk, and on the other what is to come into it. */
  function makeChange() {
    const other = mkdtempSync(join(OTHER_DISK ?? "", "docgen-test-"));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    const [work, out] = [join(temporaryFolder(), ".docgen"), join(other, "build")];
    const [staging, previous] = [join(work, "docgen-staging-1"), join(work, "docgen-previous-1")];
    writeFiles(out, { "a.html": "old a", "b.html": "old b", "deep/c.html": "old c" });
    symlinkSync("b.html", join(out, "link.html"));
    writeFiles(staging, { "a.html": "new a", "link.html": "no link any more", "new.js": "new" });
    return { work, out, staging, previous, moved: ["new.js", "a.html", "link.html"], removed: ["deep/c.html"] };
  }
  const CHANGED = { "a.html": "new a", "b.html": "old b", "link.html": "no link any more", "new.js": "new" };

  test.runIf(OTHER_DISK !== undefined)("is made, also by the next build where this one was killed", async () => {
    const change = makeChange();
    await (await replaceFiles(change)).cleaned;
    expect(Object.fromEntries(readTree(change.out))).toEqual(CHANGED);
    const killed = makeChange();
    writeJournal({ kind: "files", ...killed });
    await recover(killed.out, killed.work);
    expect(Object.fromEntries(readTree(killed.out))).toEqual(CHANGED);
    expect(readdirSync(killed.work)).toEqual([]);
  });

  test.runIf(OTHER_DISK !== undefined)(
    "is taken back as a whole where one of the files can't be replaced",
    async () => {
      const change = makeChange();
      const before = readTree(change.out);
      // A folder with something in it takes the place of no file.
      writeFiles(change.out, { "folder/x": "mine" });
      writeFiles(change.staging, { folder: "a file" });
      await expect(replaceFiles({ ...change, moved: [...change.moved, "folder"] })).rejects.toThrow();
      rmSync(join(change.out, "folder"), { recursive: true });
      expect(readTree(change.out)).toEqual(before);
      expect(readFileSync(join(change.out, "link.html"), "utf8")).toBe("old b");
      expect(readdirSync(change.work)).toEqual(["docgen-staging-1"]);
    },
  );
});

describe("what stands where docgen keeps something", () => {
  const pipe = (path: string) => execFileSync("mkfifo", [path]);

  test.runIf(process.platform !== "win32")("pipes and devices do not stop a build", { timeout: 30_000 }, async () => {
    const root = await buildSite({ ...PAGES, "content/docs/c.md": "# C\n\n<<< @site/lib.txt\n", "lib.txt": "text\n" });
    const cache = join(root, ".docgen/cache");
    for (const [at, name] of readdirSync(cache, { recursive: true, encoding: "utf8" }).entries()) {
      if (!statSync(join(cache, name)).isFile()) continue;
      rmSync(join(cache, name));
      if (at % 2 === 0) pipe(join(cache, name));
      else symlinkSync("/dev/zero", join(cache, name));
    }
    pipe(join(cache, readdirSync(cache)[0] ?? "", "pack-1-2-3.4"));
    pipe(join(root, ".docgen/pending-0123456789ab.json"));
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    const run = await command("build", "--root", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(readTree(join(root, "build")).get("docs/a/index.html")).toContain("Second.");
    rmSync(join(root, "build/docgen-manifest.json"));
    pipe(join(root, "build/docgen-manifest.json"));
    const other = await command("build", "--root", root);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("was not written by docgen")]);
  });

  test.runIf(process.platform !== "win32").each<[string, string, (root: string) => void]>([
    [
      "the lock is a folder",
      ".docgen/lock: is not a file written by docgen; remove it",
      (root) => mkdirSync(join(root, ".docgen/lock"), { recursive: true }),
    ],
    [
      "the lock is a pipe",
      ".docgen/lock: is not a file written by docgen; remove it",
      (root) => {
        mkdirSync(join(root, ".docgen"));
        pipe(join(root, ".docgen/lock"));
      },
    ],
    [
      "the lock is a link to a device",
      ".docgen/lock: is not a file written by docgen; remove it",
      (root) => {
        mkdirSync(join(root, ".docgen"));
        symlinkSync("/dev/zero", join(root, ".docgen/lock"));
      },
    ],
    [
      "its folder is a file",
      ".docgen: is not a folder; remove it: docgen needs a folder there",
      (root) => writeFiles(root, { ".docgen": "mine" }),
    ],
    [
      "its folder is a link that leads nowhere",
      ".docgen: is a symbolic link that does not lead to a folder; remove it: docgen needs a folder there",
      (root) => symlinkSync("nowhere", join(root, ".docgen")),
    ],
    [
      "its folder is a link to itself",
      ".docgen: is a symbolic link that does not lead to a folder; remove it: docgen needs a folder there",
      (root) => symlinkSync(".docgen", join(root, ".docgen")),
    ],
  ])("%s: a message that says what to do, exit code 1", async (_, message, prepare) => {
    const root = makeSite(PAGES);
    prepare(root);
    const { code, stderr } = await command("build", "--root", root);
    expect([code, stderr]).toEqual([1, `error  ${join(root, message)}\n`]);
    expect(existsSync(join(root, "build"))).toBe(false);
  });

  test("no file of others is removed from folders that docgen tidies, nor where links in their place lead", async () => {
    const root = await buildSite(PAGES);
    const mine = {
      "notes.txt": "mine",
      "old/thesis.txt": "mine",
      "staging-site/index.html": "mine",
      "previous-2019/a.txt": "mine",
      "lock.1.txt": "mine",
      "0123456789abcdef/scan.txt": "mine",
      "0123456789abcdef/deep/page-x": "mine",
    };
    const names = Object.keys(mine).sort();
    const left = (folder: string) => [...readTree(join(root, folder)).keys()].filter((name) => names.includes(name));
    const cache = join(root, ".docgen/cache");
    writeFiles(cache, mine);
    writeFiles(join(root, ".docgen"), { "notes.txt": "mine", "staging-site/index.html": "mine", "lock.1.txt": "mine" });
    await command("build", "--root", root);
    expect(left(".docgen/cache")).toEqual(names);
    expect(left(".docgen")).toEqual(["lock.1.txt", "notes.txt", "staging-site/index.html"]);
    for (const link of [".docgen/cache", ".docgen"]) {
      rmSync(join(root, ".docgen"), { recursive: true });
      writeFiles(join(root, "precious"), mine);
      if (link === ".docgen/cache") mkdirSync(join(root, ".docgen"));
      symlinkSync(join(root, "precious"), join(root, link));
      writeFiles(root, { "content/docs/a.md": `# A\n\nWith ${link}.\n` });
      expect((await command("build", "--root", root)).code).toBe(0);
      expect(left("precious")).toEqual(names);
      expect(readTree(join(root, "build")).get("docs/a/index.html")).toContain(`With ${link}.`);
      rmSync(join(root, link));
      mkdirSync(join(root, ".docgen"), { recursive: true });
    }
  });
});
