import "../helpers/warm-threads.mjs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { planPage } from "../../src/scaffold/new-page.ts";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, NODE, PROJECT, temporaryFolder } from "../helpers/docgen.ts";
import { docgenFailingAt, treeOf } from "../helpers/scaffold.ts";

const SITE: Files = {
  "site.config.ts":
    'export default { title: "Fixture", url: "https://example.com", docs: [{}, { id: "api", folder: "api", routeBasePath: "api", sidebarId: "api" }] };\n',
  "content/docs/index.md": "---\nsidebar_position: 1\n---\n\n# Start\n",
  "content/docs/guide/_category_.json": '{ "position": 4 }',
  "content/docs/guide/a.md": "# A\n",
  "content/docs/b.mdx": "# B\n",
  "content/pages/index.md": "# Home\n",
  "content/versioned_docs/version-1.0/index.md": "# Old\n",
  "content/versions.json": '["1.0"]',
};
const DAY = "2026-01-31";

describe("where a page comes to stand, and what it says by itself", () => {
  let root = "";
  beforeAll(() => {
    root = makeSite(SITE);
  });

  test.each([
    ["docs/first-steps", "docs/first-steps.md", "First steps", 5],
    ["content/docs/guide/02-first_steps.md", "docs/guide/02-first_steps.md", "First steps", undefined],
    ["./content/docs/x.mdx", "docs/x.mdx", "X", 5],
    ["docs\\new\\index", "docs/new/index.md", "New", undefined],
    ["docs/überblick", "docs/überblick.md", "Überblick", 5],
    ["docs/v1.2", "docs/v1.2.md", "V1.2", 5],
    ["api/index", "api/index.md", "Fixture", undefined],
    ["versioned_docs/version-1.0/c", "versioned_docs/version-1.0/c.md", "C", undefined],
    ["pages/about", "pages/about.md", "About", undefined],
    ["blog/hello-world", "blog/2026-01-31-hello-world.md", "Hello world", undefined],
    ["blog/trip/index", "blog/2026-01-31-trip/index.md", "Trip", undefined],
    ["blog/notes/trip", "blog/notes/2026-01-31-trip.md", "Trip", undefined],
    ["blog/2025-12-24-eve", "blog/2025-12-24-eve.md", "Eve", undefined],
    ["blog/2025/12/24/eve", "blog/2025/12/24/eve.md", "Eve", undefined],
  ])("%s", async (given, path, title, position) => {
    const plan = await planPage(root, given, DAY);
    expect([plan.path, plan.texts]).toEqual([`content/${path}`, { title, position }]);
    expect((await planPage(root, join(root, plan.path), DAY)).path).toBe(plan.path);
  });

  test.each([
    ["../x", "leads out of its folder; use a path inside content/, such as docs/first-steps"],
    ["docs/../../x", "leads out of its folder; use a path inside content/, such as docs/first-steps"],
    ["/etc/x", "leads out of its folder; use a path inside content/, such as docs/first-steps"],
    ["docs", "is a folder; name a page in it, such as docs/first-steps"],
    ["docs/", "has an empty name; end the path with the name of the page, such as docs/first-steps"],
    ["dcos/x", 'docgen builds no page from this path; did you mean "docs"?'],
    ["static/x", "docgen builds no page from this path; start the path with one of docs/, api/, blog/, pages/"],
    ["docs/_part", '"_part" cannot be part of a page\'s path; use letters, digits, "-", "_" and ".", and start'],
    ["docs/Getting started", "and start with a letter or a digit, as in docs/Getting-started"],
    ["docs/con/a", '"con" is not a valid file name on every system; choose another'],
    ["docs/a\u001b", "cannot be part of a page's path"],
    ["docs/node.js", '".js" is not the extension of a Markdown page; end the path with .md'],
    [`docs/${"x".repeat(240)}`, "is longer than 240 bytes; use shorter names"],
    ["blog/2026-02-30-x", "the date does not exist: 2026-02-30"],
    ["i18n/fr/docs/x", "a translation starts as a copy; copy the original there and translate it"],
    [
      "versioned_docs/version-3/x",
      "content/versioned_docs/version-3 contains no version; docgen version NAME creates one",
    ],
    ["docs/index", "content/docs/index.md: already exists; choose another name, or remove it"],
    ["docs/b", "content/docs/b.mdx: already exists"],
    ["docs/02-B", "content/docs/02-B.md: content/docs/b.mdx has the same URL; choose another name"],
    ["docs/b/index", "content/docs/b/index.md: content/docs/b.mdx has the same URL"],
    ["docs/README", "content/docs/README.md: content/docs/index.md has the same URL; choose another name"],
    ["docs/index.md/x", "content/docs/index.md: is not a folder; choose another path than content/docs/index.md/x.md"],
  ])("none at %s", async (given, message) => {
    await expect(planPage(root, given, DAY)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    });
  });

  test("none below a file or a link", async () => {
    const linked = makeSite({ ...SITE, "content/docs/file": "" });
    symlinkSync(temporaryFolder(), join(linked, "content/docs/link"));
    await expect(planPage(linked, "docs/file/x", DAY)).rejects.toThrow("content/docs/file: is not a folder; choose");
    await expect(planPage(linked, "docs/link/x", DAY)).rejects.toThrow(
      "content/docs/link: is a symbolic link, which docgen",
    );
  });
});

test("old addresses that the site has are refused, and nothing is created", async () => {
  const root = makeSite({
    ...SITE,
    "site.config.ts":
      'export default { title: "T", url: "https://example.com", redirects: [{ from: "/r", to: "/" }] };',
    "content/docs/c.md": "---\naliases: [/former]\n---\n",
    "content/static/file.txt": "x",
  });
  const refused = async (...from: readonly string[]) => {
    const args = from.flatMap((address) => ["--from", address]);
    const { code, stderr } = await command("new", "docs/late", ...args, "--root", root);
    expect([code, existsSync(join(root, "content/docs/late.md"))]).toEqual([2, false]);
    return stderr.trim();
  };
  expect(await refused("/docs/next/C/")).toBe("error  --from: /docs/next/C/ is the page /docs/next/c");
  expect(await refused("/Former")).toBe("error  --from: /Former already redirects to /docs/next/c");
  expect(await refused("/r/")).toBe("error  --from: /r/ already redirects to /");
  expect(await refused("/file.txt")).toBe("error  --from: /file.txt is the file /file.txt");
  expect(await refused("/x", "/X/")).toBe("error  --from: /X/ is named twice");
  expect(await refused("x")).toBe('error  --from: "x" is not a path below the site\'s root; write /x');
});

test("a page says what the options say, as YAML that holds", async () => {
  const root = makeSite(SITE);
  const options = [
    "--title",
    'First: "steps"',
    "--position",
    "2.5",
    "--description",
    "What to do  first.\n# not",
    "--from",
    "/old",
    "--from",
    "/a b/",
  ];
  const { code, stdout, stderr } = await command("new", "docs/guide/first", ...options, "--root", root);
  expect([code, stdout, stderr]).toEqual([0, "Created content/docs/guide/first.md\n", ""]);
  expect(readFileSync(join(root, "content/docs/guide/first.md"), "utf8")).toBe(
    '---\ntitle: "First: \\"steps\\""\nsidebar_position: 2.5\ndescription: "What to do first. # not"\naliases: ["/old", "/a b/"]\n---\n\nWrite here.\n',
  );
  expect(existsSync(join(root, ".docgen"))).toBe(false);
  for (const page of ["blog/hello", "api/x"]) await command("new", page, "--root", root);
  const build = await command("build", "--root", root, "--json");
  expect(JSON.parse(build.stdout)).toMatchObject({ warnings: 0, errors: [] });
  const { stdout: found } = await command("search", "hello", "--root", root);
  expect(found).toMatch(/^Hello {2}\/blog\/\d{4}\/\d\d\/\d\d\/hello$/m);
});

test.each([
  [["docs/a", "--position", "last"], '--position: "last" is not a number such as 3'],
  [["docs/a", "--title", " "], "--title: a page needs a title"],
  [
    ["pages/a", "--position", "1"],
    "--position: only docs have a position in a sidebar, not content/pages/a.md; remove the option",
  ],
])("%j is refused, and nothing is made", async (args, message) => {
  const root = makeSite(SITE);
  const before = treeOf(root);
  const { code, stdout, stderr } = await command("new", ...args, "--root", root);
  expect([code, stdout, stderr]).toEqual([2, "", `error  ${message}\n`]);
  expect(treeOf(root)).toEqual(before);
});

test("a full disk leaves neither the page nor its folder", async () => {
  const root = makeSite(SITE);
  const before = treeOf(root);
  const { code, stderr } = await docgenFailingAt("renameSync 1", "new", "docs/deep/down/page", "--root", root);
  expect([code, stderr]).toEqual([1, expect.stringContaining("no space left on the disk (ENOSPC)")]);
  expect(treeOf(root)).toEqual(before);
});

/** Runs docgen in a terminal and types an answer when each question is there. */
async function inTerminal(answers: readonly (readonly [question: string, typed: string])[], ...args: string[]) {
  const command = [...NODE, join(PROJECT, "bin/docgen"), ...args].map((part) => `'${part}'`).join(" ");
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: { ...process.env, TERM: "dumb" } });
  const open = [...answers];
  let output = "";
  let seen = 0;
  child.stdout.on("data", (chunk) => {
    output += chunk;
    const [question, typed] = open[0] ?? [];
    if (question === undefined || typed === undefined || !output.slice(seen).includes(question)) return;
    seen = output.length;
    open.shift();
    child.stdin.write(typed);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

// Elsewhere than on Linux `script` takes other options.
describe.runIf(process.platform === "linux" && existsSync("/usr/bin/script"))("in a terminal", () => {
  test("what no option says is asked for, and asked again where it is wrong", async () => {
    const root = makeSite(SITE);
    const answers = [
      ["Title (C): ", "See\n"],
      ["Position in the sidebar, a number (5): ", "soon\n"],
      ["(5): ", "\n"],
    ] as const;
    const { code, output } = await inTerminal(answers, "new", "docs/c", "--description", "All of C.", "--root", root);
    expect([code, output]).toEqual([0, expect.stringContaining('"soon" is not a number such as 3')]);
    expect(readFileSync(join(root, "content/docs/c.md"), "utf8")).toContain(
      "---\ntitle: See\nsidebar_position: 5\ndescription: All of C.\n---\n",
    );
  });

  test("an end of the input makes nothing", async () => {
    const root = makeSite(SITE);
    const { code, output } = await inTerminal([["Title (C): ", "\u0004"]], "new", "docs/c", "--root", root);
    expect([code, output]).toEqual([
      2,
      expect.stringContaining("not created, because the input ended before all questions were answered"),
    ]);
    expect(existsSync(join(root, "content/docs/c.md"))).toBe(false);
  });
});
