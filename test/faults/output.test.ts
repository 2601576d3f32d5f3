import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { takeLock } from "../../src/output/lock.ts";
import { recover } from "../../src/output/recover.ts";
import { replaceFiles } from "../../src/output/replace-files.ts";
import { command } from "../helpers/command.ts";
import {
  buildSite,
  makeSite,
  NODE,
  PROJECT,
  type Run,
  readTree,
  runOf,
  start,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const PAGES = {
  "content/pages/index.md": "# Home\n",
  "content/docs/index.md": "# Start\n",
  "content/docs/a.md": "# A\n\nFirst.\n",
  "content/docs/b.md": "# B\n",
};
/** A user other than root, for whom permissions don't count. */
const NOBODY = 65_534;

/** Runs docgen as another user, who owns the site. */
async function docgenAsNobody(root: string, ...args: readonly string[]): Promise<Run> {
  const [node, ...flags] = NODE;
  const child = spawn(node, [...flags, join(PROJECT, "bin/docgen"), ...args, "--root", root], {
    uid: NOBODY,
    gid: NOBODY,
    env: { ...process.env, NO_COLOR: "1", HOME: root },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

function giveAway(root: string): void {
  for (const entry of readdirSync(root, { recursive: true, encoding: "utf8" }))
    chownSync(join(root, entry), NOBODY, NOBODY);
  chownSync(root, NOBODY, NOBODY);
}

/** A disk of its own, as large as asked for; undefined where this user may not mount one. */
function mountDisk(folder: string, size: string): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "docgen-test", folder], { stdio: "ignore" });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
  });
  return true;
}

const NO_MOUNT = "this user may not mount a disk";
const isRoot = process.getuid?.() === 0;

describe("disk full", () => {
  test("while the site is written: the old one is whole, the message names the cause, exit code 1", async (context) => {
    const root = temporaryFolder();
    if (!mountDisk(root, "12m")) return context.skip(NO_MOUNT);
    writeFiles(root, { "site.config.ts": `export default { title: "T", url: "https://example.com" };`, ...PAGES });
    expect((await command("build", "--root", root)).code).toBe(0);
    const before = readTree(join(root, "build"));
    const free = Number(execFileSync("df", ["--output=avail", "-B1", root], { encoding: "utf8" }).split("\n")[1]);
    // What is left over takes a page, but not what the page brings along.
    writeFiles(root, { "content/static/large.bin": new Uint8Array(free * 0.6) });
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toMatch(/^error {2}.*no space left on the disk \(ENOSPC\)\n$/);
    expect(code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
    rmSync(join(root, "content/static/large.bin"));
    expect((await command("build", "--root", root)).code).toBe(0);
  });

  test("with no byte left: a message, exit code 1, and all is well when there is room again", async (context) => {
    const root = temporaryFolder();
    if (!mountDisk(root, "8m")) return context.skip(NO_MOUNT);
    writeFiles(root, { "site.config.ts": `export default { title: "T", url: "https://example.com" };`, ...PAGES });
    expect((await command("build", "--root", root)).code).toBe(0);
    const before = readTree(join(root, "build"));
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    try {
      execFileSync("dd", ["if=/dev/zero", `of=${join(root, "filler")}`, "bs=4k"], { stdio: "ignore" });
    } catch {
      // It ends when the disk is full.
    }
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toMatch(/no space left on the disk \(ENOSPC\)/);
    expect(code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
    rmSync(join(root, "filler"));
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(readTree(join(root, "build")).get("docs/a/index.html")).toContain("Second.");
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
  });
});

describe("what the user wrote", () => {
  test("stays whole where the disk has no room for the new text, and its mode and links stay", async (context) => {
    const root = temporaryFolder();
    if (!mountDisk(root, "8m")) return context.skip(NO_MOUNT);
    // Fills a page of memory, and needs another one when its link is longer.
    const text = "# A\n\n[b](/b)\n\nWords.".padEnd(4096, " More.");
    writeFiles(root, {
      "site.config.ts": `export default { title: "T", url: "https://example.com", redirects: [{ from: "/b", to: "/docs/b" }] };`,
      ...PAGES,
      "content/docs/a.md": text,
      "content/docs/deep/real.md": "# Real\n\n[b](/b)\n",
    });
    const page = join(root, "content/docs/a.md");
    const link = join(root, "content/docs/link.md");
    chmodSync(page, 0o640);
    symlinkSync("deep/real.md", link);
    const fix = () => command("check-links", "--fix", "--root", root);
    const free = execFileSync("df", ["--output=avail", "-B1", root], { encoding: "utf8" }).split("\n")[1];
    writeFileSync(join(root, "filler"), new Uint8Array(Number(free)));
    const full = await fix();
    expect([full.code, full.stderr]).toEqual([1, `error  ${page}: no space left on the disk (ENOSPC)\n`]);
    expect(readFileSync(page, "utf8")).toBe(text);
    rmSync(join(root, "filler"));
    expect((await fix()).code).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("[b](/docs/b)");
    expect(statSync(page).mode & 0o777).toBe(0o640);
    expect([readlinkSync(link), readFileSync(link, "utf8")]).toEqual(["deep/real.md", "# Real\n\n[b](/docs/b)\n"]);
    expect(readdirSync(join(root, "content/docs")).sort()).toEqual(["a.md", "b.md", "deep", "index.md", "link.md"]);
  });

  test.runIf(isRoot)("is not rewritten where it is read-only", async () => {
    const root = makeSite({
      "site.config.ts": `export default { title: "T", url: "https://example.com", redirects: [{ from: "/b", to: "/docs/b" }] };`,
      ...PAGES,
      "content/docs/a.md": "# A\n\n[b](/b)\n",
    });
    const page = join(root, "content/docs/a.md");
    chmodSync(page, 0o444);
    giveAway(root);
    const { code, stderr } = await docgenAsNobody(root, "check-links", "--fix");
    expect([code, stderr]).toEqual([1, `error  ${page}: permission denied (EACCES)\n`]);
    expect(readFileSync(page, "utf8")).toBe("# A\n\n[b](/b)\n");
  });

  test("is all that a new site leaves on a disk without room for it", async (context) => {
    const root = temporaryFolder();
    // Room for the first of two folders.
    if (!mountDisk(root, "1m,nr_inodes=2")) return context.skip(NO_MOUNT);
    const { code, stderr } = await command("init", join(root, "new/site"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("no space left on the disk (ENOSPC)")]);
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("a file that an option names", () => {
  test.each([
    [["print", "--pdf", "--out", "x.html"], '--out: "x.html" does not end in .pdf; change its extension'],
    [["print", "--out", "x.txt"], '--out: "x.txt" does not end in .html; change its extension'],
    [["build", "--timeline", "x.html"], '--timeline: "x.html" does not end in .json; change its extension'],
  ])("is refused with the extension of another kind: %j", async ([name = "", ...args], message) => {
    const { code, stdout, stderr } = await command(name, "--root", makeSite(PAGES), ...args);
    expect([code, stdout, stderr]).toEqual([2, "", `error  ${message}\n`]);
  });

  test.each([
    ["print", "--out"],
    ["build", "--timeline"],
  ])("of docgen %s is refused where it is a folder, in none, or no file of its own", async (name, option) => {
    const root = makeSite(PAGES);
    const run = async (file: string) => {
      const { code, stdout, stderr } = await command(name, "--root", root, option, file);
      expect([code, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(await run(root)).toBe(`error  ${option}: "${root}" is a folder; add a file name\n`);
    expect(await run("")).toBe(`error  ${option}: "" is a folder; add a file name\n`);
    const link = join(root, "link.html");
    symlinkSync(join(root, "site.config.ts"), link);
    expect(await run(link)).toBe(`error  ${option}: "${link}" is a link or a device; choose another name\n`);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    const inFile = await run(join(root, "site.config.ts/a"));
    expect(inFile).toBe(
      `error  ${option}: "${root}/site.config.ts" is not a folder; choose a file in an existing folder\n`,
    );
  });
});

test.skipIf(process.platform !== "linux")(
  "a folder that can't be created is an error, not an endless wait",
  async () => {
    const root = makeSite(PAGES);
    for (const args of [
      ["build", "--root", root, "--out", "/proc/docgen/out"],
      ["build", "--root", root, "--cache-dir", "/proc/docgen"],
      ["init", "/proc/docgen/site"],
    ]) {
      const { code, stderr } = await command(...args);
      expect([code === 1 || code === 2, stderr]).toEqual([true, expect.stringMatching(/^error {2}.*\/proc\/docgen/)]);
    }
  },
);

describe("an output folder on another disk", () => {
  test("is built into, brought up to date, and keeps what others put there", async (context) => {
    const root = makeSite(PAGES);
    mkdirSync(join(root, "build"));
    if (!mountDisk(join(root, "build"), "16m")) return context.skip(NO_MOUNT);
    expect((await command("build", "--root", root)).code).toBe(0);
    writeFiles(join(root, "build"), { CNAME: "docs.example.com\n" });
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    rmSync(join(root, "content/docs/b.md"));
    const again = await command("build", "--root", root);
    expect([again.code, again.stderr]).toEqual([0, ""]);
    const third = await command("build", "--root", root, "--verbose");
    expect(third.stderr).not.toContain("pages:");
    expect((await command("build", "--root", root, "--out", "clean", "--no-cache")).code).toBe(0);
    const { CNAME, ...files } = Object.fromEntries(readTree(join(root, "build")));
    expect(CNAME).toBe("docs.example.com\n");
    expect(files).toEqual(Object.fromEntries(readTree(join(root, "clean"))));
  });

  test("is made where it is not there yet, and not left behind where the disk is full", async (context) => {
    const root = makeSite(PAGES);
    mkdirSync(join(root, "disk"));
    if (!mountDisk(join(root, "disk"), "4m")) return context.skip(NO_MOUNT);
    const build = (out: string) => command("build", "--root", root, "--out", out);
    expect(await build("disk/a/site")).toEqual(expect.objectContaining({ code: 0, stderr: "" }));
    expect((await build("clean")).code).toBe(0);
    expect(readTree(join(root, "disk/a/site"))).toEqual(readTree(join(root, "clean")));
    writeFiles(root, { "content/static/large.bin": new Uint8Array(4_000_000) });
    const full = await build("disk/b");
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining("no space left on the disk (ENOSPC)")]);
    expect(readdirSync(join(root, "disk"))).toEqual(["a"]);
  });

  test.runIf(existsSync("/proc/self"))("is none where the system makes no folders", async () => {
    const { code, stderr } = await command("build", "--root", makeSite(PAGES), "--out", "/proc/site");
    expect([code, stderr]).toEqual([1, "error  /proc/site: can't create a folder here (ENOENT)\n"]);
  });

  test("that is full keeps the old site", async (context) => {
    const root = makeSite(PAGES);
    mkdirSync(join(root, "build"));
    if (!mountDisk(join(root, "build"), "3m")) return context.skip(NO_MOUNT);
    expect((await command("build", "--root", root)).code).toBe(0);
    const before = readTree(join(root, "build"));
    writeFiles(root, {
      "content/docs/a.md": "# A\n\nSecond.\n",
      "content/static/large.bin": new Uint8Array(4_000_000),
    });
    const { code, stderr } = await command("build", "--root", root);
    expect(stderr).toMatch(/no space left on the disk \(ENOSPC\)/);
    expect(code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
  });
});

describe("an output folder that may not be written", () => {
  test.runIf(isRoot)("read-only: the old site is whole, the message names it, exit code 1", async () => {
    const root = await buildSite(PAGES);
    giveAway(root);
    const before = readTree(join(root, "build"));
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    for (const folder of ["build/docs/a", "build/docs", "build"]) chmodSync(join(root, folder), 0o555);
    const { code, stderr } = await docgenAsNobody(root, "build");
    expect(stderr).toMatch(/^error {2}.*permission denied \(EACCES\)\n$/);
    expect(code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
    for (const folder of ["build", "build/docs", "build/docs/a"]) chmodSync(join(root, folder), 0o755);
    expect((await docgenAsNobody(root, "build")).code).toBe(0);
    expect(readTree(join(root, "build")).get("docs/a/index.html")).toContain("Second.");
  });

  test.runIf(isRoot)("permission lost in the middle: what was replaced is put back", async () => {
    const root = await buildSite(PAGES);
    giveAway(root);
    const before = readTree(join(root, "build"));
    // The first page can be replaced, the second cannot.
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n", "content/docs/b.md": "# B\n\nSecond.\n" });
    chmodSync(join(root, "build/docs/b"), 0o555);
    const { code, stderr } = await docgenAsNobody(root, "build");
    expect(stderr).toContain("permission denied (EACCES)");
    expect(code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
  });

  test.runIf(isRoot)(
    "folders, pages and data that may not be read are errors, all told, and the pages stay",
    async () => {
      const [category, page] = ["content/docs/_category_.json", "content/docs/closed.md"];
      const root = await buildSite({
        ...PAGES,
        "content/docs/more/c.md": "# C\n",
        [category]: "{}\n",
        [page]: "# C\n",
      });
      giveAway(root);
      const before = readTree(join(root, "build"));
      chmodSync(join(root, "content/docs/more"), 0o300);
      for (const path of [category, page]) chmodSync(join(root, path), 0);
      const { code, stderr } = await docgenAsNobody(root, "build");
      expect(stderr).toContain("content/docs/more:1:1  error  folder can't be read (EACCES)\n");
      for (const path of [category, page]) {
        expect(stderr).toContain(`${path}:1:1  error  file can't be read\n    hint: check its permissions\n`);
      }
      expect(code).toBe(1);
      expect(readTree(join(root, "build"))).toEqual(before);
    },
  );

  test.runIf(isRoot)("a root that may not be written: a message, exit code 1", async () => {
    const root = makeSite(PAGES);
    chmodSync(root, 0o755);
    const { code, stderr } = await docgenAsNobody(root, "build");
    expect(stderr).toMatch(/^error {2}.*\.docgen.*permission denied \(EACCES\)\n$/);
    expect(code).toBe(1);
  });
});

describe("an output folder that could be anything", () => {
  test.each<[string, (root: string) => string, string, exitCode?: number]>([
    ["the home folder", () => homedir(), "is not empty and was not written by docgen"],
    ["the root of the disk", () => "/", "the output folder contains the site's root", 2],
    ["the content", () => "content/docs/out", "is inside content/, which docgen reads", 2],
    ["docgen's own folder", () => ".docgen/cache", "is inside .docgen/, which docgen reads", 2],
    [
      "a file",
      (root) => {
        writeFiles(root, { out: "a file of mine" });
        return "out";
      },
      "is a file",
    ],
    [
      "a link, though to an empty folder",
      (root) => {
        mkdirSync(join(root, "real"));
        symlinkSync(join(root, "real"), join(root, "out"));
        return "out";
      },
      "is a symbolic link",
    ],
    [
      "a folder with other files",
      (root) => {
        writeFiles(root, { "out/thesis.txt": "years of work", "precious.txt": "years of work" });
        return "out";
      },
      "is not empty and was not written by docgen",
    ],
    [
      "a folder with a manifest that names files outside it",
      (root) => {
        const files = ["../precious.txt", "/etc/hostname"];
        writeFiles(root, {
          "precious.txt": "years of work",
          "out/docgen-manifest.json": JSON.stringify({ version: 1, files }),
        });
        return "out";
      },
      "is not empty and was not written by docgen",
    ],
  ])("%s is refused", async (_, prepare, words, exitCode = 1) => {
    const root = makeSite(PAGES);
    const out = prepare(root);
    const before = readTree(root);
    const { code, stderr } = await command("build", "--root", root, "--out", out);
    expect(stderr).toContain(words);
    expect(code).toBe(exitCode);
    expect([...readTree(root)].filter(([path]) => !path.startsWith(".docgen"))).toEqual([...before]);
  });

  test("a link inside it is replaced, and nothing is written where it leads", async () => {
    const root = await buildSite(PAGES);
    const elsewhere = temporaryFolder();
    rmSync(join(root, "build/docs/a"), { recursive: true });
    symlinkSync(elsewhere, join(root, "build/docs/a"));
    writeFiles(root, { "content/docs/a.md": "# A\n\nSecond.\n" });
    expect((await command("build", "--root", root)).code).toBe(0);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readTree(join(root, "build")).get("docs/a/index.html")).toContain("Second.");
  });
});

describe("two builds at once", () => {
  test("one is done, the others refuse and name its process; the site is whole", async () => {
    const root = makeSite(PAGES);
    const children = Array.from({ length: 4 }, () => start("build", "--root", root));
    const ends = await Promise.all(
      children.map(async (child) => {
        let stderr = "";
        child.stderr?.on("data", (chunk) => {
          stderr += chunk;
        });
        const [code] = (await once(child, "close")) as [number];
        return { code, stderr };
      }),
    );
    const refused = ends.filter(({ code }) => code !== 0);
    expect(refused.length).toBeLessThan(4);
    for (const { code, stderr } of refused) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/another docgen build of this site is running \(process \d+\); wait for it or end it/);
    }
    const { files } = JSON.parse(readFileSync(join(root, "build/docgen-manifest.json"), "utf8")) as { files: string[] };
    expect(files.filter((file) => !existsSync(join(root, "build", file)))).toEqual([]);
    expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
  });

  test("a running build refuses others until it ends, and nothing of it is removed", async () => {
    const { root, build, goOn } = await makeHeldBuild();
    const { code, stderr } = await command("build", "--root", root);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`(process ${build.pid}); wait for it or end it`)]);
    goOn();
    expect((await runOf(build)).code).toBe(0);
    expect((await command("build", "--root", root)).code).toBe(0);
  });

  test("a build that has lost its lock fails before it changes the output", async () => {
    const { root, build, goOn } = await makeHeldBuild();
    const before = readTree(join(root, "build"));
    rmSync(join(root, ".docgen/lock"));
    const other = await takeLock(join(root, ".docgen"));
    onTestFinished(other.release);
    goOn();
    const { code, stderr } = await runOf(build);
    expect(stderr).toMatch(/\.docgen\/lock: was deleted, or another build took it over .*; build again/);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(1);
    expect(readTree(join(root, "build"))).toEqual(before);
    other.check();
  });

  test.runIf(canUnshare())(
    "in other process namespaces, as in containers, one is done and the other refuses",
    async () => {
      const many = Array.from({ length: 60 }, (_, number) => [`content/docs/p${number}.md`, `# Page ${number}\n`]);
      const root = makeSite({ ...PAGES, ...Object.fromEntries(many) });
      expect((await command("build", "--root", root, "--out", "clean")).code).toBe(0);
      for (const round of [1, 2, 3]) {
        const children = [1, 2].map(() => startInContainer("build", "--root", root, "--no-cache"));
        const runs = await Promise.all(children.map(runOf));
        expect([round, ...runs.map(({ code }) => code).sort()]).toEqual([round, 0, 1]);
        const refused = runs.find(({ code }) => code === 1);
        expect(refused?.stderr).toMatch(/another docgen build of this site is running \(process 1\)/);
        expect(readTree(join(root, "build"))).toEqual(readTree(join(root, "clean")));
      }
    },
  );

  test.runIf(canUnshare() && IS_WEEKLY)(
    "a build that was killed in another process namespace holds up the next for seconds only",
    async () => {
      const { root, build, goOn } = await makeHeldBuild(startInContainer);
      build.kill("SIGKILL");
      await once(build, "close");
      goOn();
      expect((await command("build", "--root", root)).code).toBe(0);
      expect(readdirSync(join(root, ".docgen"))).toEqual(["cache"]);
    },
  );

  test.runIf(process.platform === "linux")(
    "a lock whose process number now belongs to another is taken over",
    async () => {
      const root = makeSite(PAGES);
      await writeLock(root, { startTime: "1" });
      expect((await command("build", "--root", root)).code).toBe(0);
    },
  );

  test.runIf(process.platform === "linux")(
    "a lock of a process that has ended and whose parent never notices, as in a container, is taken over",
    async () => {
      const root = makeSite(PAGES);
      // The shell becomes a program that waits for no child; the child ends after that, as shells wait for theirs.
      const child = 'until read -r name < /proc/$$/comm && [ "$name" = sleep ]; do :; done';
      const parent = spawn("sh", ["-c", `${child} & echo $!; exec sleep 300`], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void parent.kill("SIGKILL"));
      const [said] = await once(parent.stdout, "data");
      const stat = () => readFileSync(`/proc/${Number(said)}/stat`, "utf8").split(" ");
      await expect.poll(() => stat()[2]).toBe("Z");
      await writeLock(root, { pid: Number(said), startTime: stat()[21] });
      expect((await command("build", "--root", root)).code).toBe(0);
    },
  );

  test("a lock that nobody touches is taken over, whatever it holds", async () => {
    const texts = [
      "",
      "x",
      "12",
      "{}",
      '{"pid":-1}',
      "\u0000",
      await lockText({ space: "another", host: "elsewhere" }),
    ];
    const works = texts.map((text) => {
      const root = temporaryFolder();
      writeFiles(root, { lock: text });
      return root;
    });
    const locks = await Promise.all(works.map(takeLock));
    for (const lock of locks) {
      lock.check();
      lock.release();
    }
    expect(works.flatMap((work) => readdirSync(work))).toEqual([]);
  });

  test("of several builds that find a lock left behind, one takes it over", async () => {
    const work = temporaryFolder();
    writeFiles(work, { lock: "left" });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => takeLock(work)));
    const taken = tries.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(taken).toHaveLength(1);
    taken[0]?.release();
  });

  test("a lock that a machine elsewhere touches is held, whatever its clock says", async () => {
    const work = temporaryFolder();
    writeFiles(work, { lock: await lockText({ space: "another", host: "elsewhere", pid: 7 }) });
    let beats = 0;
    const beat = setInterval(() => utimesSync(join(work, "lock"), 1000, 1000 + beats++), 100);
    onTestFinished(() => clearInterval(beat));
    await expect(takeLock(work)).rejects.toThrow("is running (process 7 on elsewhere); wait for it or end it");
  });
});

/** A build that waits, with its lock held, until it is told to go on. */
async function makeHeldBuild(starting: typeof start = start) {
  const root = await buildSite(PAGES);
  writeFiles(root, {
    "site.config.ts": `
      import { existsSync, writeFileSync } from "node:fs";
      writeFileSync(${JSON.stringify(join(root, "waits"))}, "");
      while (!existsSync(${JSON.stringify(join(root, "goes-on"))})) await new Promise((resolve) => setTimeout(resolve, 20));
      export default { title: "Held", url: "https://example.com" };`,
  });
  const build = starting("build", "--root", root);
  await expect.poll(() => existsSync(join(root, "waits")), { timeout: 20_000 }).toBe(true);
  return { root, build, goOn: () => writeFiles(root, { "goes-on": "" }) };
}

/** Starts docgen as process 1 of a namespace. */
function startInContainer(...args: readonly string[]) {
  const docgen = [...NODE, join(PROJECT, "bin/docgen"), ...args];
  return spawn("unshare", ["-p", "-f", "--kill-child", "--mount-proc", ...docgen]);
}

/** What a lock of this process holds, with other properties. */
async function lockText(others: object): Promise<string> {
  const work = temporaryFolder();
  const lock = await takeLock(work);
  const own = JSON.parse(readFileSync(join(work, "lock"), "utf8")) as object;
  lock.release();
  return JSON.stringify({ ...own, ...others });
}

async function writeLock(root: string, others: object): Promise<void> {
  writeFiles(root, { ".docgen/lock": await lockText(others) });
}

function canUnshare(): boolean {
  return spawnSync("unshare", ["-p", "-f", "--mount-proc", "true"]).status === 0;
}

describe("a change that is cut short", () => {
  /** An output folder and what is to come into it. */
  function makeChange() {
    const root = temporaryFolder();
    const [work, out] = [join(root, ".docgen"), join(root, "build")];
    const [staging, previous] = [join(work, "docgen-staging-1"), join(work, "docgen-previous-1")];
    writeFiles(out, { "a.html": "old a", "b.html": "old b", "deep/c.html": "old c", file: "a file", "folder/x": "x" });
    writeFiles(staging, { "a.html": "new a", "new.js": "new", "file/y": "y", folder: "now a file" });
    const moved = ["new.js", "a.html", "file/y", "folder"];
    return { work, out, staging, previous, moved, removed: ["deep/c.html", "file", "folder/x"] };
  }
  const CHANGED = { "a.html": "new a", "b.html": "old b", "file/y": "y", folder: "now a file", "new.js": "new" };

  test("is made as a whole where nothing comes between", async () => {
    const change = makeChange();
    const { cleaned } = await replaceFiles(change);
    await cleaned;
    expect(Object.fromEntries(readTree(change.out))).toEqual(CHANGED);
    expect(readdirSync(change.work)).toEqual([]);
  });

  test("after any of its steps is completed by the next build, whichever folder that builds", async () => {
    for (let step = 0; step <= 7; step++) {
      const change = makeChange();
      const { writeJournal } = await import("../../src/output/journal.ts");
      writeJournal({ kind: "files", ...change });
      const { out, staging } = change;
      const steps = [
        () => rmSync(join(out, "file")),
        () => rmSync(join(out, "folder"), { recursive: true }),
        () => move("new.js"),
        () => move("a.html"),
        () => move("file/y"),
        () => move("folder"),
        () => rmSync(join(out, "deep"), { recursive: true }),
      ];
      const move = (file: string) => {
        mkdirSync(join(out, file, ".."), { recursive: true });
        writeFileSync(join(out, file), readFileSync(join(staging, file)));
        rmSync(join(staging, file));
      };
      for (const run of steps.slice(0, step)) run();
      await recover(step % 2 === 0 ? out : join(out, "../other"), change.work);
      expect(Object.fromEntries(readTree(out))).toEqual(CHANGED);
      expect(readdirSync(change.work)).toEqual([]);
    }
  });

  test("by a fault is taken back", async () => {
    const change = makeChange();
    const before = readTree(change.out);
    // A folder in the place of a file cannot be replaced by one.
    mkdirSync(join(change.out, "a.html.d"));
    const moved = [...change.moved, "a.html.d"];
    writeFiles(change.staging, { "a.html.d": "not a folder" });
    await expect(replaceFiles({ ...change, moved })).rejects.toThrow();
    expect(readTree(change.out)).toEqual(before);
    expect(statSync(join(change.out, "a.html.d")).isDirectory()).toBe(true);
    expect(readdirSync(change.work)).toEqual(["docgen-staging-1"]);
  });

  test("in a site that was copied is left alone", async () => {
    const change = makeChange();
    const { writeJournal } = await import("../../src/output/journal.ts");
    writeJournal({ kind: "files", ...change });
    const elsewhere = join(temporaryFolder(), ".docgen");
    execFileSync("cp", ["-r", change.work, elsewhere]);
    const before = readTree(change.out);
    await recover(join(elsewhere, "../build"), elsewhere);
    expect(readTree(change.out)).toEqual(before);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

test.each([
  [["build", "--shard", "1/2", "--cache-dir", "c", "--compress"], /'--compress' cannot be used with option '--shard/],
  [["check-api", "--format", "github", "--json"], /'--format <format>' cannot be used with option '--json'/],
  [["diff", "--format", "markdown", "--json"], /'--format <format>' cannot be used with option '--json'/],
  [["diff", "--url", "https://preview.example.com"], /^error {2}--url: requires --html or --format markdown/],
  [
    ["build", "--cache-read-only"],
    /^error {2}--cache-read-only: requires --cache-url, --cache-dir or DOCGEN_CACHE_URL\n/,
  ],
])("options that contradict each other, or do nothing, are refused: %j", async ([name = "", ...args], message) => {
  const { code, stdout, stderr } = await command(name, "--root", makeSite(PAGES), ...args);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
});
