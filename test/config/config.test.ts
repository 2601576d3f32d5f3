import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { placeFailure } from "../../src/config/item-place.ts";
import { Failure } from "../../src/shared/failure.ts";
import { command } from "../helpers/command.ts";
import { makeSite, readOutput, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const PAGE = { "content/docs/index.md": "# Start\n", "content/static/index.html": "Home\n" };
const BASE = 'title: "T", url: "https://example.com"';

/** Standard error of a build with a configuration, and how it ended. */
async function buildWith(config: string) {
  const root = makeSite({ ...PAGE, "site.config.ts": config });
  const { code, stderr } = await command("build", "--root", root);
  return { code, lines: unplaced(stderr).trimEnd().split("\n") };
}

test("every error is given at once, each naming its item", async () => {
  const { code, lines } = await buildWith(`export default {
    titel: "X",
    url: "example.com",
    baseUrl: "/docs",
    colorMode: { defaultMode: "darkk" },
    navbar: { items: [
      { label: "A", to: "/docs/" },
      { type: "doc" },
      { type: "docSidebr", sidebarId: "tutorialSidebar" },
      { label: "B", to: "/x", postion: "left" },
    ] },
    footer: { links: [{ title: "T", items: [{ label: 3 }] }] },
    blog: { postsPerPage: 0, blogSidebarCount: 1.5 },
    search: { synonyms: [["alone"]] },
    headers: { "X Y": "a" },
    outputs: [{ name: "list", files: 1, make: () => "" }],
    sidebarPath: "sidebars.js", postsPerPage: 3,
  };`);
  expect(code).toBe(2);
  expect(lines.map((line) => line.replace(/^error\s+site\.config\.ts: /, ""))).toEqual([
    'url: must be an origin such as "https://example.com", but is "example.com"',
    'baseUrl: must begin and end with "/", but is "/docs"',
    'colorMode.defaultMode: unknown value "darkk"; did you mean "dark"?',
    'navbar.items[1]: "docId" is missing',
    'navbar.items[2]: unknown type "docSidebr"; did you mean "docSidebar"?',
    'navbar.items[3]: unknown key "postion"; did you mean "position"?',
    "footer.links[0].items[0].label: must be text, but is 3",
    "blog.postsPerPage: must be >=1, but is 0",
    "blog.blogSidebarCount: must be a whole number, but is 1.5",
    "search.synonyms[0]: must contain at least 2, but contains 1",
    'headers["X Y"]: must be the name of a header, but is "X Y"',
    "outputs[0].files: must be a function, but is 1",
    'configuration: unknown key "titel"; did you mean "title"?',
    'configuration: unknown key "sidebarPath"; did you mean "docs[0].sidebars"?',
    'configuration: unknown key "postsPerPage"; did you mean "blog.postsPerPage"?',
  ]);
});

test("a key that only items of another type have is told with that type", async () => {
  const { lines } = await buildWith(`export default {
    title: "X",
    url: "https://example.com",
    navbar: { items: [
      { docId: "index", label: "A" },
      { doc: "index", label: "A" },
      { type: "doc", docId: "index", sidebarId: "x" },
      { label: "A", to: "/docs/", odd: 1 },
    ] },
  };`);
  expect(lines.map((line) => line.replace(/^error\s+site\.config\.ts: /, ""))).toEqual([
    'navbar.items[0]: unknown key "docId"; it needs type: "doc"',
    'navbar.items[1]: unknown key "doc"; did you mean "docId", with type: "doc"?',
    'navbar.items[2]: unknown key "sidebarId"; it needs type: "docSidebar"',
    'navbar.items[3]: unknown key "odd" (valid: type, label, to, href, position)',
  ]);
});

test("a list in place of an object is an error, as are values that would have no effect", async () => {
  const lists = await buildWith(`export default {
    ${BASE}, navbar: [], vars: ["a"], docs: [{ versions: [] }], blog: [], footer: { links: [[]] }, highlight: { aliases: [] },
  };`);
  expect(lists).toEqual({
    code: 2,
    lines: ["navbar", "vars", "docs[0].versions", "blog", "footer.links[0]", "highlight.aliases"].map(
      (item) => `error  site.config.ts: ${item}: must be an object, but is a list`,
    ),
  });
  const { lines } = await buildWith(`export default {
    title: " ", url: "https://example.com",
    redirects: [{ from: [], to: "/docs/" }],
    vars: { "a b": "c" },
    docs: [{ editUrl: "edit/", routeBasePath: "../x" }],
    serve: { allowedHosts: ["https://example.org"] },
    analytics: { variant: "gtag", trackingId: "" },
    announcementBar: { content: "" },
    favicon: "",
  };`);
  expect(lines.map((line) => line.replace(/^error\s+site\.config\.ts: /, "")).sort()).toEqual([
    'analytics.trackingId: must not be empty, but is ""',
    'announcementBar.content: must not be empty, but is ""',
    'docs[0].editUrl: must be a URL such as "https://example.com/edit/main/", but is "edit/"',
    'docs[0].routeBasePath: must be part of a route, without ?, #, \\ and dots alone, but is "../x"',
    'favicon: must not be empty, but is ""',
    "redirects[0].from: must contain at least 1, but contains 0",
    'serve.allowedHosts[0]: must be a host name such as "docs.example.com", without scheme and port, but is "https://example.org"',
    'title: must not be empty, but is " "',
    'vars["a b"]: must be a name of letters, digits and _ for {vars.name}, but is "a b"',
  ]);
});

test("files that import each other in a circle are told in order", async () => {
  const root = makeSite({
    ...PAGE,
    "site.config.ts":
      'import { items } from "./a.ts";\nexport const title = "T";\nexport default { title, navbar: { items } };',
    "a.ts": 'import { more } from "./b.ts";\nexport const items = [...more];',
    "b.ts": 'import { title } from "./site.config.ts";\nexport const more = [{ label: title, to: "/" }];',
  });
  const itself = await command("build", "--root", root);
  const all = "site.config.ts > a.ts > b.ts > site.config.ts";
  expect(itself).toMatchObject({ code: 2, stderr: expect.stringContaining(`imports itself: ${all}; move what`) });
  writeFiles(root, { "b.ts": 'import { items } from "./a.ts";\nexport const more = [...items];' });
  const other = await command("build", "--root", root);
  expect(other.stderr).toContain("items is not iterable (b.ts:2:25); files import each other: a.ts > b.ts > a.ts\n");
});

test("dropdowns and columns that show nothing are errors", async () => {
  const { code, lines } = await buildWith(`export default {
    title: "X",
    url: "https://example.com",
    navbar: { items: [
      { type: "dropdown", label: "A", items: [] },
      { type: "dropdown", label: "A", items: [{ label: "a", to: "/", value: "x" }, { type: "html" }, { to: "/" }] },
    ] },
    footer: { links: [{ title: "A", items: [] }] },
  };`);
  expect(code).toBe(2);
  expect(lines.map((line) => line.replace(/^error\s+site\.config\.ts: /, ""))).toEqual([
    "navbar.items[0].items: must contain at least 1, but contains 0",
    'navbar.items[1].items[0]: unknown key "value"; it needs type: "html"',
    'navbar.items[1].items[1]: "value" is missing',
    'navbar.items[1].items[2]: "label" is missing',
    "footer.links[0].items: must contain at least 1, but contains 0",
  ]);
  const others = await buildWith(`export default {
    title: "X",
    url: "https://example.com",
    navbar: { items: [
      { type: "dropdown", label: " ", to: "/", href: "https://a.b", items: [{ label: "a" }] },
    ] },
  };`);
  expect(others.lines.map((line) => line.replace(/^error\s+site\.config\.ts: /, ""))).toEqual([
    'navbar.items[0]: "label" is missing',
    'navbar.items[0]: set either "to" (a route) or "href" (an external URL)',
    'navbar.items[0].items[0]: set either "to" (a route) or "href" (an external URL)',
  ]);
});

test("a key with letters left out, or only its beginning, is told with what was meant", async () => {
  const { lines } = await buildWith(`export default {
    title: "X", url: "https://example.com", tagln: "T", desc: "D", colr: "C", "x": 1,
  };`);
  expect(lines.map((line) => /; did you mean "(.*)"\?/.exec(line)?.[1])).toEqual([
    "tagline",
    "description",
    undefined,
    undefined,
  ]);
});

test.each([
  ['docs: [{ folder: "static" }]', 'docs[0].folder: "static" is already used by content/static'],
  ['docs: [{ folder: "blog" }]', 'docs[0].folder: "blog" is already used by blog'],
  ['docs: [{ folder: "../docs" }]', "docs[0].folder: must be the name of a folder in content/"],
  ['docs: [{ folder: "a/_b" }]', "docs[0].folder: must be the name of a folder in content/"],
  ['blogs: [{ id: "n", path: "_n" }]', "blogs[0].path: must be the name of a folder in content/"],
  ['blogs: [{ id: "_n" }]', "blogs[0].id: must begin with a letter or digit"],
])("a folder that docgen would not read is an error: %s", async (fields, message) => {
  const { code, lines } = await buildWith(`export default { title: "T", url: "https://example.com", ${fields} };`);
  expect([code, lines]).toEqual([2, [expect.stringContaining(message)]]);
});

test("fields are checked against each other", async () => {
  const { code, lines } = await buildWith(`export default { title: "T", url: "https://example.com",
    docs: [{}, { id: "default", folder: "more", routeBasePath: "more", sidebarId: "moreSidebar" }],
    navbar: { items: [{ type: "docSidebar", sidebarId: "tutorialSidbar" }, { type: "doc", docId: "x", docsPluginId: "api" }, { label: "L" }] },
    footer: { links: [{ label: "A" }] },
    i18n: { defaultLocale: "de" },
  };`);
  expect(code).toBe(2);
  expect(lines).toEqual([
    'error  site.config.ts: docs[1].id: "default" is already used by docs[0]',
    'error  site.config.ts: navbar.items[0]: no sidebar "tutorialSidbar"; did you mean "tutorialSidebar"?',
    'error  site.config.ts: navbar.items[1]: no docs with the id "api" (valid: default, default)',
    'error  site.config.ts: navbar.items[2]: set either "to" (a route) or "href" (an external URL)',
    'error  site.config.ts: footer.links[0]: set either "to" (a route) or "href" (an external URL)',
    'error  site.config.ts: i18n.defaultLocale: "de" is not among i18n.locales (en)',
  ]);
});

test("a navbar item that leads nowhere is an error that lists what there is", async () => {
  const { code, lines } = await buildWith(`export default { title: "T", url: "https://example.com",
    docs: [{}, { id: "more", folder: "more", routeBasePath: "more", sidebarId: "moreSidebar" }],
    navbar: { items: [{ type: "doc", docId: "indx" }, { type: "docSidebar", sidebarId: "moreSidebar" }] } };`);
  expect(code).toBe(2);
  expect(lines).toEqual([
    'error  site.config.ts: navbar.items[0]: no doc "indx"; did you mean "index"?',
    'error  site.config.ts: navbar.items[1]: sidebar "moreSidebar" contains no link',
  ]);
});

test.each([
  ["a syntax error", "export default {\n  title: \n};", 'site.config.ts:3:1  error  Unexpected "}"'],
  ["an exception", 'throw new Error("no luck");', "site.config.ts:1:7  error  throws while it is read: no luck"],
  ["no export", "const a = 1;", 'error  site.config.ts: exports nothing; write "export default defineConfig({ … })"'],
  [
    "a missing import",
    'import "./gone.ts"; export default {};',
    'site.config.ts:1:8  error  Could not resolve "./gone.ts"',
  ],
])("%s in the configuration is one message, exit code 2", async (_, config, message) => {
  const { code, lines } = await buildWith(config);
  expect(lines).toEqual([message]);
  expect(code).toBe(2);
});

test.each(["build", "check-links", "check-samples", "draw", "search word", "serve --port 0"])(
  "docgen %s names a root without a configuration, and leaves nothing there",
  async (words) => {
    const root = temporaryFolder();
    const { code, stdout, stderr } = await command(...words.split(" "), "--root", root);
    expect(stdout + stderr).toContain(
      "site.config.ts: not found; set the folder of the site with --root, or run docgen init to create a site",
    );
    expect(code).toBe(2);
    expect(readdirSync(root)).toEqual([]);
  },
);

test("a configuration that is a folder, or has another ending, is told, and nothing is left there", async () => {
  const said = async (name: string) => {
    const root = temporaryFolder();
    writeFiles(root, { [name]: "export default {};\n" });
    const before = readdirSync(root);
    const runs = ["build", "check-links"].map((word) => command(word, "--root", root));
    const [first, second] = await Promise.all(runs);
    expect(second).toEqual(first);
    expect(readdirSync(root)).toEqual(before);
    return [first?.code, first?.stderr.replace(root, "")];
  };
  expect(await said("site.config.mjs")).toEqual([
    2,
    "error  /site.config.ts: not found; rename site.config.mjs to it\n",
  ]);
  expect(await said("site.config.ts/index.ts")).toEqual([
    2,
    "error  /site.config.ts: is a folder; replace it with a configuration file\n",
  ]);
});

test("an unknown command or option is the caller's fault", async () => {
  expect((await command("bild")).code).toBe(2);
  for (const words of [
    ["bild", "--help"],
    ["help", "bild"],
  ] as const) {
    const { code, stderr } = await command(...words);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error {2}unknown command 'bild'\n\(Did you mean build\?\)/),
    ]);
  }
  const nonsense = await command("build", "--nonsense");
  expect([nonsense.code, nonsense.stderr]).toEqual([
    2,
    "error  unknown option '--nonsense'\n    hint: `docgen build --help` lists its arguments and options\n",
  ]);
  expect((await command("build", "--base-url", "x")).stderr).toContain('--base-url: "x" must begin and end with "/"');
});

test("a base URL and an origin are what addresses have as they are", async () => {
  for (const given of [
    "/a/../b/",
    "/./",
    "/a//b/",
    "//a.example/",
    "/a b/",
    "/a?b/",
    "/a#b/",
    "/%2e%2e/",
    "/*/",
    "/ä/",
    "/\\/",
  ]) {
    const run = await command("build", "--base-url", given);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(`"${given}" must be names between "/"`)]);
  }
  const { code, lines } = await buildWith(
    'export default { title: "T", url: "https://a.example?b", baseUrl: "/a/../b/" };',
  );
  expect([code, lines.join()]).toEqual([2, expect.stringMatching(/url: must be an origin.*baseUrl: must be names/)]);
});

test("what is no data, or too much of it, is an error that names its item", async () => {
  const faulty: readonly (readonly [item: string, body: string, before?: string])[] = [
    ["tagline", 'get tagline() { throw new Error("no"); }'],
    ["customFields.c.a[0].c", "customFields: { c }", "const c = {}; c.a = [{ c }];"],
    ["customFields.big", "customFields: { big: 1n }"],
    ["customFields.list[1]", "customFields: { list: [1, () => 1] }"],
    ["customFields.deep", "customFields: { deep }", "let deep = []; for (let i = 0; i < 20_000; i++) deep = [deep];"],
    ["configuration", "customFields: { wide }", "let wide = []; for (let i = 0; i < 60; i++) wide = [wide, wide];"],
    [
      "vars",
      'vars: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => ["v" + index, text]))',
      'const text = "x".repeat(1_000_000);',
    ],
  ];
  const runs = faulty.map(async ([item, body, before = ""]) => {
    const { code, lines } = await buildWith(`${before} export default { ${BASE}, ${body} };`);
    expect([code, lines.length, lines[0]]).toEqual([2, 1, expect.stringContaining(`error  site.config.ts: ${item}`)]);
  });
  await Promise.all(runs);
  const kept = "customFields: { date: new Date(0), pattern: /x/, none: undefined, list: [null, { a: true }] }";
  expect(await buildWith(`export default { ${BASE}, ${kept} };`)).toEqual({ code: 0, lines: [""] });
});

test("addresses that run code, policies and headers of more than one entry, patterns and HTML are errors", async () => {
  const faulty: readonly (readonly [item: string, body: string])[] = [
    ["navbar.items[0].href", 'navbar: { items: [{ label: "L", href: "javascript:alert(1)" }] }'],
    [
      "navbar.items[0].items[0].to",
      'navbar: { items: [{ type: "dropdown", label: "L", items: [{ label: "M", to: " JavaScript:x" }] }] }',
    ],
    ["navbar.logo.href", 'navbar: { logo: { src: "/l.svg", href: "vbscript:x" } }'],
    ["navbar.logo.src", 'navbar: { logo: { src: "data:text/html,x" } }'],
    ["footer.links[0].href", 'footer: { links: [{ label: "L", href: "java\\nscript:x" }] }'],
    ["docs[0].editUrl", 'docs: [{ editUrl: "javascript:x" }]'],
    ["favicon", 'favicon: "data:text/html,x"'],
    ["scripts[0].src", 'scripts: [{ src: "data:text/javascript,x" }]'],
    [
      "contentSecurityPolicy.frame-src[0]",
      'contentSecurityPolicy: { "frame-src": ["https://a.example; script-src *"] }',
    ],
    ["contentSecurityPolicy", 'contentSecurityPolicy: { "frame-src x; script-src": ["*"] }'],
    ["headers.X-Own", 'headers: { "X-Own": "a\\u0000b" }'],
    ['redirects[0].from: hosts interpret "/old/*" as a pattern', 'redirects: [{ from: "/old/*", to: "/docs/" }]'],
    ['redirects[0].from: hosts interpret "/:x" as a pattern', 'redirects: [{ from: "/:x", to: "/docs/" }]'],
    ["vars.release", 'vars: { release: "<img src=x onerror=alert(1)>" }'],
    ["tagline: must not contain control characters", 'tagline: "a\\u0007b"'],
    ["tableOfContents: minHeadingLevel is above maxHeadingLevel", "tableOfContents: { minHeadingLevel: 4 }"],
  ];
  const runs = faulty.map(async ([item, body]) => {
    const { code, lines } = await buildWith(`export default { ${BASE}, ${body} };`);
    expect([code, lines.length, lines[0]]).toEqual([2, 1, expect.stringContaining(`error  site.config.ts: ${item}`)]);
  });
  await Promise.all(runs);
  const fine = 'navbar: { logo: { src: "data:image/svg+xml,%3Csvg/%3E" } }, vars: { less: "a < b" }';
  expect((await buildWith(`export default { ${BASE}, ${fine} };`)).code).toBe(0);
});

test("languages that nothing highlights are errors, by whatever name they go", async () => {
  const build = (highlight: string) => buildWith(`export default { ${BASE}, highlight: { ${highlight} } };`);
  const faulty = await build('additionalLanguages: ["rust", "csharpp", "Log"], aliases: { log: "bahs", Term: "bash" }');
  expect(faulty).toEqual({
    code: 2,
    lines: [
      'error  site.config.ts: highlight.additionalLanguages[1]: no highlighting for "csharpp"; did you mean "csharp"?',
      'error  site.config.ts: highlight.aliases["log"]: no highlighting for "bahs"; did you mean "bash"?',
    ],
  });
  const root = makeSite({
    "content/docs/index.md": "# Start\n\n```TERM\nif true; then echo; fi\n```\n",
    "content/static/index.html": "Home\n",
    "site.config.ts": `export default { ${BASE}, highlight: { additionalLanguages: ["Rust", "term", "text"], aliases: { Term: "Bash" } } };`,
  });
  expect(await command("build", "--root", root)).toMatchObject({ code: 0, stderr: "" });
  expect(readOutput(root, "docs/index.html")).toMatch(/<span class="[^"]+">if <\/span>/);
});

test.runIf(IS_WEEKLY)("the root may be called as it likes", async () => {
  const runs = ["*star", "a?b#c", "50%41", "a\\b\"c'd", "[a]{b,c}"].map(async (name) => {
    const root = join(temporaryFolder(), name);
    writeFiles(root, {
      ...PAGE,
      "lib.ts": 'export const title = "Shared";\n',
      "site.config.ts": 'import { title } from "./lib";\nexport default { title, url: "https://example.com" };\n',
      "content/pages/page.tsx":
        'import { title } from "../../lib";\nexport default function Page() { return <p>{title}</p>; }\n',
    });
    const { code, stderr } = await command("build", "--root", root);
    expect([name, code, stderr]).toEqual([name, 0, ""]);
    expect(readOutput(root, "page/index.html")).toContain("<p>Shared</p>");
  });
  await Promise.all(runs);
});

test("comments in a list, and what is spread into it, don't move the places of its items", async () => {
  const { stderr } = await command(
    "build",
    "--root",
    makeSite({
      ...PAGE,
      "site.config.ts": `const more = [{ label: "A", to: "/" }, { label: "B", to: "/" }];
export default { ${BASE},
  navbar: { items: [
    // The first.
    null, /* Another. */
    { label: "B", tto: "/" },
  ] },
  footer: { links: [...more, { label: "C", tto: "/" }] },
};
`,
    }),
  );
  expect(
    [...stderr.matchAll(/^site\.config\.ts:(\d+:\d+) {2}error {2}([\w.[\]]+)/gm)].map(([, ...found]) => found),
  ).toEqual([
    ["5:5", "navbar.items[0]"],
    ["6:19", "navbar.items[1]"],
    ["8:13", "footer.links[2]"],
  ]);
});

test("faults stand at the place of their item, in the file that it is written in", () => {
  const sources = new Map([
    [
      "site.config.ts",
      'import { redirects } from "./more.ts";\nconst nav = { items: [\n  { to: "/" },\n  { type: "x" }] };\nexport default defineConfig({\n  navbar: nav,\n  "docs": { versions: { "1.0": { path: "?" } } },\n  odd: 1,\n  redirects,\n  made: make(1),\n} satisfies UserConfig);\n',
    ],
    ["more.ts", "export const redirects = [\n  { from: 1 }, ...others];\n"],
  ]);
  const faults = {
    "navbar.items[1]: unknown type": "4:3",
    "navbar.items[1].type: is wrong": "4:5",
    'docs[0].versions["1.0"].path: is wrong': "7:34",
    'configuration: unknown key "odd"; did you mean': "8:3",
    "made.up[3]: is code": "10:3",
    'configuration: "title" is missing': "",
    "redirects[0].from: is in another file": "more.ts:2:5",
    "redirects[7]: is not in the list": "9:3",
  };
  const told = new Failure(
    2,
    Object.keys(faults)
      .map((text) => `site.config.ts: ${text}`)
      .join("\n"),
  );
  const { message } = placeFailure(told, sources) as Failure;
  const expected = Object.entries(faults).map(([text, place]) => {
    const path = place.includes(".ts") ? place : place === "" ? "site.config.ts" : `site.config.ts:${place}`;
    return `${path}: ${text}`;
  });
  expect(message.split("\n")).toEqual(expected);
});
