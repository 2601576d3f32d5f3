import { cpSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { PROJECT, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { docgenFailingAt, treeOf } from "../helpers/scaffold.ts";
import { startServer } from "../helpers/server.ts";

const { gitignore, "changes.yml": changes, "pages.yml": pages, ...TEMPLATE } = treeOf(join(PROJECT, "templates/site"));
const FOLDERS = { ".github": null, [join(".github", "workflows")]: null };
const SITE = {
  ...TEMPLATE,
  ...FOLDERS,
  ".gitignore": gitignore,
  [join(".github", "workflows", "changes.yml")]: changes,
  [join(".github", "workflows", "pages.yml")]: pages,
  "package.json": expect.any(String),
};

describe("a site that init makes in a folder which isn't there yet", () => {
  let root = "";
  let said = "";
  /** A copy for commands that write: other tests compare the site. */
  const copied = () => {
    const copy = temporaryFolder();
    cpSync(root, copy, { recursive: true });
    return copy;
  };
  beforeAll(async () => {
    root = join(temporaryFolder(), "deep/my site");
    const run = await command("init", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    said = run.stdout;
  });

  test("is the one in the package, to the byte, and installs this docgen with the types that an editor needs", async () => {
    expect(treeOf(root)).toEqual(SITE);
    const { name, scripts, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(name).toBe("my-site");
    expect(Object.keys(devDependencies)).toEqual(["@types/react", "typescript", "docgen"]);
    expect(realpathSync(join(root, devDependencies.docgen.replace("file:", "")))).toBe(realpathSync(PROJECT));
    const { stdout: help } = await command("--help");
    for (const [, called] of Object.values<string>(scripts)
      .join(" ")
      .matchAll(/docgen (\S+)/g)) {
      expect(help).toContain(`\n  ${called} `);
    }
  });

  test("comes with the next commands, as they are called from there", () => {
    const commands = said
      .split("Next:\n\n")[1]
      ?.match(/^ {2}.*?(?= {2,})/gm)
      ?.map((line) => line.trim());
    expect(commands?.[0]).toMatch(/^cd ".*deep\/my site"$/);
    const docgen = ["npx docgen serve", "npx docgen new docs/guide/next", "npx docgen build"];
    expect(commands?.slice(1)).toEqual(["npm install", ...docgen]);
  });

  test("holds no other site in its content", async () => {
    const inner = join(root, "content/docs");
    const { code, stderr } = await command("init", inner);
    expect([code, stderr]).toEqual([
      2,
      `error  ${inner}: is in the content folder of the site ${root}; choose a folder outside of it\n`,
    ]);
    expect(treeOf(root)).toEqual(SITE);
  });

  test("is not touched by a second init", async () => {
    const { code, stdout, stderr } = await command("init", root);
    const message = `${root}: already contains site.config.ts and content; choose another folder, such as docgen init my-site`;
    expect([code, stdout, stderr]).toEqual([2, "", `error  ${message}\n`]);
    expect(treeOf(root)).toEqual(SITE);
  });

  test("is served", async () => {
    const address = await startServer("serve", "--root", copied());
    expect(await (await fetch(`${address}/docs/guide/samples`)).text()).toContain("useState");
  });

  test("builds without a warning, with links and samples that hold", async () => {
    const site = copied();
    const build = await command("build", "--strict", "--root", site);
    expect([build.code, build.stderr]).toEqual([0, ""]);
    const markdown = readOutput(site, "docs/guide/markdown/index.html");
    for (const part of ['class="admonition tip"', 'class="tabs"', "<figcaption>mean.js", "<details", "measures.csv"]) {
      expect(markdown).toContain(part);
    }
    expect(readOutput(site, "docs/guide/index.html")).toContain("What pages can contain");
    const home = readOutput(site, "index.html");
    for (const part of ['<div class="hero">', "<figcaption>area.js", '<ul class="cards">', '<ol class="steps">'])
      expect(home).toContain(part);
    expect(home.match(/<h1/g)).toHaveLength(1);
    expect(readOutput(site, "blog/index.html")).toContain("Welcome");
    const links = await command("check-links", "--root", site);
    expect([links.code, links.stderr, links.stdout]).toEqual([0, "", expect.stringContaining("none broken")]);
    const samples = await command("check-samples", "--root", site);
    expect([samples.code, samples.stderr, samples.stdout]).toEqual([0, "", expect.stringContaining("0 problems")]);
  });
});

test("a project that has docgen installed keeps its own files, and is told npm's commands", async () => {
  const root = temporaryFolder();
  const own = {
    "package.json": "{}\n",
    "AGENTS.md": "own\n",
    ".gitignore": "node_modules\n",
    "node_modules/docgen/package.json": "{}\n",
  };
  writeFiles(root, own);
  const { code, stdout } = await command("init", root, "--verbose");
  expect(code).toBe(0);
  expect(stdout).toContain(".gitignore is unchanged; make sure that it lists build/ and .docgen/\n");
  expect(stdout).toContain("package.json is unchanged\n");
  expect(stdout).toContain("Next:\n\n  cd ");
  expect(stdout).not.toContain("npm install");
  expect(stdout).toMatch(/^ {2}npx docgen serve {2}/m);
  expect(treeOf(root)).toEqual({ ...SITE, ...own, node_modules: null, [join("node_modules", "docgen")]: null });
});

test("a project without docgen, around the site, is told what to install: docgen from where it gets it", async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    "package.json": '{ "devDependencies": { "docgen": "file:tools/docgen-1.0.0.tgz" } }\n',
    "a/package.json": "{}\n",
  });
  const own = await command("init", join(root, "a"));
  const install =
    /^ {2}npm install --save-dev @types\/react@\^\S+ typescript@\^\S+ docgen@file:..\/tools\/docgen-1.0.0.tgz {2}/m;
  expect([own.code, own.stdout]).toEqual([0, expect.stringMatching(install)]);
  const inside = await command("init", join(root, "b/c"));
  expect([inside.code, inside.stdout]).toEqual([0, expect.stringMatching(/^ {2}npm install {2}/m)]);
  const { devDependencies } = JSON.parse(readFileSync(join(root, "b/c/package.json"), "utf8"));
  expect(devDependencies.docgen).toBe("file:../../tools/docgen-1.0.0.tgz");
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

test.each(["writeFileSync 6", "renameSync 1", "renameSync 6"])("a full disk leaves nothing: %s", async (change) => {
  const parent = temporaryFolder();
  const { code, stderr } = await docgenFailingAt(change, "init", join(parent, "deep/site"));
  expect([code, stderr]).toEqual([1, expect.stringContaining("no space left on the disk (ENOSPC)")]);
  expect(treeOf(parent)).toEqual({});
});
