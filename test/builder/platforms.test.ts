import { join, posix, win32 } from "node:path";
import { describe, expect, test } from "vitest";
import { findCollisions } from "../../src/content/collisions.ts";
import type { StaticFile } from "../../src/content/content-types.ts";
import { isInside } from "../../src/output/manifest.ts";
import { isIgnoredPath } from "../../src/serve/file-watcher.ts";
import { contains, slashedPath } from "../../src/shared/disk-path.ts";
import { collisionKey } from "../../src/shared/route.ts";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readTree, writeFiles } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

describe("a folder holds", () => {
  test.each<[string, string, string, boolean]>([
    ["posix", "/site", "/site", true],
    ["posix", "/site", "/site/build", true],
    ["posix", "/site", "/site/..build", true],
    ["posix", "/site", "/site-build", false],
    ["posix", "/site", "/", false],
    ["posix", "/site/build", "/site", false],
    ["posix", "/", "/site", true],
    ["win32", "C:\\site", "C:\\site\\build", true],
    ["win32", "C:\\site", "c:\\SITE\\Build", true],
    ["win32", "C:\\site", "C:/site/build", true],
    ["win32", "C:\\site", "C:\\site-build", false],
    ["win32", "C:\\out", "C:\\site", false],
    ["win32", "D:\\out", "C:\\site", false],
    ["win32", "C:\\", "C:\\site", true],
    ["win32", "\\\\server\\share", "C:\\site", false],
    ["win32", "\\\\server\\share", "\\\\server\\share\\site", true],
    ["win32", "\\\\server\\share", "\\\\server\\share-2\\site", false],
  ])("on %s: %s, %s: %s", (name, folder, inner, expected) => {
    expect(contains(folder, inner, name === "win32" ? win32 : posix)).toBe(expected);
  });
});

test("paths below a folder are named with forward slashes, and a backslash is a letter where it is one", () => {
  expect(slashedPath("C:\\site", "C:\\site\\content\\docs\\a.md", win32)).toBe("content/docs/a.md");
  expect(slashedPath("C:\\site", "c:\\Site\\content\\a.md", win32)).toBe("content/a.md");
  expect(slashedPath("/site", "/site/content/a\\b.md", posix)).toBe("content/a\\b.md");
});

test("what editors and tools leave behind is known by its name, on every system", () => {
  for (const name of [".git", "node_modules", ".docgen", "a.md~", ".#a.md", "a.swp", "4913", ".DS_Store"]) {
    expect([name, isIgnoredPath(`C:\\site\\content\\${name}`, win32)]).toEqual([name, true]);
    expect([name, isIgnoredPath(`C:/site/${name}`, win32), isIgnoredPath(`/site/${name}`, posix)]).toEqual([
      name,
      true,
      true,
    ]);
  }
  for (const path of ["C:\\node_modules\\site\\a.md", "C:\\site~\\a.md", "C:\\.git\\..a"]) {
    expect([path, isIgnoredPath(path, win32)]).toEqual([path, false]);
  }
});

test("names of outputs are refused where any system would read more than a name in them", () => {
  for (const file of ["../a", "a/../b", "a\\..\\b", "/a", "\\a", "a//b", "", ".", "..", "\\\\server\\share\\a"]) {
    expect([file, isInside(file)]).toEqual([file, false]);
  }
  for (const file of ["a", "a/b.html", "..a/b..", "a b/c.d"]) expect([file, isInside(file)]).toEqual([file, true]);
});

test("names that Windows keeps for itself, with any ending and in any case, are errors on every system", () => {
  const names = [
    "con",
    "PRN.txt",
    "aux.tar.gz",
    "nul",
    "Com1.md",
    "lpt9",
    "a:b",
    "a|b",
    "a<b",
    "a*",
    'a"b',
    "a.",
    "a ",
  ];
  const statics = names.map((file): StaticFile => ({ path: `content/static/${file}`, file }) as StaticFile);
  expect(findCollisions([], statics, undefined).map(({ path }) => path)).toEqual(statics.map(({ path }) => path));
  const fine = ["console", "nully.txt", "com10", "auxiliary/con-text", "lpt"];
  expect(
    findCollisions(
      [],
      fine.map((file): StaticFile => ({ path: file, file }) as StaticFile),
      undefined,
    ),
  ).toEqual([]);
});

test("names that differ only by case or Unicode form are one where a disk takes them for one", () => {
  expect(collisionKey("Caf\u00c9/A.md")).toBe(collisionKey("cafe\u0301/a.MD"));
  expect(collisionKey("a.md")).not.toBe(collisionKey("b.md"));
});

test("a site whose files end their lines as Windows does gives the same bytes", async () => {
  const files = {
    "site.config.ts": 'export default {\n  title: "T",\n  url: "https://example.com",\n};\n',
    "content/docs/index.md":
      '---\ntitle: Start\ndescription: >\n  Two\n  lines\n---\n\nText\nof lines.\n\n## Part {#own}\n\n- a\n- b\n\n| a | b |\n| - | - |\n| c | d |\n\n<Tabs>\n<TabItem value="a">\n\nx\n\n</TabItem>\n</Tabs>\n\n:::note\n\nNote\n\n:::\n\n<<< ../code.js\n',
    "content/docs/folder/_category_.json": '{\n  "label": "Folder"\n}\n',
    "content/docs/folder/a.md": '# A\n\n```js {2}\nconst a = 1;\nconst b = 2;\n```\n\n<Include file="../_part.md" />\n',
    "content/docs/_part.md": "Shared\ntext.\n",
    "content/code.js": "const c = 3;\nconsole.log(c);\n",
    "content/blog/authors.yml": "ann:\n  name: Ann\n  title: Writer\n",
    "content/blog/2026-01-02-post.md": "---\nauthors: ann\n---\n\n# Post\n\nLead.\n\n<!-- truncate -->\n\nRest.\n",
  };
  const root = await buildSite(files);
  const before = readTree(join(root, "build"));
  writeFiles(
    root,
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")])),
  );
  expect((await command("build", "--root", root)).code).toBe(0);
  expect(readTree(join(root, "build"))).toEqual(before);
  const other = makeSite(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll("\n", "\r")])),
  );
  expect((await command("build", "--root", other, "--no-cache")).stderr).not.toContain("docgen itself has failed");
});

test.runIf(IS_WEEKLY)("another time zone, language and time of files give the same bytes", async () => {
  const files = {
    "content/docs/index.md": "# Start\n\nI\u0130\u0131i.\n",
    "content/docs/a.md": "---\nlast_update: { date: 2026-03-29 }\ntags: [\u00e4, z, I]\n---\n\n# A\n",
    "content/docs/\u00f6.md": "# \u00d6\n",
    "content/blog/2026-01-01-post.md": "# Post\n",
  };
  const built: Map<string, string>[] = [];
  const before = { ...process.env };
  for (const [zone, language] of [
    ["Asia/Tokyo", "tr_TR.UTF-8"],
    ["America/Los_Angeles", "sv_SE.UTF-8"],
    ["UTC", "C"],
  ] as const) {
    Object.assign(process.env, { TZ: zone, LANG: language, LC_ALL: language });
    try {
      const root = await buildSite(files);
      built.push(readTree(join(root, "build")));
    } finally {
      for (const name of ["TZ", "LANG", "LC_ALL"]) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  }
  expect(built[1]).toEqual(built[0]);
  expect(built[2]).toEqual(built[0]);
});
