import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, readOutput, writeFiles } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";
import { startServer } from "../helpers/server.ts";

/** A configuration with more than its title. */
function config(fields: string): Files {
  return { "site.config.ts": `export default { title: "Fixture", url: "https://example.com", ${fields} };\n` };
}

const MENUS = `navbar: { items: [
  { type: "docsVersion", position: "left" },
  { type: "doc", docId: "guide/a", label: "First", position: "left" },
  { type: "docsVersionDropdown" },
] }`;

const LINKS =
  "[a](./1-guide/a.md) [b](/docs/guide/a#part) [c](/docs/1-guide/a.md) [d](guide/a) [e](@site/content/docs/1-guide/a.md)";

/** Docs of one version: an index and a guide. */
function docs(folder: string, name: string): Files {
  return {
    [`${folder}/index.md`]: `# Start\n\n${LINKS}\n`,
    [`${folder}/1-guide/a.md`]: `# A\n\n## Part\n\nWords of ${name}.\n`,
  };
}

const SITE: Files = {
  ...config(`${MENUS}, docs: [{ editUrl: "https://example.org/edit" }]`),
  "content/versions.json": '["2.0", "1.0"]\n',
  ...docs("content/docs", "tomorrow"),
  ...docs("content/versioned_docs/version-2.0", "today"),
  ...docs("content/versioned_docs/version-1.0", "yesterday"),
  "content/docs/1-guide/new.md": "# New\n",
  "content/versioned_docs/version-1.0/1-guide/old.md": "# Old\n\nWith [a](/docs/guide/old).\n",
  "content/versioned_docs/version-1.0/1-guide/_category_.json": '{ "label": "Old guide" }\n',
  "content/pages/index.md": "# Home\n\n[a](/docs/1-guide/a.md) [b](/docs/guide/a)\n",
};

const page = (root: string, route: string) => readOutput(root, `${route}/index.html`.replace(/^\//, ""));
const article = (html: string) => html.slice(html.indexOf('id="docgen-article"'), html.indexOf("</article>"));
/** The part of a page from an opening tag to the next closing one of that name. */
function part(html: string, opening: string): string {
  const from = html.indexOf(opening);
  const name = /^<(\w+)/.exec(opening)?.[1] ?? "";
  return from < 0 ? "" : html.slice(from, html.indexOf(`</${name}>`, from));
}
/** Links as `label address`, the current one marked with `*`. */
function links(html: string): string[] {
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = "", label = ""]) => {
    const current = attributes.includes('aria-current="page"') ? "*" : "";
    return `${current}${label.replace(/<small>.*?<\/small>|<[^>]*>/g, "")} ${/href="([^"]*)"/.exec(attributes)?.[1]}`;
  });
}
const menu = (html: string) => links(part(html, '<div class="dropdown"'));
const banner = (html: string) =>
  part(html, '<section class="version-banner"')
    .replace(/<[^>]*>/g, " ")
    .trim();

describe("with two versions and the current one", () => {
  let root = "";
  beforeAll(async () => {
    root = await buildSite(SITE);
  });

  test("the last version is at the docs' own address, the current one at /docs/next, others at their name", () => {
    expect(article(page(root, "docs/guide/a"))).toContain("Words of today.");
    expect(article(page(root, "docs/next/guide/a"))).toContain("Words of tomorrow.");
    expect(article(page(root, "docs/1.0/guide/a"))).toContain("Words of yesterday.");
    expect(existsSync(join(root, "build/docs/2.0"))).toBe(false);
    expect(existsSync(join(root, "build/docs/guide/new"))).toBe(false);
  });

  test("each page has the sidebar, neighbours, breadcrumbs and edit link of its own version", () => {
    const old = page(root, "docs/1.0/guide/old");
    const sidebar = [
      "Old guide /docs/1.0/guide/",
      "A /docs/1.0/guide/a",
      "*Old /docs/1.0/guide/old",
      "Start /docs/1.0/",
    ];
    expect(links(part(old, '<nav aria-label="Docs sidebar"'))).toEqual(sidebar);
    expect(links(part(old, '<nav aria-label="Previous and next pages"'))).toEqual([
      "A /docs/1.0/guide/a",
      "Start /docs/1.0/",
    ]);
    expect(links(part(old, '<nav aria-label="Breadcrumbs"'))).toEqual([" /", "Old guide /docs/1.0/guide/"]);
    expect(old).toContain("https://example.org/edit/content/versioned_docs/version-1.0/1-guide/old.md");
    expect(links(part(page(root, "docs"), '<nav aria-label="Docs sidebar"'))).toEqual([
      "Guide /docs/guide/",
      "*Start /docs/",
    ]);
  });

  test.each([
    ["docs", "/docs"],
    ["docs/next", "/docs/next"],
    ["docs/1.0", "/docs/1.0"],
  ])("links to .md files and to addresses of the docs stay inside the version: %s", (route, base) => {
    const address = `${base}/guide/a`;
    expect(links(article(page(root, route)))).toEqual([
      `a ${address}`,
      `b ${address}#part`,
      `c ${address}`,
      `d ${address}`,
      `e ${address}`,
    ]);
  });

  test("an address that only an old version has is found from its pages", () => {
    expect(links(article(page(root, "docs/1.0/guide/old")))).toEqual(["a /docs/1.0/guide/old"]);
  });

  test("pages outside the docs link to the last version", () => {
    expect(links(article(readOutput(root, "index.html")))).toEqual(["a /docs/guide/a", "b /docs/guide/a"]);
  });

  test("the dropdown leads to the same doc in each version, or to the main doc of one that lacks it", () => {
    expect(menu(page(root, "docs/1.0/guide/a"))).toEqual([
      "Next /docs/next/guide/a",
      "2.0 /docs/guide/a",
      "*1.0 /docs/1.0/guide/a",
    ]);
    expect(menu(page(root, "docs/1.0/guide/old"))).toEqual([
      "Next /docs/next/",
      "2.0 /docs/",
      "*1.0 /docs/1.0/guide/old",
    ]);
    expect(menu(readOutput(root, "index.html"))).toEqual(["Next /docs/next/", "2.0 /docs/", "1.0 /docs/1.0/"]);
  });

  test("the version item names the page's version, outside the docs the last one, and leads to its main doc", () => {
    const items = (html: string) => links(part(html, '<div class="navbar-items navbar-left"'));
    expect(items(page(root, "docs/1.0/guide/a"))).toEqual(["1.0 /docs/1.0/", "First /docs/1.0/guide/a"]);
    expect(items(page(root, "docs/next"))).toEqual(["Next /docs/next/", "First /docs/next/guide/a"]);
    expect(items(page(root, "docs"))).toEqual(["2.0 /docs/", "First /docs/guide/a"]);
    expect(items(readOutput(root, "index.html"))).toEqual(["2.0 /docs/", "First /docs/guide/a"]);
    expect(items(readOutput(root, "404.html"))).toEqual(["2.0 /docs/", "First /docs/guide/a"]);
  });

  test("a banner stands on pages of versions that aren't the last, with a link to the latest", () => {
    expect(banner(page(root, "docs/guide/a"))).toBe("");
    expect(banner(page(root, "docs/next/guide/a"))).toMatch(
      /^This is unreleased documentation for Fixture Next version\. .* latest version .*\(2\.0\)/,
    );
    expect(banner(page(root, "docs/1.0/guide/a"))).toContain(
      "This is documentation for Fixture 1.0, which is no longer actively maintained.",
    );
    const latest = (route: string) => links(part(page(root, route), '<section class="version-banner"'));
    expect(latest("docs/1.0/guide/a")).toEqual(["latest version /docs/guide/a"]);
    expect(latest("docs/1.0/guide/old")).toEqual(["latest version /docs/"]);
    expect(page(root, "docs/1.0")).toContain('<span class="version-badge">Version: 1.0</span>');
  });

  test("the canonical address of an old page is that of the latest, where it has the page", () => {
    const canonical = (route: string) => /rel="canonical" href="([^"]*)"/.exec(page(root, route))?.[1];
    expect(canonical("docs/1.0/guide/a")).toBe("https://example.com/docs/guide/a");
    expect(canonical("docs/next/guide/a")).toBe("https://example.com/docs/guide/a");
    expect(canonical("docs/guide/a")).toBe("https://example.com/docs/guide/a");
    expect(canonical("docs/1.0/guide/old")).toBe("https://example.com/docs/1.0/guide/old");
  });

  test("the sitemap lists pages by their canonical address only", () => {
    const listed = [...readOutput(root, "sitemap.xml").matchAll(/<loc>https:\/\/example.com(.*?)<\/loc>/g)];
    expect(listed.map(([, route]) => route)).toEqual([
      "/",
      "/docs/",
      "/docs/1.0/guide/old",
      "/docs/guide/",
      "/docs/guide/a",
      "/docs/next/guide/new",
    ]);
  });

  test("there is one search index per version, named in the site data of its pages", () => {
    const siteData = (html: string) => {
      const file = /data-site="\/([^"]*)"/.exec(html)?.[1] ?? "";
      return JSON.parse(readOutput(root, file)) as { searchTags: string[]; sidebars: object };
    };
    expect(siteData(page(root, "docs")).searchTags).toEqual(["docs-default-2.0", "default"]);
    expect(siteData(page(root, "docs/1.0")).searchTags).toEqual(["docs-default-1.0", "default"]);
    expect(siteData(page(root, "docs/next")).searchTags).toEqual(["docs-default-current", "default"]);
    expect(siteData(readOutput(root, "index.html")).searchTags).toEqual(["docs-default-2.0", "default"]);
    const routes = (tag: string) => {
      const { documents } = JSON.parse(readOutput(root, `search-index-${tag}.json`)) as {
        documents: { sectionRoute: string }[];
      };
      return new Set(documents.map(({ sectionRoute }) => sectionRoute.split("/").slice(0, 3).join("/")));
    };
    expect([...routes("docs-default-1.0")]).toEqual(["/docs/1.0"]);
    expect([...routes("docs-default-current")]).toEqual(["/docs/next"]);
    expect(JSON.stringify(siteData(page(root, "docs")).sidebars)).not.toContain("/docs/1.0");
  });

  test("docgen search asks the last versions", async () => {
    const { stdout } = await command("search", "words", "--root", root, "--json");
    const { results } = JSON.parse(stdout) as { results: { route: string }[] };
    expect(results.map(({ route }) => route)).toEqual(["/docs/guide/a#part"]);
  });

  test("the dev server serves every version with its site data and search index", async () => {
    const address = await startServer("serve", "--root", root);
    const get = async (path: string) => (await fetch(`${address}${path}`)).text();
    const html = await get("/docs/1.0/guide/a");
    expect(html).toContain("Words of yesterday.");
    const site = JSON.parse(await get(/data-site="([^"]*)"/.exec(html)?.[1] ?? "")) as { searchTags: string[] };
    expect(site.searchTags).toEqual(["docs-default-1.0", "default"]);
    expect(await get("/search-index-docs-default-1.0.json")).toContain("/docs/1.0/guide/a");
  });

  test("check-links finds nothing wrong", async () => {
    expect((await command("check-links", "--root", root)).stdout).toContain("links checked");
  });
});

test("without versions.json the docs version is 'current', labelled Next, and its main doc is the index", async () => {
  const { "content/versions.json": _, ...rest } = SITE;
  const files = Object.entries(rest).filter(([path]) => !path.startsWith("content/versioned_docs"));
  const root = await buildSite(Object.fromEntries(files));
  const html = page(root, "docs/guide/a");
  expect(links(part(html, '<div class="navbar-items navbar-left"'))).toEqual(["Next /docs/", "First /docs/guide/a"]);
  expect(links(part(html, '<div class="navbar-items navbar-right"'))).toEqual(["Next /docs/", "Search/ /search"]);
  expect(banner(html)).toBe("");
  expect(html).not.toContain("docgen-docs-versions");
  expect(html).not.toContain("version-badge");
  expect(existsSync(join(root, "build/search-index-docs-default-current.json"))).toBe(true);
});

test("label, path, banner, badge, noIndex and the last version are configurable", async () => {
  const root = await buildSite({
    ...SITE,
    ...config(`${MENUS}, docs: [{ lastVersion: "current", versions: {
      current: { label: "3.0", badge: false },
      "2.0": { label: "2.x", path: "two", banner: "none", noIndex: true },
    } }]`),
  });
  expect(menu(page(root, "docs/guide/a"))).toEqual([
    "*3.0 /docs/guide/a",
    "2.x /docs/two/guide/a",
    "1.0 /docs/1.0/guide/a",
  ]);
  expect(article(page(root, "docs/guide/a"))).toContain("Words of tomorrow.");
  expect(page(root, "docs/guide/a")).not.toContain("version-badge");
  expect(banner(page(root, "docs/two/guide/a"))).toBe("");
  expect(page(root, "docs/two/guide/a")).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(page(root, "docs/1.0/guide/a")).not.toContain("noindex");
  expect(readOutput(root, "sitemap.xml")).not.toContain("/docs/two");
  expect(banner(page(root, "docs/1.0/guide/a"))).toContain("no longer actively maintained");
});

test("versions can be left out", async () => {
  const root = await buildSite({
    ...SITE,
    ...config('docs: [{ includeCurrentVersion: false, onlyIncludeVersions: ["current", "1.0"] }]'),
  });
  expect(article(page(root, "docs/guide/a"))).toContain("Words of yesterday.");
  expect(existsSync(join(root, "build/docs/next"))).toBe(false);
  expect(page(root, "docs")).not.toContain("docgen-docs-versions");
});

test("another set of docs has versions of its own, from files named after it", async () => {
  const root = await buildSite({
    ...SITE,
    ...config(`docs: [{}, { id: "api", folder: "api", routeBasePath: "api", sidebarId: "apiSidebar" }],
      navbar: { items: [{ type: "docsVersionDropdown", docsPluginId: "api" }] }`),
    "content/api/index.md": "# API\n",
    "content/api_versions.json": '["7"]',
    "content/api_versioned_docs/version-7/index.md": "# API 7\n",
  });
  expect(menu(page(root, "api"))).toEqual(["Next /api/next/", "*7 /api/"]);
  expect(menu(page(root, "docs/1.0"))).toEqual(["Next /api/next/", "7 /api/"]);
  expect(existsSync(join(root, "build/search-index-docs-api-7.json"))).toBe(true);
});

test("a doc that the navbar names and no version has is told once, with those of the last version", async () => {
  const root = makeSite({
    ...config('navbar: { items: [{ type: "doc", docId: "gone" }] }'),
    "content/versions.json": '["2.0", "1.0"]',
    "content/docs/now.md": "# Now\n",
    "content/versioned_docs/version-2.0/two.md": "# Two\n",
    "content/versioned_docs/version-1.0/one.md": "# One\n",
  });
  const { code, stderr } = await command("build", "--root", root);
  expect([code, stderr.match(/no doc .*/g)]).toEqual([2, ['no doc "gone" (valid: two, index)']]);
});

test("a navbar item that leads to a draft is left out", async () => {
  const root = await buildSite({
    ...config(MENUS),
    "content/docs/index.md": "# Start\n",
    "content/docs/guide/a.md": "---\ndraft: true\n---\n\n# A\n",
  });
  expect(page(root, "docs")).not.toContain("First");
});

describe("hostile and mistaken names", () => {
  const OLD = { "content/versioned_docs/version-1.0/index.md": "# Old\n", "content/docs/index.md": "# New\n" };
  const build = async (files: Files) => {
    const { code, stderr } = await command("build", "--root", makeSite({ ...OLD, ...files }));
    return { code, lines: stderr.split("\n").filter((line) => /^content|^error|^site\.config\S* {2}error/.test(line)) };
  };

  test.each([
    ["an object", '{ "1.0": true }'],
    ["a list of numbers", "[1]"],
    ["broken", '["1.0",'],
    ["nothing", ""],
  ])("versions.json that holds %s is an error", async (_, text) => {
    const { code, lines } = await build({ "content/versions.json": text });
    expect(lines).toEqual([
      expect.stringMatching(/^content\/versions\.json:1:\d {2}error {2}is not a list of version names/),
    ]);
    expect(code).toBe(1);
  });

  test("each name that cannot be one is an error at its line", async () => {
    const names = ["../x", "..", "__proto__", "a/b", "current", "1.0", "1.0", "2.0", "constructor"];
    const { code, lines } = await build({
      "content/versions.json": `[\n${names.map((name) => JSON.stringify(name)).join(",\n")}\n]`,
      ...config('docs: [{ lastVersion: "2.0" }]'),
    });
    const path = "content/versions.json";
    expect(lines).toEqual([
      `${path}:2:1  error  "../x" is not a valid version name`,
      `${path}:3:1  error  ".." is not a valid version name`,
      `${path}:4:1  error  "__proto__" is not a valid version name`,
      `${path}:5:1  error  "a/b" is not a valid version name`,
      `${path}:6:1  error  "current" is not a valid version name`,
      `${path}:8:1  error  version "1.0" is listed twice`,
      `${path}:9:1  error  version "2.0" has no pages`,
      `${path}:10:1  error  version "constructor" has no pages`,
    ]);
    expect(code).toBe(1);
  });

  test("a version's name may be that of an object's own property", async () => {
    const root = await buildSite({
      "content/docs/index.md": "# New\n",
      "content/versions.json": '["constructor"]',
      "content/versioned_docs/version-constructor/index.md": "# Old\n",
    });
    expect(page(root, "docs")).toContain("Old");
  });

  test("a folder without a version in the list is an error with its remedy", async () => {
    const { code, lines } = await build({});
    expect(lines).toEqual(["content/versioned_docs/version-1.0:1:1  error  belongs to no version"]);
    expect(code).toBe(1);
    const empty = makeSite({ ...OLD, "content/versions.json": "[]", "content/versioned_docs/notes.md": "x" });
    const { stderr } = await command("build", "--root", empty);
    expect(stderr).toContain('    hint: add "1.0" to content/versions.json, or remove it');
    expect(stderr).toContain("    hint: name it version-<name>, or remove it");
  });

  test("an empty list is no version but the current one", async () => {
    const root = await buildSite({ "content/versions.json": "[]", "content/docs/index.md": "# Start\n" });
    expect(page(root, "docs")).not.toContain("docgen-docs-versions");
  });

  test.each([
    ['lastVersion: "1.1"', 'docs[0]: no version "1.1"; did you mean "1.0"?'],
    ['versions: { "3": {} }', 'docs[0]: no version "3" (valid: current, 1.0)'],
    ['onlyIncludeVersions: ["curent"]', 'docs[0]: no version "curent"; did you mean "current"?'],
    [
      'lastVersion: "1.0", onlyIncludeVersions: ["current"]',
      'docs[0]: version "1.0" is the last version, but is not included; include it, or set lastVersion to "current"',
    ],
    [
      "includeCurrentVersion: false, onlyIncludeVersions: []",
      'docs[0]: version "current" is the last version, but is not included; include a version',
    ],
    [
      'versions: { "1.0": { path: "x" }, current: { path: "X/" } }',
      'docs[0].versions: "current" and "1.0" have the same path /docs/x; change one of the two',
    ],
    [
      'versions: { "1.0": { path: "../x" } }',
      'docs[0].versions["1.0"].path: must be part of a route, without ?, #, \\ and dots alone, but is "../x"',
    ],
  ])("%s in the configuration is an error that says what is wrong", async (fields, message) => {
    const { code, lines } = await build({ "content/versions.json": '["1.0"]', ...config(`docs: [{ ${fields} }]`) });
    expect(lines.map(unplaced)).toEqual([`error  site.config.ts: ${message}`]);
    expect(code).toBe(2);
  });
});

test("two versions of one page are told apart in messages, and a broken link is at its place", async () => {
  const root = await buildSite(SITE);
  writeFiles(root, {
    "content/versioned_docs/version-1.0/1-guide/a.md": "# A\n\n[x](./nwe.md)\n[y](/docs/guide/nothing)\n",
  });
  const { code, stderr } = await command("build", "--root", root);
  const path = "content/versioned_docs/version-1.0/1-guide/a.md";
  expect(stderr).toContain(
    `${path}:3:1  warning  broken link "./nwe.md": no page at content/versioned_docs/version-1.0/1-guide/nwe.md`,
  );
  expect(stderr).toContain(`${path}:4:1  error  broken link "/docs/guide/nothing"`);
  expect(code).toBe(1);
});
