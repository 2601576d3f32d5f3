import { existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import {
  articleOf,
  buildSite,
  type Files,
  makeSite,
  readOutput,
  readTree,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";

/** Docs that hold nothing but a heading: the last part of their name. */
function docs(...names: string[]): Files {
  return Object.fromEntries(names.map((name) => [`content/docs/${name}.md`, `# ${name.replace(/.*\//, "")}\n`]));
}

/** A page with front matter. */
const page = (...frontMatter: string[]) => `---\n${frontMatter.join("\n")}\n---\n\nText.\n`;

/** Begins a PNG of a size: all that is read of it. */
function png(width: number, height: number): Uint8Array {
  const head = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR00000000\x08\x06\0\0\0\0\0\0\0", "latin1");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

const SEARCH = "search/index.html";

/** Folders of the pages that a build wrote, in one line, without that of the search. */
function pagesIn(root: string): string {
  const isPage = (file: string) => file.endsWith("index.html") && file !== SEARCH;
  const files = [...readTree(join(root, "build")).keys()].filter(isPage);
  return files.map((file) => file.replace(/\/?index\.html$/, "")).join(" ");
}

/** The sidebar as a page shows it: an entry per link, indented by its depth. */
function sidebarOf(root: string, file: string): string[] {
  const nav = /<nav aria-label="Docs sidebar">[\s\S]*?<\/nav>/.exec(readOutput(root, `${file}/index.html`))?.[0] ?? "";
  let depth = -1;
  return [...nav.matchAll(/<(\/?)ul>|<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].flatMap(([, close, href, label]) => {
    if (href !== undefined) return [`${"  ".repeat(depth)}${label} ${href}`];
    depth += close === "" ? 1 : -1;
    return [];
  });
}

/** Lines that a build prints about the content, without hints. */
async function problemsOf(root: string): Promise<string[]> {
  const { stderr } = await command("build", "--root", root);
  const isOfContent = (line: string) => /^\S+:\d+:\d+ {2}/.test(line) && !line.includes("no page has the route");
  return stderr.split("\n").filter(isOfContent);
}

describe("the route of a page", () => {
  test("comes from its folders and name; number prefixes vanish, dates and versions stay", async () => {
    const names = ["02-mobile", "4_under", "5. dot", "2024-01-02-notes", "7.0-changes", "3d"];
    const own = ["index", "readme/README", "2-own/own"];
    const root = await buildSite(docs(...own, ...names.map((name) => `03-demos/${name}`)));
    expect(pagesIn(root)).toBe(
      "docs/demos/2024-01-02-notes docs/demos/3d docs/demos/7.0-changes docs/demos/dot docs/demos " +
        "docs/demos/mobile docs/demos/under docs docs/own docs/readme",
    );
  });

  test("is encoded in every link to it", async () => {
    const root = await buildSite(docs("index", "a b#c%"));
    const html = readOutput(root, "docs/index.html");
    const links = [...html.matchAll(/<a href="(\/docs\/a[^"]*c[^"]*)"/g)].map(([, address]) => address);
    expect(links.length).toBeGreaterThan(1);
    expect(new Set(links)).toEqual(new Set(["/docs/a%20b%23c%25"]));
    expect(readOutput(root, "docs/a b#c%/index.html")).toContain(
      'canonical" href="https://example.com/docs/a%20b%23c%25"',
    );
  });

  test("is its slug, absolute below the docs' base or relative to its folder, else ends in its id", async () => {
    const root = await buildSite({
      ...docs("1-guide/index"),
      "content/docs/1-guide/absolute.md": page("slug: /moved/here"),
      "content/docs/1-guide/relative.md": page("slug: near/by"),
      "content/docs/1-guide/dotted.md": page("slug: ./dot"),
      "content/docs/1-guide/up.md": page("slug: ../up"),
      "content/docs/1-guide/far-up.md": page("slug: ../../../far-up"),
      "content/docs/1-guide/top.md": page("slug: /../top"),
      "content/blog/2026-11-21-a.md": page("slug: ../post"),
      "content/docs/1-guide/slashed.md": page("slug: /like/an/index/"),
      "content/docs/1-guide/file.md": page("id: named"),
      "content/docs/1-guide/both.md": page("id: unseen", "slug: seen"),
      "content/docs/index.md": "[moved](./1-guide/absolute.md) [slashed](./1-guide/slashed.md)\n",
    });
    expect(pagesIn(root)).toBe(
      "blog/archive blog blog/post docs/far-up docs/guide/dot docs/guide docs/guide/named docs/guide/near/by " +
        "docs/guide/seen docs docs/like/an/index docs/moved/here docs/top docs/up",
    );
    expect(articleOf(readOutput(root, "docs/index.html"))).toBe(
      '<p><a href="/docs/moved/here">moved</a> <a href="/docs/like/an/index/">slashed</a></p>',
    );
  });

  test("never leads out of the output folder", async () => {
    const root = makeSite({ ...docs("index"), "content/docs/a.md": page("slug: ../../../../evil") });
    await command("build", "--root", root);
    const outside = readdirSync(root).filter((name) => name !== "build" && name !== ".docgen");
    expect(outside).toEqual(["content", "site.config.ts"]);
    expect(["../evil", ".docgen/evil"].filter((name) => existsSync(join(root, name)))).toEqual([]);
  });

  test("that is its folder's own, by slug, makes it the folder's index", async () => {
    const root = await buildSite({
      ...docs("guide/second"),
      "content/docs/intro.md": page("slug: /", "title: Intro"),
      "content/docs/guide/first.md": page("slug: /guide/", "title: First"),
    });
    expect(pagesIn(root)).toBe("docs/guide docs/guide/second docs");
    expect(readOutput(root, "docs/index.html")).toContain("<h1>Intro</h1>");
    expect(readOutput(root, "docs/guide/index.html")).toContain("<h1>First</h1>");
  });

  test("is taken by one file alone, its id too", async () => {
    const a = { "content/docs/a.md": page("title: A", "id: one", "slug: a") };
    const root = makeSite({ ...docs("1-x", "2-x"), ...a, "content/docs/b.md": page("id: one", "slug: b") });
    expect(await problemsOf(root)).toEqual([
      "content/docs/2-x.md:1:1  error  route /docs/x is also used by content/docs/1-x.md",
      expect.stringMatching(/^content\/docs\/b\.md:2:1 {2}error {2}.*"one".*content\/docs\/a\.md/),
    ]);
  });
});

describe("the sidebar", () => {
  test("is ordered by position, prefix and name, and leaves unlisted pages and drafts out", async () => {
    const root = await buildSite({
      ...docs("10-ten", "9-nine", "middle/a", "12-data-import/2-y", "12-data-import/10-x"),
      "content/docs/index.md": page("title: Start", "sidebar_position: 0"),
      "content/docs/1-late.md": page("title: Late", "sidebar_position: 11.5"),
      "content/docs/zebra.md": page("title: Zebra", "sidebar_label: Striped"),
      "content/docs/apple.md": "# `Apple` *pie* [x](./zebra.md) {#x}\n",
      "content/docs/secret.md": page("title: Secret", "unlisted: true"),
      "content/docs/draft.md": page("title: Draft", "draft: true"),
      "content/docs/drafts-only/x.md": page("draft: true"),
      "content/docs/middle/index.md": page("title: Middle", "sidebar_position: 9.5"),
      "content/docs/12-data-import/_category_.json": '{"position": 2, "collapsed": false}',
    });
    const start = sidebarOf(root, "docs");
    expect(start).toEqual([
      "Start /docs/",
      "Data import /docs/data-import/",
      "  2-y /docs/data-import/y",
      "  10-x /docs/data-import/x",
      "9-nine /docs/nine",
      "Middle /docs/middle/",
      "10-ten /docs/ten",
      "Late /docs/late",
      "Apple pie x /docs/apple",
      "Striped /docs/zebra",
    ]);
    expect(sidebarOf(root, "docs/secret").filter((line) => !start.includes(line))).toEqual(["Secret /docs/secret"]);
    expect(readOutput(root, "search-index-docs-default-current.json")).not.toContain("Secret");
  });

  test("shows a category that holds only unlisted pages to none but their readers", async () => {
    const hidden = page("title: Hidden", "unlisted: true");
    const root = await buildSite({ ...docs("s"), "content/docs/h/index.md": hidden, "content/docs/h/a.md": hidden });
    expect(sidebarOf(root, "docs/s")).toEqual(["s /docs/s"]);
    expect(readOutput(root, "docs/s/index.html")).not.toMatch(/href="\/docs\/h/);
    expect(sidebarOf(root, "docs/h/a")).toContain("  Hidden /docs/h/a");
  });

  test("makes no index for a folder that holds only unlisted pages", async () => {
    const hidden = page("title: Hidden", "unlisted: true");
    const root = await buildSite({
      ...docs("s"),
      "content/docs/secret/plan.md": hidden,
      "content/docs/secret/deep/plan.md": hidden,
    });
    expect(pagesIn(root)).toBe("docs docs/s docs/secret/deep/plan docs/secret/plan");
    for (const file of ["sitemap.xml", "llms.txt", "search-index-docs-default-current.json"])
      expect(readOutput(root, file), file).not.toMatch(/secret/i);
    expect(sidebarOf(root, "docs/secret/plan")).toContain("  Hidden /docs/secret/plan");
  });

  test("keeps the hyphens of a date, and the name of a folder that is one", async () => {
    const page = "Text.\n";
    const root = await buildSite({
      "content/docs/2024-01-02/a_b.md": page,
      "content/docs/2024-01-15-release-notes.md": page,
      "content/docs/2024-03.md": page,
    });
    expect(sidebarOf(root, "docs/2024-01-02/a_b")).toEqual([
      "2024-01-02 /docs/2024-01-02/",
      "  A b /docs/2024-01-02/a_b",
      "2024-01-15 release notes /docs/2024-01-15-release-notes",
      "2024-03 /docs/2024-03",
    ]);
  });
});

describe("_category_.json", () => {
  test("in a folder without docs is a warning, in one with drafts it is not", async () => {
    const root = makeSite({
      ...docs("index"),
      "content/docs/empty/_category_.json": '{"label": "Empty"}',
      "content/docs/empty/deep/_category_.yml": "label: Deep\n",
      "content/docs/above/_category_.json": '{"label": "Above"}',
      "content/docs/above/below/page.md": "# Page\n",
      "content/docs/drafts/_category_.json": '{"label": "Drafts"}',
      "content/docs/drafts/draft.md": "---\ndraft: true\n---\n\n# Draft\n",
      "content/blog/_category_.json": '{"label": "Blog"}',
      "content/blog/2026-01-02-post.md": "# Post\n",
    });
    const warning = "  warning  has no effect: there are no docs in this folder";
    expect((await problemsOf(root)).filter((line) => line.includes("_category_"))).toEqual([
      `content/blog/_category_.json:1:1${warning}`,
      `content/docs/empty/_category_.json:1:1${warning}`,
      `content/docs/empty/deep/_category_.yml:1:1${warning}`,
    ]);
  });

  test("beside a _category_.yml is a warning that names both, as are other data files of two endings", async () => {
    const root = makeSite({
      ...docs("guide/one"),
      "content/docs/guide/_category_.json": '{"label": "A"}',
      "content/docs/guide/_category_.yml": "label: B\n",
      "content/docs/tags.yaml": "a: {}\n",
      "content/docs/tags.yml": "a: {}\n",
      "content/blog/2026-11-21-a.md": page("title: A"),
      "content/blog/authors.json": '{"jane": {"name": "Jane"}}',
      "content/blog/authors.yml": "jane: {name: Jane}\n",
    });
    expect(await problemsOf(root)).toEqual([
      "content/blog/authors.yml:1:1  warning  authors.yml and authors.json set the same data",
      "content/docs/guide/_category_.yml:1:1  warning  _category_.yml and _category_.json set the same data",
      "content/docs/tags.yml:1:1  warning  tags.yml and tags.yaml set the same data",
    ]);
  });

  test("gives a folder its label, index page and description; the index lists what is in the folder", async () => {
    const link = { type: "generated-index", title: "Guides", description: "Every guide & more", slug: "/guides" };
    const root = await buildSite({
      ...docs("index", "guide/deep/two"),
      "content/docs/guide/_category_.json": JSON.stringify({ label: "All <b>", description: "About", link }),
      "content/docs/guide/one.md": page(
        "title: One",
        "description: One of them",
        "sidebar_custom_props: { summary: The first, icon: /one.svg }",
      ),
      "content/docs/guide/hidden.md": page("unlisted: true"),
      "content/docs/guide/deep/_category_.json": '{"label": "Deeper", "description": "Far down", "link": null}',
    });
    const html = readOutput(root, "docs/guides/index.html");
    expect(html).toContain("<title>Guides | Fixture</title>");
    expect(html).toContain('<meta name="description" content="Every guide &amp; more">');
    expect(html).toContain("<h1>Guides</h1><p>Every guide &amp; more</p>");
    expect(/<ul class="cards">.*?<\/ul>/.exec(html)?.[0]).toBe(
      '<ul class="cards"><li><a href="/docs/guide/deep/two">Deeper</a><p>Far down</p></li>' +
        '<li><a href="/docs/guide/one">One</a><p>The first</p></li></ul>',
    );
    const branch = ["All &lt;b&gt; /docs/guides", "  Deeper /docs/guide/deep/two", "  One /docs/guide/one"];
    expect(sidebarOf(root, "docs/guides")).toEqual([...branch, "index /docs/"]);
    expect(readOutput(root, "sitemap.xml")).not.toContain("/docs/guide/deep/<");
  });

  test("links a category to a doc, by its id or its name in the folder, which is then not listed again", async () => {
    const root = await buildSite({
      ...docs("full/intro", "full/more", "local/intro", "local/more"),
      "content/docs/full/_category_.json": '{"label": "Full", "link": {"type": "doc", "id": "full/intro"}}',
      "content/docs/local/_category_.json": '{"label": "Local", "link": {"type": "doc", "id": "intro"}}',
    });
    const local = "Local /docs/local/intro";
    expect(sidebarOf(root, "docs/full/more")).toEqual(["Full /docs/full/intro", "  more /docs/full/more", local]);
    expect(sidebarOf(root, "docs/local/more").slice(1)).toEqual([local, "  more /docs/local/more"]);
  });

  test("with faults gives each its line", async () => {
    const link = '"link" must be null, {"type": "doc", "id": …} or {"type": "generated-index", …}';
    const root = makeSite({
      ...docs("a/p", "b/p", "c/p", "d/p"),
      "content/docs/a/_category_.json": '{\n  "label": "A",\n  "position": "2",\n  "colapsed": true\n}\n',
      "content/docs/b/_category_.json": "[]",
      "content/docs/c/_category_.json": '{\n\n  "link": {"type": "docs"}\n}',
      "content/docs/d/_category_.json": '{"link": "x"}',
    });
    expect(await problemsOf(root)).toEqual([
      'content/docs/a/_category_.json:3:3  error  "position" must be a number',
      'content/docs/a/_category_.json:4:3  warning  unknown key "colapsed"; did you mean "collapsed"?',
      'content/docs/b/_category_.json:1:1  error  must contain an object such as {"label": "Guides", "position": 2}',
      `content/docs/c/_category_.json:3:3  error  ${link}`,
      `content/docs/d/_category_.json:1:2  error  ${link}`,
    ]);
  });

  test.each([
    ["is not JSON", '{\n  "label": "A",\n  oops\n}\n', /:3:\d+ {2}error {2}not valid JSON: /],
    [
      "is wrong in a key that is also a value",
      '{"label": "position",\n"position": "2"}',
      /:2:1 {2}error {2}"position"/,
    ],
    [
      "is wrong in a key that is also one of a key's own",
      '{"label": "A",\n"position": "2",\n"customProps": {"position": 1}}',
      /:2:1 {2}error {2}"position"/,
    ],
    ["links to no doc", '{\n  "link": {"type": "doc", "id": "a/q"}\n}', /:2:1 {2}error {2}.*"a\/q"/],
  ])("that %s is an error at that line", async (_, json, message) => {
    const root = makeSite({ ...docs("a/p"), "content/docs/a/_category_.json": json });
    expect((await problemsOf(root))[0]).toMatch(message);
  });
});

test("docs without an index get one that is named after their folder", async () => {
  const root = await buildSite(docs("a"));
  expect(readOutput(root, "docs/index.html")).toContain("<h1>Docs</h1>");
});

test("each docs plugin has its own routes, sidebar and search index", async () => {
  const root = await buildSite({
    "site.config.ts": `export default { title: "T", url: "https://example.com", docs: [
      {}, { id: "api", folder: "reference/api", routeBasePath: "ref", sidebarId: "apiSidebar" }] };`,
    "content/docs/index.md": "# Start\n\n[one](/reference/api/1-one.md)\n",
    "content/reference/api/index.md": "# Reference\n",
    "content/reference/api/1-one.md": page("title: One", "slug: /uno"),
    "content/reference/aside.md": "# Nobody's\n",
  });
  expect(pagesIn(root)).toBe("docs ref ref/uno");
  expect(articleOf(readOutput(root, "docs/index.html"))).toContain('<a href="/ref/uno">one</a>');
  expect(sidebarOf(root, "docs")).toEqual(["Start /docs/"]);
  expect(sidebarOf(root, "ref")).toEqual(["One /ref/uno", "Reference /ref/"]);
  expect(readOutput(root, "search-index-docs-api-current.json")).toContain("Reference");
  expect(readOutput(root, "search-index-docs-default-current.json")).not.toContain("Reference");
});

test("pages are Markdown or React, at the top of the site; a name that begins with _ is not a page", async () => {
  const root = await buildSite({
    "content/pages/index.tsx": 'import { Part } from "./_part.tsx";\nexport default () => <Part />;\n',
    "content/pages/_part.tsx": "export const Part = () => <h1>From a part</h1>;\n",
    "content/pages/about.md": "# About\n",
    "content/pages/team/index.md": "# Team\n",
    "content/pages/_notes/x.md": "[broken](/nowhere)\n",
    "content/docs/_draft.md": "[broken](/nowhere)\n",
    "content/docs/index.md": "![p](./_img/p.png)\n",
    "content/docs/_img/p.png": png(3, 4),
  });
  expect(pagesIn(root)).toBe("about docs  team");
  expect(readOutput(root, "index.html")).toContain("<h1>From a part</h1>");
  expect(sidebarOf(root, "about")).toEqual([]);
});

test.each([
  ["does not compile", "export default () => <h1>;", "1:27", 'Unexpected end of file before a closing "h1" tag'],
  ["imports what is not there", 'import "./gone.ts";', "1:8", 'Could not resolve "./gone.ts"'],
  [
    "imports a package that is not installed",
    'import { a } from "@some/package/a.js";\nexport const load = () => a;\nexport default () => null;',
    "1:19",
    'Could not resolve "@some/package/a.js"\n    hint: run npm install; if package.json doesn\'t list the package: npm install --save-dev @some/package',
  ],
  [
    "uses what browsers lack",
    'import { sep } from "node:path";\nexport default () => sep;',
    "1:21",
    "uses node:path in the browser",
  ],
  ["throws when loaded", 'throw new Error("no luck");', "1:7", "throws while it is loaded on the server: no luck"],
  ["throws when rendered", 'export default () => { throw new Error("no luck"); };', "1:30", "no luck"],
  [
    "exports nothing",
    "export const a = 1;",
    "1:1",
    "has no default export\n    hint: export the page's component as default",
  ],
  [
    "imports from Docusaurus",
    'import Link from "@docusaurus/Link";\nexport default () => <Link to="/" />;',
    "1:18",
    'Could not resolve "@docusaurus/Link"\n    hint: Link, useUrl, useSite and useTranslate are in "docgen/theme"',
  ],
  [
    "imports by an alias",
    'import x from "@site/x.json";\nexport default () => x;',
    "1:15",
    "hint: write the path from this file",
  ],
  [
    "exports no function as load",
    'export const load = "x";\nexport default () => null;',
    "1:1",
    "exports load, which must be a function",
  ],
  [
    "loads what JSON cannot hold",
    "export const load = () => 10n;\nexport default () => null;",
    "1:1",
    "load() returns a value that JSON can't represent: Do not know how to serialize a BigInt",
  ],
  [
    "would be a draft in Markdown",
    "export const draft = true;\nexport default () => null;",
    "1:1",
    "exports draft, which has no effect\n    hint: a React page can export title, description, scripts and load",
  ],
])("a React page that %s is an error that names it", async (_, code, place, message) => {
  const root = makeSite({ ...docs("a"), "content/pages/p.tsx": code });
  const run = await command("build", "--root", root);
  expect(run.stderr).toMatch(new RegExp(`^content/pages/p\\.tsx:${place} {2}error {2}`));
  expect(run.stderr).toContain(message);
  expect(run.code).toBe(1);
});

test("a React page that renders nothing is a warning", async () => {
  const root = makeSite({ ...docs("a"), "content/pages/p.tsx": "export default () => { <p>Text</p>; };\n" });
  const { code, stderr } = await command("build", "--root", root);
  expect(stderr).toContain("content/pages/p.tsx:1:1  warning  renders nothing on the server: ");
  expect(code).toBe(0);
});

describe("files", () => {
  test("beside pages get hashed names and pictures their size; static files stay as they are", async () => {
    const root = await buildSite({
      "content/docs/a/my pic.png": png(30, 20),
      "content/docs/a/data.csv": "a,b\n",
      "content/docs/a/index.md":
        '![p](<./my pic.png>) <img src="my%20pic.png" width="15"> ![s](/img/s.svg) [d](./data.csv)\n',
      "content/docs/b/copy.md": "![p](../a/my%20pic.png)\n",
      "content/static/img/s.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="8"/>',
      "content/static/.nojekyll": "1",
      "content/static/_own/.well-known/x.txt": "2",
    });
    const files = [...readTree(join(root, "build")).keys()].filter((file) => file.startsWith("assets/media/"));
    const [data, picture, ...others] = files.map((file) => `/${file.replace(" ", "%20")}`);
    expect(data).toMatch(/^\/assets\/media\/data-[0-9a-f]{8}\.csv$/);
    expect(picture).toMatch(/^\/assets\/media\/my%20pic-[0-9a-f]{8}\.png$/);
    expect(others).toEqual([]);
    const html = articleOf(readOutput(root, "docs/a/index.html"));
    expect(html).toContain(`<img src="${picture}" width="30" height="20" alt="p"`);
    expect(html).toContain(`<img src="${picture}" width="15">`);
    expect(html).toContain('<img src="/img/s.svg" width="7" height="8" alt="s"');
    expect(html).toContain(`<a href="${data}">d</a>`);
    expect(articleOf(readOutput(root, "docs/b/copy/index.html"))).toContain(`src="${picture}"`);
    expect(readOutput(root, ".nojekyll") + readOutput(root, "_own/.well-known/x.txt")).toBe("12");
  });

  test("with @2x or @3x at the end of their name are pictures shown at half or a third of their pixels", async () => {
    const root = await buildSite({
      "content/docs/a/chart@2x.png": png(31, 20),
      "content/docs/a/chart@4x.png": png(31, 20),
      "content/docs/a/wide@2x.png": png(1400, 10),
      "content/docs/a/wider@2x.png": png(1412, 10),
      "content/docs/a/index.md": [
        "---\nimage: /img/s@3x.png\n---\n",
        '![p](./chart@2x.png) <img src="chart@2x.png" alt="raw"> ![four](./chart@4x.png)\n',
        "![s](/img/s@3x.png)\n\n![wide](./wide@2x.png)\n\n![wider](./wider@2x.png)\n",
      ].join("\n"),
      "content/static/img/s@3x.png": png(31, 1),
    });
    const page = readOutput(root, "docs/a/index.html");
    const sizes = [...articleOf(page).matchAll(/<img src="[^"]+" width="(\d+)" height="(\d+)" alt="(\w+)"/g)];
    expect(sizes.map(([, width, height, alt]) => `${alt} ${width}x${height}`)).toEqual([
      "p 16x10",
      "raw 16x10",
      "four 31x20",
      "s 10x1",
      "wide 700x5",
      "wider 706x5",
    ]);
    // Only what is wider than the text on the page is linked to its file.
    expect([...articleOf(page).matchAll(/<a href="[^"]+"><img [^>]*alt="(\w+)"/g)].map(([, alt]) => alt)).toEqual([
      "wider",
    ]);
    // Previews elsewhere need the size of the file.
    expect(page).toContain('<meta property="og:image:width" content="31"');
  });

  test("that editors and systems leave beside pages are not published", async () => {
    const left = [".DS_Store", ".a.md.swp", "a.md~", ".hidden.md"].map((name) => [`content/docs/${name}`, "x"]);
    const root = await buildSite({ ...docs("a"), ...Object.fromEntries(left) });
    const files = [...readTree(join(root, "build")).keys()];
    expect(files.filter((file) => /DS_Store|swp|~|hidden|media/.test(file))).toEqual([]);
  });

  test("that are pictures in headings keep their address, also in the table of contents", async () => {
    const source = "# ![p](./p.png) Title\n\n## ![p](./p.png) Part\n";
    const root = await buildSite({ "content/docs/a.md": source, "content/docs/p.png": png(3, 4) });
    const html = readOutput(root, "docs/a/index.html");
    expect(html).not.toMatch(/[\u0080\u0081]/);
    expect(html).toMatch(/<h1[^>]*><img src="\/assets\/media\/p-\w+\.png"/);
  });

  test("are not mistaken for the marks of docgen's own links, wherever a text has such characters", async () => {
    const marks = "\u00800\u0081 and \u00810\u0080";
    const root = await buildSite({
      "site.config.ts": `export default { title: "T", url: "https://example.com", vars: { odd: ${JSON.stringify(marks)} } };\n`,
      "content/docs/a.md": `---\ntitle: "A \`${marks}\`"\n---\n\n[b](./b.md) own ${marks} {vars.odd}\n\n<Include file="./_part.md" />\n\n<<< ./_code.js\n`,
      "content/docs/_part.md": `Part ${marks}\n`,
      "content/docs/_code.js": `"${marks}";\n`,
      "content/docs/b.md": "# B\n",
    });
    const html = articleOf(readOutput(root, "docs/a/index.html"));
    expect(html).not.toMatch(/[\u0080\u0081]/);
    expect(html.match(/href="\/docs\/b"/g)).toHaveLength(1);
    expect(readOutput(root, "docs/a.md").match(/https:\/\/example\.com\/docs\/b/g)).toHaveLength(1);
  });

  test("that are no pictures but are named so are a warning", async () => {
    const root = makeSite({ "content/docs/a.md": "![p](./p.png)\n", "content/docs/p.png": "not a picture" });
    expect((await problemsOf(root))[0]).toBe(
      "content/docs/p.png:1:1  warning  can't read the size of the image: unsupported file type",
    );
  });

  test("that are links: loops and folders are left out with a warning, one out of the root is an error", async () => {
    const root = makeSite({ ...docs("a"), "shared/b.md": "# From elsewhere\n" });
    const outside = join(temporaryFolder(), "secret.md");
    writeFileSync(outside, "# Secret\n");
    symlinkSync("loop.md", join(root, "content/docs/loop.md"));
    symlinkSync("..", join(root, "content/docs/up"));
    symlinkSync("../../shared/b.md", join(root, "content/docs/b.md"));
    const warnings = [
      "content/docs/loop.md:1:1  warning  broken or circular symbolic link; ignored",
      "content/docs/up:1:1  warning  symbolic link to a folder; ignored",
    ];
    expect(await problemsOf(root)).toEqual(warnings);
    expect(readOutput(root, "docs/b/index.html")).toContain(">From elsewhere</h1>");
    symlinkSync(outside, join(root, "content/docs/c.md"));
    const error = "content/docs/c.md:1:1  error  symbolic link points outside the site's root folder";
    expect(await problemsOf(root)).toEqual([error, ...warnings]);
  });
});

describe("two things at one place are an error:", () => {
  test("a static file and what docgen writes, also where only case differs", async () => {
    const files = ["404.html", "assets/x.js", "docgen-manifest.json", "docs/Index.html", "search-index-x.json"];
    const statics = Object.fromEntries(files.map((file) => [`content/static/${file}`, ""]));
    expect(await problemsOf(makeSite({ ...docs("index"), ...statics }))).toEqual(
      files.map((file) => {
        const taken = `file ${file} is also used by content/docs/index.md (route /docs/)`;
        const message = file.startsWith("docs/") ? taken : `docgen generates ${file}`;
        return `content/static/${file}:1:1  error  ${message}`;
      }),
    );
  });

  test("a static file and any file that docgen writes: below it as if it were a folder, or in its place", async () => {
    const files = {
      ...docs("index", "guide/a"),
      "site.config.ts": `export default { title: "T", url: "https://example.com", favicon: "/icon.svg", serviceWorker: true,
  redirects: [{ from: "/old", to: "/docs/" }] };\n`,
      "content/static/icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n',
      "content/blog/2026-01-02-first.md": "# First\n",
    };
    const root = await buildSite(files);
    const { files: written } = JSON.parse(readOutput(root, "docgen-manifest.json")) as { files: string[] };
    // A site's own files take the place of the page of the search.
    const own = [...written, "docgen-manifest.json"].filter(
      (file) => file !== SEARCH && !/^assets\/|^icon\.svg$/.test(file),
    );
    expect(own.length).toBeGreaterThan(30);
    writeFiles(root, Object.fromEntries(own.map((file) => [`content/static/${file}/x`, ""])));
    const { code, stderr } = await command("build", "--root", root);
    expect(code, stderr).toBe(1);
    const unnamed = own.filter((file) => !stderr.includes(`content/static/${file}/x:1:1  error  `));
    expect(unnamed).toEqual([]);
    const other = makeSite({ ...files, "content/static/sw.js": "", "content/static/Robots.TXT": "" });
    expect(await problemsOf(other)).toEqual([
      "content/static/Robots.TXT:1:1  error  docgen generates robots.txt",
      "content/static/sw.js:1:1  error  docgen generates sw.js",
    ]);
  });

  test.each([
    ["a static file and a folder of pages", "content/static/docs"],
    ["a page and the 404 page", "content/pages/404.md"],
  ])("%s", async (_, path) => {
    const { code, stderr } = await command("build", "--root", makeSite({ ...docs("index"), [path]: "# Mine\n" }));
    expect(stderr.split("\n")[0]).toMatch(/^content\S+:1:1 {2}error {2}/);
    expect(stderr.split("\n")[0]).toContain(path);
    expect(code).toBe(1);
  });
});

test("names that some systems cannot hold are errors, at the slug where that makes them", async () => {
  const statics = { "content/static/aux.txt": "", "content/static/end.": "" };
  const root = makeSite({ ...docs("con", "a:b"), ...statics, "content/docs/q.md": page("title: Q", "slug: what?") });
  const places = ["docs/a:b.md:1", "docs/con.md:1", "docs/q.md:3", "static/aux.txt:1", "static/end.:1"];
  const names = ["a:b", "con", "what?", "aux.txt", "end."];
  expect(await problemsOf(root)).toEqual(
    places.map(
      (place, index) => `content/${place}:1  error  "${names[index]}" is not a valid file name on every system`,
    ),
  );
});
