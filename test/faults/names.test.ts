import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { docgen, type Files, makeSite, readOutput } from "../helpers/docgen.ts";
import { buildFaults, type Faults } from "../helpers/faults.ts";

const text = (size: number) =>
  `# Large\n\n${"Some words of a line of text, as long as lines are.\n".repeat(size / 52)}`;

/** Two or more files of one place: `a.md` is named first by the order of names. */
const COLLISIONS: Readonly<Record<string, readonly [Files, string, string]>> = {
  "24: case": [
    { "content/docs/case/twice.md": "# One\n", "content/docs/case/Twice.md": "# Two\n" },
    "content/docs/case/twice.md",
    "1:1  error  route /docs/case/twice is also made by content/docs/case/Twice.md (route /docs/case/Twice)",
  ],
  "24: Unicode form": [
    { "content/docs/caf\u00e9.md": "# A\n", "content/docs/cafe\u0301.md": "# B\n" },
    "content/docs/caf\u00e9.md",
    "1:1  error  route /docs/caf\u00e9 is also made by content/docs/cafe\u0301.md (route /docs/cafe\u0301)",
  ],
  "24: a page and a folder's index": [
    { "content/docs/foo.md": "# C\n", "content/docs/foo/index.md": "# D\n" },
    "content/docs/foo/index.md",
    "1:1  error  route /docs/foo/ is also made by content/docs/foo.md (route /docs/foo)",
  ],
  "24: README and index": [
    { "content/docs/two/README.md": "# E\n", "content/docs/two/index.md": "# F\n" },
    "content/docs/two/index.md",
    "1:1  error  route /docs/two/ is also made by content/docs/two/README.md",
  ],
  "25: a static file": [
    { "content/docs/page.md": "# G\n", "content/static/docs/page/index.html": "mine" },
    "content/static/docs/page/index.html",
    "1:1  error  file docs/page/index.html is also made by content/docs/page.md (route /docs/page)",
  ],
  "25: a search index": [
    { "content/static/search-index-default.json": "{}" },
    "content/static/search-index-default.json",
    "1:1  error  docgen writes search-index-default.json itself (rename the file)",
  ],
  "25: the page for what is not there": [
    { "content/static/404.html": "mine" },
    "content/static/404.html",
    "1:1  error  docgen writes 404.html itself (rename the file)",
  ],
  "28: a name that Windows keeps": [
    { "content/docs/con.md": "# H\n" },
    "content/docs/con.md",
    '1:1  error  "con" cannot be a file name on every system (rename the file or set a slug)',
  ],
  "28: such a name with an ending": [
    { "content/static/nul.txt": "" },
    "content/static/nul.txt",
    '1:1  error  "nul.txt" cannot be a file name on every system (rename the file or set a slug)',
  ],
  "28: a question mark": [
    { "content/docs/a?b.md": "# I\n" },
    "content/docs/a?b.md",
    '1:1  error  "a?b" cannot be a file name on every system (rename the file or set a slug)',
  ],
  "28: a backslash": [
    { "content/docs/a\\b.md": "# J\n" },
    "content/docs/a\\b.md",
    '1:1  error  "a\\\\b" cannot be a file name on every system (rename the file or set a slug)',
  ],
  "28: a line break": [
    { "content/docs/slug.md": '---\nslug: "a\\nb"\n---\n' },
    "content/docs/slug.md",
    '2:1  error  "a\\nb" cannot be a file name on every system (rename the file or set a slug)',
  ],
  "28: a dot at its end": [
    { "content/static/end./a.txt": "" },
    "content/static/end./a.txt",
    '1:1  error  "end." cannot be a file name on every system (rename the file or set a slug)',
  ],
};

const UTF8 = "save the file as UTF-8";
/** Bytes that are no text of a page. */
const BYTES: Readonly<Record<string, readonly [Uint8Array | string, string]>> = {
  "10: invalid UTF-8": [
    Buffer.from([0x23, 0x20, 0x41, 0x0a, 0xff, 0xfe]),
    `2:1  error  not UTF-8: invalid byte 0xff at offset 4 (${UTF8})`,
  ],
  "10: a sequence that is cut off": [
    Buffer.from([0x41, 0x0a, 0x0a, 0xe2, 0x82]),
    `3:1  error  not UTF-8: invalid byte 0xe2 at offset 3 (${UTF8})`,
  ],
  "10: UTF-16 with its mark": [
    Buffer.from("\uFEFF# A\n", "utf16le"),
    `1:1  error  not UTF-8: invalid byte 0xff at offset 0 (${UTF8})`,
  ],
  "10: UTF-16 without it": [
    Buffer.from("# A\n", "utf16le"),
    `1:1  error  not UTF-8: invalid byte 0x0 at offset 1 (${UTF8})`,
  ],
  "11: 30 MB": [text(30_000_000), "1:1  error  page is 30.0 MB; the limit is 10 MB (split it)"],
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
    expect(faults.of(path).map((line) => line.replace(/ \(rename one of .*/, ""))).toContain(message);
  });

  test.each(Object.keys(BYTES))("%s", (name) => {
    const index = Object.keys(BYTES).indexOf(name);
    expect(faults.of(`content/docs/bytes${index}.md`)).toEqual([BYTES[name]?.[1]]);
  });

  test("28: a name of 300 characters, by a slug", async () => {
    const long = await buildFaults({ "content/docs/a.md": `---\nslug: ${"n".repeat(300)}\n---\n` });
    expect(long.of("content/docs/a.md")).toEqual([
      `2:1  error  "${"n".repeat(20)}…" is longer than 240 bytes (give it a shorter name or slug)`,
    ]);
    expect(long.code).toBe(1);
  });

  test("25: a page's route that is a redirect's, or that docgen needs", async () => {
    const config = (redirects: string) => ({
      "site.config.ts": `export default { title: "T", url: "https://example.com", redirects: [${redirects}] };`,
    });
    const page = { "content/docs/a.md": "# A\n", "content/pages/index.md": "# Home\n" };
    const redirect = await buildFaults({ ...page, ...config('{ from: "/docs/a", to: "/" }') });
    expect(redirect.stderr).toContain("site.config.ts: redirects[0].from: /docs/a is the page /docs/a");
    expect(redirect.code).toBe(2);
    const own = await buildFaults({ ...page, "content/pages/404.md": "# Mine\n", "content/pages/assets.md": "# B\n" });
    expect(own.of("content/pages/404.md").join()).toContain("error  docgen writes 404.html itself");
    expect(own.of("content/pages/assets.md").join()).toContain("error  docgen writes assets/index.html itself");
    expect(own.code).toBe(1);
  });
});

test("11: a page of 5 MB is built, with a warning", async () => {
  const large = await buildFaults({ "content/docs/large.md": text(5_000_000) });
  expect(large.of("content/docs/large.md")).toEqual(["1:1  warning  page is 5.0 MB (readers wait for it: split it)"]);
  expect(large.code).toBe(0);
});

test("28: names that need encoding are encoded in every link, and lead to their page", async () => {
  const names = ["a#b", "x%2Fy", "per cent %", "\u4e2d\u6587", "sm\u00f8r", "a&b", "it's"];
  const pages = Object.fromEntries(names.map((name) => [`content/docs/${name}.md`, `# Page ${name}\n`]));
  const root = makeSite({ ...pages, "content/docs/index.md": "# Start\n" });
  const run = await docgen("build", "--root", root);
  expect([run.code, run.stderr]).toEqual([0, ""]);
  const start = readOutput(root, "docs/index.html");
  for (const name of names) {
    const url = `/docs/${encodeURIComponent(name)}`.replaceAll("%26", "&amp;").replaceAll("'", "&#39;");
    expect(start.replaceAll("&#x27;", "&#39;")).toContain(`href="${url}"`);
    expect(readOutput(root, `docs/${name}/index.html`)).toContain("<h1>Page ");
  }
});

test("27: links: a loop and one to a folder are left out with a warning, one out of the root is an error", async () => {
  const root = makeSite({ "content/docs/index.md": "# Start\n", "content/docs/guide/one.md": "# One\n" });
  mkdirSync(join(root, "content/docs/links"));
  symlinkSync("../links", join(root, "content/docs/links/self"));
  symlinkSync("loop.md", join(root, "content/docs/links/loop.md"));
  symlinkSync("../guide", join(root, "content/docs/links/sibling"));
  const warned = await docgen("build", "--root", root);
  expect(warned.stderr.trimEnd().split("\n")).toEqual([
    "content/docs/links/loop.md:1:1  warning  link leads nowhere or in a circle; ignored",
    "content/docs/links/self:1:1  warning  link to a folder; ignored",
    "content/docs/links/sibling:1:1  warning  link to a folder; ignored",
  ]);
  expect(warned.code).toBe(0);
  symlinkSync("/etc/hostname", join(root, "content/docs/links/host.md"));
  symlinkSync("/etc", join(root, "content/docs/links/etc"));
  const refused = await docgen("build", "--root", root);
  expect(refused.stderr).toContain("content/docs/links/host.md:1:1  error  link leads out of the site's root folder");
  expect(refused.code).toBe(1);
});
