import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, PROJECT, readOutput } from "../helpers/docgen.ts";
import { buildFaults, type Faults } from "../helpers/faults.ts";
import { get, serve, watchSite } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const text = (size: number) =>
  `# Large\n\n${"Some words of a line of text, as long as lines are.\n".repeat(size / 52)}`;

/** Two or more files of one place: `a.md` is named first by the order of names. */
const COLLISIONS: Readonly<Record<string, readonly [Files, string, string]>> = {
  "names that differ in case": [
    { "content/docs/case/twice.md": "# One\n", "content/docs/case/Twice.md": "# Two\n" },
    "content/docs/case/twice.md",
    "1:1  error  route /docs/case/twice is also used by content/docs/case/Twice.md (route /docs/case/Twice)",
  ],
  "names that differ in their Unicode form": [
    { "content/docs/caf\u00e9.md": "# A\n", "content/docs/cafe\u0301.md": "# B\n" },
    "content/docs/caf\u00e9.md",
    "1:1  error  route /docs/caf\u00e9 is also used by content/docs/cafe\u0301.md",
  ],
  "a page and a folder's index": [
    { "content/docs/foo.md": "# C\n", "content/docs/foo/index.md": "# D\n" },
    "content/docs/foo/index.md",
    "1:1  error  route /docs/foo/ is also used by content/docs/foo.md (route /docs/foo)",
  ],
  "README and index": [
    { "content/docs/two/README.md": "# E\n", "content/docs/two/index.md": "# F\n" },
    "content/docs/two/index.md",
    "1:1  error  route /docs/two/ is also used by content/docs/two/README.md",
  ],
  "a static file": [
    { "content/docs/page.md": "# G\n", "content/static/docs/page/index.html": "mine" },
    "content/static/docs/page/index.html",
    "1:1  error  file docs/page/index.html is also used by content/docs/page.md (route /docs/page)",
  ],
  "a search index": [
    { "content/static/search-index-default.json": "{}" },
    "content/static/search-index-default.json",
    "1:1  error  docgen generates search-index-default.json (rename the file)",
  ],
  "the page for what is not there": [
    { "content/static/404.html": "mine" },
    "content/static/404.html",
    "1:1  error  docgen generates 404.html (rename the file)",
  ],
  "a name that Windows keeps": [
    { "content/docs/con.md": "# H\n" },
    "content/docs/con.md",
    '1:1  error  "con" is not a valid file name on every system (rename the file, or set a slug)',
  ],
  "such a name with an ending": [
    { "content/static/nul.txt": "" },
    "content/static/nul.txt",
    '1:1  error  "nul.txt" is not a valid file name on every system (rename the file)',
  ],
  "a question mark": [
    { "content/docs/a?b.md": "# I\n" },
    "content/docs/a?b.md",
    '1:1  error  "a?b" is not a valid file name on every system (rename the file, or set a slug)',
  ],
  "a backslash": [
    { "content/docs/a\\b.md": "# J\n" },
    "content/docs/a\\b.md",
    '1:1  error  "a\\\\b" is not a valid file name on every system (rename the file, or set a slug)',
  ],
  "a line break": [
    { "content/docs/slug.md": '---\nslug: "a\\nb"\n---\n' },
    "content/docs/slug.md",
    '2:1  error  "a\\nb" is not a valid file name on every system (rename the file, or set a slug)',
  ],
  "a dot at its end": [
    { "content/static/end./a.txt": "" },
    "content/static/end./a.txt",
    '1:1  error  "end." is not a valid file name on every system (rename the file)',
  ],
  "static files that differ in case": [
    { "content/static/Logo.svg": "<svg/>", "content/static/logo.svg": "<svg/>" },
    "content/static/logo.svg",
    "1:1  error  file logo.svg is also used by content/static/Logo.svg (file Logo.svg) (rename one of the two)",
  ],
};

const UTF8 = "save the file as UTF-8";
/** Bytes that are no text of a page. */
const BYTES: Readonly<Record<string, readonly [Uint8Array | string, string]>> = {
  "invalid UTF-8": [
    Buffer.from([0x23, 0x20, 0x41, 0x0a, 0xff, 0xfe]),
    `2:1  error  not UTF-8: invalid byte 0xff at offset 4 (${UTF8})`,
  ],
  "a sequence that is cut off": [
    Buffer.from([0x41, 0x0a, 0x0a, 0xe2, 0x82]),
    `3:1  error  not UTF-8: invalid byte 0xe2 at offset 3 (${UTF8})`,
  ],
  "UTF-16 with its mark": [
    Buffer.from("\uFEFF# A\n", "utf16le"),
    `1:1  error  not UTF-8: invalid byte 0xff at offset 0 (${UTF8})`,
  ],
  "UTF-16 without it": [
    Buffer.from("# A\n", "utf16le"),
    "1:1  error  contains a zero byte at offset 1 (remove it, or save the file as UTF-8 if it is UTF-16)",
  ],
  "a page of 30 MB": [text(30_000_000), "1:1  error  page is 30.0 MB; the limit is 10 MB (split it)"],
};

let faults: Faults;
beforeAll(async () => {
  const files: Record<string, string | Uint8Array> = {};
  for (const [more] of Object.values(COLLISIONS)) Object.assign(files, more);
  Object.values(BYTES).forEach(([data], index) => {
    files[`content/docs/bytes${index}.md`] = data;
  });
  faults = await buildFaults(files);
});

describe("what no site can hold is an error that names the file", () => {
  test.each(Object.keys(COLLISIONS))("%s", (name) => {
    const [, path, message] = COLLISIONS[name] ?? [{}, "", ""];
    expect(
      faults.of(path).map((line) => line.replace(/ \((?:rename one of the two, or|the names look alike).*/, "")),
    ).toContain(message);
  });

  test.each(Object.keys(BYTES))("%s", (name) => {
    const index = Object.keys(BYTES).indexOf(name);
    expect(faults.of(`content/docs/bytes${index}.md`)).toEqual([BYTES[name]?.[1]]);
  });

  test("a name of 300 characters, by a slug", async () => {
    const long = await buildFaults({ "content/docs/a.md": `---\nslug: ${"n".repeat(300)}\n---\nText.\n` });
    expect(long.of("content/docs/a.md")).toEqual([
      `2:1  error  "${"n".repeat(20)}…" is longer than 240 bytes (give it a shorter name or slug)`,
    ]);
    expect(long.code).toBe(1);
  });

  test("a page's route that is a redirect's, or that docgen needs", async () => {
    const config = (redirects: string) => ({
      "site.config.ts": `export default { title: "T", url: "https://example.com", redirects: [${redirects}] };`,
    });
    const page = { "content/docs/a.md": "# A\n", "content/pages/index.md": "# Home\n" };
    const redirect = await buildFaults({ ...page, ...config('{ from: "/docs/a", to: "/" }') });
    expect(redirect.stderr).toContain("site.config.ts:1:72  error  redirects[0].from: /docs/a is the page /docs/a");
    expect(redirect.code).toBe(2);
    const own = await buildFaults({ ...page, "content/pages/404.md": "# Mine\n", "content/pages/assets.md": "# B\n" });
    expect(own.of("content/pages/404.md").join()).toContain("error  docgen generates 404.html");
    expect(own.of("content/pages/assets.md").join()).toContain("error  docgen generates assets/index.html");
    expect(own.code).toBe(1);
  });
});

test.runIf(IS_WEEKLY)("a page of 5 MB is built, with a warning", async () => {
  const large = await buildFaults({ "content/docs/large.md": text(5_000_000) });
  expect(large.of("content/docs/large.md")).toEqual([
    "1:1  warning  page is 5.0 MB (split it: large pages load slowly)",
  ]);
  expect(large.code).toBe(0);
});

test("names that need encoding are encoded in every link, and lead to their page", async () => {
  const names = ["a#b", "x%2Fy", "per cent %", "\u4e2d\u6587", "sm\u00f8r", "a&b", "it's"];
  const pages = Object.fromEntries(names.map((name) => [`content/docs/${name}.md`, `# Page ${name}\n`]));
  const root = makeSite({ ...pages, "content/docs/index.md": "# Start\n", "content/static/index.html": "Home\n" });
  const run = await command("build", "--root", root);
  expect([run.code, run.stderr]).toEqual([0, ""]);
  const start = readOutput(root, "docs/index.html");
  for (const name of names) {
    const url = `/docs/${encodeURIComponent(name)}`.replaceAll("%26", "&amp;").replaceAll("'", "&#39;");
    expect(start.replaceAll("&#x27;", "&#39;")).toContain(`href="${url}"`);
    expect(readOutput(root, `docs/${name}/index.html`)).toContain("<h1>Page ");
  }
});

test("names that need encoding are encoded in the edit link", async () => {
  const root = await buildSite({
    "site.config.ts": `export default { title: "F", url: "https://example.com", docs: [{ editUrl: "https://git.example/edit/main/" }] };\n`,
    "content/docs/c#.md": "# C\n",
    "content/docs/100%25 up.md": "# Up\n",
  });
  const links = ["docs/c#/index.html", "docs/100%25 up/index.html"].map(
    (file) => /<a href="([^"]*)">Edit this page/.exec(readOutput(root, file))?.[1],
  );
  expect(links).toEqual([
    "https://git.example/edit/main/content/docs/c%23.md",
    "https://git.example/edit/main/content/docs/100%2525%20up.md",
  ]);
});

test("links: a loop and one to a folder are left out with a warning, one out of the root is an error", async () => {
  const pages = { "content/docs/index.md": "# Start\n", "content/docs/guide/one.md": "# One\n" };
  const root = makeSite({ ...pages, "content/static/index.html": "Home\n" });
  mkdirSync(join(root, "content/docs/links"));
  symlinkSync("../links", join(root, "content/docs/links/self"));
  symlinkSync("loop.md", join(root, "content/docs/links/loop.md"));
  symlinkSync("../guide", join(root, "content/docs/links/sibling"));
  const warned = await command("build", "--root", root);
  expect(warned.stderr.trimEnd().split("\n")).toEqual([
    "content/docs/links/loop.md:1:1  warning  broken or circular symbolic link; ignored",
    "content/docs/links/self:1:1  warning  symbolic link to a folder; ignored",
    "content/docs/links/sibling:1:1  warning  symbolic link to a folder; ignored",
  ]);
  expect(warned.code).toBe(0);
  symlinkSync("/etc/hostname", join(root, "content/docs/links/host.md"));
  symlinkSync("/etc", join(root, "content/docs/links/etc"));
  const refused = await command("build", "--root", root);
  expect(refused.stderr).toContain(
    "content/docs/links/host.md:1:1  error  symbolic link points outside the site's root folder",
  );
  expect(refused.code).toBe(1);
});

describe("the folder of the content", () => {
  test("may be a link inside the root, but none out of it, into nowhere or in a circle", async () => {
    const root = makeSite({ "real/docs/index.md": "# Start\n", "real/pages/index.md": "# Home\n" });
    const outside = makeSite({ "docs/index.md": "# Outside\n" });
    const content = join(root, "content");
    const said = async (target: string) => {
      symlinkSync(target, content);
      const { code, stderr } = await command("build", "--root", root);
      rmSync(content);
      return [code, stderr.split("\n")[0]];
    };
    expect(await said("real")).toEqual([0, ""]);
    const out = "content:1:1  error  symbolic link points outside the site's root folder";
    expect(await said(outside)).toEqual([1, out]);
    expect(await said("content")).toEqual([1, "content:1:1  error  broken or circular symbolic link"]);
    expect(await said("site.config.ts")).toEqual([1, "content:1:1  error  not a folder"]);
    symlinkSync(outside, content);
    const server = await serve(root);
    await server.said(/symbolic link points outside/);
    expect((await get(`${server.address}/docs/`)).status).toBe(404);
  });

  test("and its template may not be a link out of the root", async () => {
    const root = makeSite({ "content/docs/index.md": "# Start\n" });
    symlinkSync(join(PROJECT, "templates"), join(root, "templates"));
    const { code, stderr } = await command("build", "--root", root);
    expect([code, stderr]).toEqual([
      1,
      "error  templates/page.html: symbolic link points outside the site's root folder\n",
    ]);
  });
});

// Other systems have no such names.
test.skipIf(process.platform !== "linux")("a name that is not UTF-8 is an error that shows its bytes", async () => {
  const site = await watchSite({
    "content/docs/index.md": "# Start\n",
    "content/static/a.txt": "",
    "content/docs/ok\uFFFD.md": "# Ok\n",
  });
  const latin = (path: string) => Buffer.from(`${site.root}/content/${path}`, "latin1");
  writeFileSync(latin("docs/caf\xe9.md"), "# A\n");
  await site.told(({ notes = [] }) => notes.some(({ path }) => path === "content/docs/caf\\xe9.md"));
  writeFileSync(latin("docs/caf\xe8.md"), "# B\n");
  writeFileSync(latin("static/\xff.png"), "");
  mkdirSync(latin("docs/d\xe9"));
  writeFileSync(latin("docs/d\xe9/a.md"), "# C\n");
  symlinkSync("index.md", latin("docs/l\xe9.md"));
  const { code, stderr } = await command("build", "--root", site.root);
  const line = (path: string, name: string) => [
    `content/${path}:1:1  error  file name is not UTF-8`,
    `    hint: rename it; read as Latin-1, its name is "${name}"`,
  ];
  expect([code, ...stderr.split("\n").slice(0, 10)]).toEqual([
    1,
    ...line("docs/caf\\xe8.md", "caf\xe8.md"),
    ...line("docs/caf\\xe9.md", "caf\xe9.md"),
    ...line("docs/d\\xe9", "d\xe9"),
    ...line("docs/l\\xe9.md", "l\xe9.md"),
    ...line("static/\\xff.png", "\xff.png"),
  ]);
  for (const path of ["docs/caf\xe8.md", "static/\xff.png", "docs/d\xe9", "docs/l\xe9.md"]) {
    rmSync(latin(path), { recursive: true });
  }
  renameSync(latin("docs/caf\xe9.md"), join(site.root, "content/docs/caf\xe9.md"));
  await site.told(({ notes }) => notes?.length === 0);
  expect((await get(`${site.address}/docs/caf%C3%A9`)).status).toBe(200);
  expect((await command("build", "--root", site.root)).code).toBe(0);
});
