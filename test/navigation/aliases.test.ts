import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";

const config = (settings = "") => ({
  "site.config.ts": `export default { title: "T", url: "https://example.com", ${settings} };\n`,
});
const page = (...aliases: readonly string[]) => `---\ntitle: Page\naliases: [${aliases.join(", ")}]\n---\n\nText.\n`;

test("old addresses of a page redirect to it, in every language, and links to them lead there", async () => {
  const root = await buildSite({
    ...config(
      'i18n: { locales: ["en", "de"] }, redirects: [{ from: "/first", to: "/docs/new" }], onBrokenLinks: "throw"',
    ),
    "content/versions.json": '["1.0"]',
    "content/docs/index.md": "# Start\n\n[old](/docs/old) [older](/älter/)\n",
    "content/docs/new.md": page("/docs/old", "/älter/", "/search", "/%C3%A4%20b"),
    "content/versioned_docs/version-1.0/index.md": "# Start\n",
    "content/versioned_docs/version-1.0/new.md": page("/docs/old", "/only/in-1.0"),
    "content/docs/draft.md": "---\ndraft: true\naliases: [/docs/old]\n---\n",
    "content/i18n/de/docs/new.md": "---\ntitle: Seite\n---\n\nText.\n",
  });
  const lines = readOutput(root, "_redirects").split("\n");
  expect(lines).toContain("/first /docs/new 301");
  // The versions of a doc share an alias: it leads to the last version.
  expect(lines).toContain("/docs/old /docs/new 301");
  expect(lines).toContain("/%C3%A4lter /docs/next/new 301");
  expect(lines).toContain("/%C3%A4%20b /docs/next/new 301");
  expect(lines).toContain("/only/in-1.0 /docs/new 301");
  expect(lines).toContain("/search /docs/next/new 301");
  expect(lines).toContain("/de/docs/old /de/docs/new 301");
  expect(readOutput(root, "only/in-1.0/index.html")).toContain('<a href="/docs/new">');
  expect(readOutput(root, "docs/next/index.html")).toContain('<a href="/docs/new">old</a> <a href="/docs/next/new">');
});

test("an alias that can't be is an error at its line", async () => {
  const root = makeSite({
    ...config('i18n: { locales: ["en", "de"] }, redirects: [{ from: "/taken", to: "/docs/" }]'),
    "content/docs/index.md": "# Start\n",
    "content/docs/a.md": page("/docs/A", "/DOCS/", "/file.txt", "/both", "/Taken/"),
    "content/docs/b.md": page(
      "/both/",
      "relative",
      "/a/%zz",
      "/a/../b",
      "/x?y",
      "/x/*",
      "/de/old",
      "/assets/x",
      "/404",
    ),
    "content/static/file.txt": "x",
  });
  const { code, stderr } = await command("build", "--root", root);
  const errors = stderr.split("\n").filter((line) => line.includes("  error  "));
  expect(errors.map((line) => line.replace(/^content\/docs\//, "").replace("  error  aliases:", ""))).toEqual([
    "a.md:3:1 /DOCS/ is the page /docs/",
    "a.md:3:1 /Taken/ is already redirected by redirects[0]",
    "a.md:3:1 /docs/A is the page /docs/a",
    "a.md:3:1 /file.txt is the file /file.txt",
    'b.md:3:1  error  /de/old is in the folder of the locale "de"',
    'b.md:3:1 "/a/%zz" has an invalid percent-encoding',
    'b.md:3:1 "/a/../b" is not a path below the site\'s root',
    'b.md:3:1 "/x?y" is not a path below the site\'s root',
    'b.md:3:1 "relative" is not a path below the site\'s root',
    "b.md:3:1 /both/ is already an alias of content/docs/a.md",
    'b.md:3:1 hosts interpret "/x/*" as a pattern; list each old URL instead',
    "b.md:3:1  error  docgen generates 404.html",
    "b.md:3:1  error  docgen generates assets/x/index.html",
  ]);
  expect(code).toBe(1);
});

test("a configured redirect to an alias is a chain", async () => {
  const root = makeSite({
    ...config('redirects: [{ from: "/oldest", to: "/old" }]'),
    "content/docs/index.md": page("/old"),
  });
  const { stderr } = await command("check-links", "--root", root);
  expect(unplaced(stderr)).toContain("redirects[0].to: leads to /docs/ through /old");
});

test("a fault of an item in a list of the front matter is at its line, however the list is written", async () => {
  const root = makeSite({
    "content/docs/tags.yml": "known:\n",
    "content/docs/a.md":
      "---\ntags:\n- known\n- 'unknown' # new\naliases:\n  # Moved.\n  - /x/y\n  - \"/x?y\"\n\n  - /x\n  - relative\nscripts: [\n  one,\n  two ]\ntitle: A\n---\n\nText.\n",
    "content/docs/x.md": "---\naliases: [/x]\n---\n\n# X\n",
    "content/blog/2026-01-02-post.md": "---\nauthors:\n  - name: Eve\n  - nobody\ntitle: P\n---\n\nText.\n",
  });
  const { stderr } = await command("build", "--root", root);
  const lines = stderr.split("\n").filter((line) => /^content/.test(line));
  expect(lines.map((line) => line.replace(/ {2}(?:error|warning) {2}/, " "))).toEqual([
    expect.stringMatching(/^content\/blog\/2026-01-02-post\.md:4:1 no author "nobody"/),
    expect.stringMatching(/^content\/docs\/a\.md:4:1 the tag "unknown"/),
    expect.stringMatching(/^content\/docs\/a\.md:8:1 aliases: "\/x\?y"/),
    expect.stringMatching(/^content\/docs\/a\.md:11:1 aliases: "relative"/),
    expect.stringMatching(/^content\/docs\/a\.md:13:1 no script has the name "one"/),
    expect.stringMatching(/^content\/docs\/a\.md:14:1 no script has the name "two"/),
    expect.stringMatching(/^content\/docs\/x\.md:2:1 aliases: \/x is already an alias/),
  ]);
});
