import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, OTHER_DISK, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { docgenFailingAt, treeOf } from "../helpers/scaffold.ts";

const config = (fields: string): Files => ({
  "site.config.ts": `export default { title: "Fixture", url: "https://example.com", ${fields} };\n`,
});
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
const DOCS: Files = {
  "content/docs/index.md": "# Start\n\n[a](guide/a.md) ![p](p.svg)\n",
  "content/docs/guide/a.md": "# A\n\nBefore.\n",
  "content/docs/guide/_category_.json": '{ "label": "The guide" }\n',
  "content/docs/p.svg": PICTURE,
};
/** Two sets of docs, translations of one, and what is not to be read. */
const SITE: Files = {
  ...config(
    `i18n: { locales: ["en", "fr"] }, docs: [{}, { id: "api", folder: "api", routeBasePath: "api", sidebarId: "api" }]`,
  ),
  ...DOCS,
  "content/api/index.md": "# Calls\n",
  "content/i18n/fr/docs/guide/a.md": "# Un\n\nAvant.\n",
  "content/docs/.a.md.swp": "x",
  "content/docs/guide/a.md~": "x",
  "content/_shared.md": "Shared.\n",
};
/** Files in a folder below `content/`, by their paths in it. */
const versionFiles = (root: string, folder: string) => {
  const files = Object.entries(treeOf(join(root, "content"))).filter(([, text]) => text !== null);
  return Object.fromEntries(
    files.flatMap(([path, text]) => (path.startsWith(folder) ? [[path.slice(folder.length + 1), text]] : [])),
  );
};

describe("cutting two versions, one after the other", () => {
  let root = "";
  let before: ReturnType<typeof treeOf>;
  let said = "";
  beforeAll(async () => {
    root = makeSite(SITE);
    symlinkSync("../_shared.md", join(root, "content/docs/shared.md"));
    symlinkSync(temporaryFolder(), join(root, "content/docs/linked"));
    before = treeOf(join(root, "content/docs"));
    const run = await command("version", "1.0", "--root", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    said = run.stdout;
    writeFiles(root, { "content/docs/guide/a.md": "# A\n\nAfter.\n" });
    expect(await command("version", "2.0-rc.1", "--root", root)).toMatchObject({ code: 0, stderr: "" });
  });

  test("a version holds what there was to read, and a file in the place of a link to it", () => {
    expect(versionFiles(root, "versioned_docs/version-1.0")).toEqual({
      "index.md": DOCS["content/docs/index.md"],
      "guide/a.md": DOCS["content/docs/guide/a.md"],
      "guide/_category_.json": DOCS["content/docs/guide/_category_.json"],
      "p.svg": PICTURE,
      "shared.md": "Shared.\n",
    });
    expect(versionFiles(root, "i18n/fr/versioned_docs/version-1.0")).toEqual({ "guide/a.md": "# Un\n\nAvant.\n" });
    expect(treeOf(join(root, "content/docs"))).toEqual({ ...before, [join("guide", "a.md")]: "# A\n\nAfter.\n" });
  });

  test("the newest is named first", () => {
    expect(treeOf(join(root, "content"))["versions.json"]).toBe('[\n  "2.0-rc.1",\n  "1.0"\n]\n');
  });

  test("a list with a byte order mark and Windows lines keeps them", async () => {
    const list = (...names: readonly string[]) => `\uFEFF${JSON.stringify(names, null, 2).replaceAll("\n", "\r\n")}`;
    const site = makeSite({
      ...DOCS,
      "content/versioned_docs/version-0.9/index.md": "# S\n",
      "content/versions.json": list("0.9"),
    });
    expect((await command("version", "1.0", "--root", site)).code).toBe(0);
    expect(treeOf(join(site, "content"))["versions.json"]).toBe(list("1.0", "0.9"));
  });

  test("what was made is told", () => {
    expect(said).toBe(
      "Cut version 1.0: 6 files, listed first in content/versions.json\n  content/versioned_docs/version-1.0/\n  content/i18n/fr/versioned_docs/version-1.0/\nWrite the next version in content/docs/.\n",
    );
  });

  test("another set of docs has versions of its own", async () => {
    const run = await command("version", "1", "--docs", "api", "--root", root);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(treeOf(join(root, "content"))["api_versions.json"]).toBe('[\n  "1"\n]\n');
    expect(versionFiles(root, "api_versioned_docs/version-1")).toEqual({ "index.md": "# Calls\n" });
  });

  test("all of them are built", async () => {
    await command("build", "--root", root);
    expect(readOutput(root, "docs/guide/a/index.html")).toContain("After.");
    expect(readOutput(root, "docs/1.0/guide/a/index.html")).toContain("Before.");
    expect(readOutput(root, "fr/docs/1.0/guide/a/index.html")).toContain("Avant.");
    expect(readOutput(root, "api/index.html")).toContain("Calls");
  });
});

test.each<readonly [string, Files, readonly string[], number, string]>([
  [
    "a name with a separator",
    {},
    ["a/b"],
    2,
    '"a/b" is not a valid version name; use letters, digits, ".", "-" and "_", such as 2.0',
  ],
  ["a name that Windows keeps for a device", {}, ["CON.1"], 2, '"CON.1" is not a valid file name on every system'],
  ["a name that leads out", {}, [".."], 2, '".." is not a valid version name'],
  ["the path of the docs themselves", {}, ["next"], 2, '"next" is the path of the current docs'],
  ["the name of the docs themselves", {}, ["current"], 2, '"current" is not a valid version name'],
  [
    "a name that another differs from in case alone",
    { "content/versions.json": '["RC"]', "content/versioned_docs/version-RC/a.md": "# A\n" },
    ["rc"],
    2,
    'content/versions.json: already has version "RC"; choose another name',
  ],
  [
    "a folder in the way",
    { "content/versioned_docs/version-1/a.md": "# A\n" },
    ["1"],
    2,
    "content/versioned_docs/version-1: already exists; choose another name, or remove it",
  ],
  [
    "a folder in the way of the translations",
    {
      ...config('i18n: { locales: ["en", "fr"] }'),
      "content/i18n/fr/docs/a.md": "# A\n",
      "content/i18n/fr/versioned_docs": "",
    },
    ["1"],
    2,
    "content/i18n/fr/versioned_docs: is not a folder",
  ],
  [
    "a list that is none",
    { "content/versions.json": "{}" },
    ["1"],
    1,
    'content/versions.json:1: is not a list of version names; write a list such as ["2.0", "1.0"]',
  ],
  [
    "a list in another encoding",
    { "content/versions.json": new Uint8Array([0x5b, 0xff, 0x5d]) },
    ["1"],
    1,
    "content/versions.json:1: not UTF-8: invalid byte 0xff at offset 1; save the file as UTF-8",
  ],
  [
    "docs that there aren't",
    {},
    ["1", "--docs", "defualt"],
    2,
    '--docs: no docs with the id "defualt"; did you mean "default"?; choose one of default',
  ],
  [
    "several sets of docs and no choice",
    config('docs: [{ id: "a", folder: "docs" }, { id: "b", folder: "b", routeBasePath: "b", sidebarId: "b" }]'),
    ["1"],
    2,
    "--docs: there are several sets of docs; choose one of a, b",
  ],
  [
    "docs without a page",
    config('docs: [{ folder: "other" }]'),
    ["1"],
    1,
    "content/other: contains no pages, so there is nothing to copy; docgen new other/index creates one",
  ],
])("%s is refused, and nothing is changed", async (_, files, args, exitCode, message) => {
  const root = makeSite({ "content/docs/index.md": "# Start\n", ...files });
  const before = treeOf(root);
  const { code, stdout, stderr } = await command("version", ...args, "--root", root);
  expect([code, stdout, stderr]).toEqual([exitCode, "", expect.stringContaining(`error  ${message}`)]);
  expect(treeOf(root)).toEqual(before);
});

test.each(["writeFileSync 4", "renameSync 1", "renameSync 3"])("a full disk leaves nothing: %s", async (change) => {
  const root = makeSite(SITE);
  const before = treeOf(root);
  const { code, stderr } = await docgenFailingAt(change, "version", "1.0", "--root", root);
  expect([code, stderr]).toEqual([1, expect.stringContaining("no space left on the disk (ENOSPC)")]);
  expect(treeOf(root)).toEqual(before);
});

test.runIf(OTHER_DISK !== undefined)("the work folder may be on another disk", async () => {
  const root = makeSite(DOCS);
  const work = mkdtempSync(join(OTHER_DISK ?? "", "docgen-test-"));
  onTestFinished(() => rmSync(work, { recursive: true }));
  symlinkSync(work, join(root, ".docgen"));
  expect(await command("version", "1.0", "--root", root)).toMatchObject({ code: 0, stderr: "" });
  expect(versionFiles(root, "versioned_docs/version-1.0")).toEqual(versionFiles(root, "docs"));
  expect([readdirSync(work), readdirSync(join(root, "content/versioned_docs"))]).toEqual([[], ["version-1.0"]]);
});
