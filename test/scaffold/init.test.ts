import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { PROJECT, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { docgenFailingAt, treeOf } from "../helpers/scaffold.ts";
import { startServer } from "../helpers/server.ts";

const { gitignore: IGNORED = "", ...TEMPLATE } = treeOf(join(PROJECT, "templates/site"));
const SITE = { ...TEMPLATE, ".gitignore": IGNORED };

describe("a site that init makes in a folder which isn't there yet", () => {
  let root = "";
  let said = "";
  beforeAll(async () => {
    root = join(temporaryFolder(), "deep/my site");
    const run = await command("init", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    said = run.stdout;
  });

  test("is the one in the package, to the byte", () => {
    expect(treeOf(root)).toEqual(SITE);
  });

  test("comes with the next commands, as they are called from there", () => {
    const tool = join(PROJECT, "bin/docgen");
    const commands = said
      .split("Next:\n\n")[1]
      ?.match(/^ {2}.*?(?= {2,})/gm)
      ?.map((line) => line.trim());
    expect(commands?.[0]).toMatch(/^cd ".*deep\/my site"$/);
    expect(commands?.slice(1)).toEqual([`${tool} serve`, `${tool} new docs/guide/next`, `${tool} build`]);
  });

  test("is not touched by a second init", async () => {
    const { code, stdout, stderr } = await command("init", root);
    const message = `${root}: already contains site.config.ts and content; choose another folder, such as docgen init my-site`;
    expect([code, stdout, stderr]).toEqual([2, "", `error  ${message}\n`]);
    expect(treeOf(root)).toEqual(SITE);
  });

  test("is served", async () => {
    const address = await startServer("serve", "--root", root);
    expect(await (await fetch(`${address}/docs/guide/samples`)).text()).toContain("useState");
  });

  test("builds without a warning, with links and samples that hold", async () => {
    const build = await command("build", "--root", root);
    expect([build.code, build.stderr]).toEqual([0, ""]);
    const markdown = readOutput(root, "docs/guide/markdown/index.html");
    for (const part of ['class="admonition tip"', 'class="tabs"', "<figcaption>mean.js", "<details>", "measures.csv"]) {
      expect(markdown).toContain(part);
    }
    expect(readOutput(root, "docs/guide/index.html")).toContain("What pages may hold.");
    expect(readOutput(root, "index.html")).toContain("<h1>My project</h1>");
    expect(readOutput(root, "blog/index.html")).toContain("Welcome");
    const links = await command("check-links", "--root", root);
    expect([links.code, links.stderr, links.stdout]).toEqual([0, "", expect.stringContaining("none broken")]);
    const samples = await command("check-samples", "--root", root);
    expect([samples.code, samples.stderr, samples.stdout]).toEqual([0, "", expect.stringContaining("0 problems")]);
  });
});

test("a project that has docgen installed keeps its own files, and is told npm's commands", async () => {
  const root = temporaryFolder();
  const own = { "package.json": "{}\n", ".gitignore": "node_modules\n", "node_modules/docgen/package.json": "{}\n" };
  writeFiles(root, own);
  const { code, stdout } = await command("init", root, "--verbose");
  expect(code).toBe(0);
  expect(stdout).toContain(".gitignore is unchanged; make sure that it lists build/ and .docgen/\n");
  expect(stdout).toMatch(/^ {2}npx docgen serve {2}/m);
  expect(treeOf(root)).toEqual({ ...SITE, ...own, node_modules: null, [join("node_modules", "docgen")]: null });
});

test.each([
  ["holds pages", "content/docs/a.md", "", "already contains content; choose another folder"],
  ["is a file", "", "", "is not a folder; choose another folder for the site"],
  ["is below a file", "file", "file/site", "is not a folder; choose another folder for the site"],
])("nothing is made in a place that %s", async (_, file, dir, message) => {
  const root = join(temporaryFolder(), "site");
  if (file === "") writeFileSync(root, "");
  else writeFiles(root, { [file]: "" });
  const before = treeOf(join(root, ".."));
  const { code, stderr } = await command("init", join(root, dir));
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(treeOf(join(root, ".."))).toEqual(before);
});

test("a link that leads nowhere is in the way", async () => {
  const root = join(temporaryFolder(), "site");
  symlinkSync("nowhere", root);
  const { code, stderr } = await command("init", root);
  expect([code, stderr]).toEqual([2, expect.stringContaining("is not a folder")]);
});

test.each(["writeFileSync 6", "renameSync 1", "renameSync 4"])("a full disk leaves nothing: %s", async (change) => {
  const parent = temporaryFolder();
  const { code, stderr } = await docgenFailingAt(change, "init", join(parent, "deep/site"));
  expect([code, stderr]).toEqual([1, expect.stringContaining("no space left on the disk (ENOSPC)")]);
  expect(treeOf(parent)).toEqual({});
});
