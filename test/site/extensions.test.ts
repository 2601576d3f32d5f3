import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { command } from "../helpers/command.ts";
import {
  articleOf,
  buildSite,
  type Files,
  makeSite,
  PROJECT,
  readOutput,
  readTree,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";
import { get, serve } from "../helpers/watch.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

/** A site that uses every door. */
const FIXTURE = join(PROJECT, "test/fixtures/extensions");

function copyFixture(): string {
  const root = temporaryFolder();
  cpSync(FIXTURE, root, { recursive: true });
  return root;
}

const edit = (root: string, path: string, from: string, to: string) => {
  const text = readFileSync(join(root, path), "utf8");
  expect(text).toContain(from);
  writeFiles(root, { [path]: text.replace(from, to) });
};

describe("a site that extends docgen", () => {
  test("has the work of its plugins, components, checks, outputs, templates and loads in its pages, and after an edit what a clean build makes", async () => {
    const root = copyFixture();
    const run = await command("build", "--root", root);
    expect(run).toMatchObject({ code: 0 });
    for (const page of ["index.html", "docs/index.html", "404.html"]) {
      expect(readOutput(root, page)).toMatch(/<p class="own-footer">Made for .*Extended<\/p><footer/);
    }
    expect(readOutput(root, "index.html")).toContain("list.txt");
    const links = await command("check-links", "--root", root);
    expect([links.code, links.stderr]).toEqual([0, expect.stringContaining("something is left to do  [no-todo]")]);
    const warm = await command("build", "--root", root);
    expect(warm.stderr).toBe(run.stderr);

    edit(root, "plugins/shout.ts", "toUpperCase()", "toLowerCase()");
    edit(root, "components/Rating.tsx", "★", "☆");
    edit(root, "templates/Footer.tsx", "Made for", "Written for");
    edit(root, "data/list.txt", "two", "three");
    edit(root, "checks/no-todo.ts", "something is left", "work is left");
    expect((await command("build", "--root", root)).stderr).toContain("work is left to do");
    expect((await command("build", "--root", root, "--no-cache", "--out", "clean")).code).toBe(0);
    expect(readTree(join(root, "build"))).toEqual(readTree(join(root, "clean")));
    expect(readOutput(root, "docs/index.html")).toContain('<strong class="shout">loud</strong>');
    expect(readOutput(root, "index.html")).toContain('"three"');
  });

  test("is served with each edit of an extension, and told of its faults at their lines until they are mended", async () => {
    const root = copyFixture();
    const server = await serve(root);
    const page = async () => (await get(`${server.address}/docs/`)).body;
    expect(await page()).toContain("LOUD");
    edit(root, "plugins/shout.ts", "toUpperCase()", "toLowerCase()");
    await expect.poll(page).toContain('<strong class="shout">loud</strong>');
    edit(root, "components/Rating.tsx", '"★".repeat(stars)', '"★".repeat(nothing.here)');
    await server.said(/components\/Rating\.tsx:11:\d+ {2}error .*nothing is not defined/);
    edit(root, "components/Rating.tsx", "nothing.here", "stars + 1");
    await expect.poll(page).toContain("★★★★");
    edit(root, "templates/Footer.tsx", "Made for", "Written for");
    await expect.poll(page).toContain("Written for");
    expect((await get(`${server.address}/data/pages.json`)).body).toContain('"/docs/other"');
    const home = async () => (await get(`${server.address}/`)).body;
    expect(await home()).toContain('"lines":["one","two"]');
    edit(root, "data/list.txt", "two", "three");
    await expect.poll(home).toContain('"lines":["one","three"]');
    edit(root, "data/words.json", "Show", "Reveal");
    await expect.poll(home).toContain("Reveal");
  });
});

test("a component inside a text that would end its paragraph in browsers is a warning at its line", async () => {
  const root = copyFixture();
  writeFiles(root, {
    "content/docs/other.md": "# Other\n\n## Rated <Rating stars={2}>*b*</Rating>\n\n- a\n  <Rating stars={1} /> b\n",
  });
  const { code, stderr } = await command("build", "--root", root);
  const fault = "warning  <Rating> renders a <div>, which ends the paragraph that it is in";
  expect([code, stderr]).toEqual([0, expect.stringContaining(`content/docs/other.md:3:1  ${fault}`)]);
  expect(stderr).toContain(`content/docs/other.md:6:1  ${fault}`);
  expect(readOutput(root, "docs/other/index.html")).toContain(
    '<h2 id="rated-b">Rated <div class="rating" data-stars="2">★★<em>b</em></div>',
  );
  expect(readOutput(root, "docs/other/index.html")).toContain('<a href="#rated-b">Rated <em>b</em></a>');
});

test("a plugin, a check and an output that read a file by themselves are asked anew in each build", async () => {
  const root = makeSite({
    "content/docs/index.md": "# Start\n\nword\n",
    "word.txt": "first",
    "site.config.ts": `import { readFileSync } from "node:fs";
const word = () => readFileSync("word.txt".replace(/^/, process.env.FIXTURE_ROOT + "/"), "utf8");
export default {
  title: "T",
  url: "https://example.com",
  markdown: { plugins: [(md) => { md.renderer.rules.text = () => word(); }] },
  checks: [{ name: "c", level: "warning", run: () => [{ path: "word.txt", message: word() }] }],
  outputs: [{ name: "o", files: () => ["word.txt"], make: () => word() }],
};\n`,
  });
  process.env.FIXTURE_ROOT = root;
  try {
    for (const word of ["first", "second"]) {
      writeFiles(root, { "word.txt": word });
      const { code, stderr } = await command("build", "--root", root);
      expect([code, stderr]).toEqual([0, expect.stringContaining(`warning  ${word}`)]);
      expect(readOutput(root, "word.txt")).toBe(word);
      expect(articleOf(readOutput(root, "docs/index.html"))).toContain(word);
    }
  } finally {
    delete process.env.FIXTURE_ROOT;
  }
});

test("outputs whose functions have no parameter get no site and wait for no page, others are made again after an edit", async () => {
  const root = makeSite({
    "content/docs/index.md": "# Start\n\nfirst\n",
    "site.config.ts": `export default {
  title: "T",
  url: "https://example.com",
  outputs: [
    { name: "copy", files: () => ["copy.txt"], make: () => "a copy" },
    { name: "text", files: () => ["text.txt"], make: ({ pages }) => pages[0].sections[0].text },
  ],
};\n`,
  });
  for (const word of ["first", "second"]) {
    writeFiles(root, { "content/docs/index.md": `# Start\n\n${word}\n` });
    const { code, stderr } = await command("build", "--root", root);
    expect(code, stderr).toBe(0);
    expect([readOutput(root, "copy.txt"), readOutput(root, "text.txt")]).toEqual(["a copy", word]);
  }
  const rest = 'outputs: [{ name: "o", files: () => ["x.txt"], make: (...all) => all[0].title }]';
  writeFiles(root, { "site.config.ts": `export default { title: "T", url: "https://example.com", ${rest} };\n` });
  const { code, stderr } = await command("build", "--root", root);
  expect(code).toBe(1);
  expect(stderr).toMatch(/site\.config\.ts:1:\d+ {2}error {2}output "o" throws: .*undefined/);
});

test("a slow check holds up no page that is served, and the fault of an output is told", async () => {
  const site = {
    "content/docs/index.md": "# Start\n\nfirst\n",
    "content/static/index.html": "Home\n",
    "site.config.ts": `import { existsSync, writeFileSync } from "node:fs";
const goes = async () => {
  writeFileSync(process.env.FIXTURE_ROOT + "/begun", "");
  while (!existsSync(process.env.FIXTURE_ROOT + "/go")) await new Promise((resolve) => setTimeout(resolve, 20));
  return [{ path: "go", message: "has gone" }];
};
export default {
  title: "T",
  url: "https://example.com",
  markdown: { plugins: [() => {}] },
  checks: [{ name: "slow", level: "warning", run: goes }],
  outputs: [{ name: "o", files: () => ["../x"], make: () => "" }],
};\n`,
  };
  const root = makeSite(site);
  vi.stubEnv("FIXTURE_ROOT", root);
  vi.stubEnv("DOCGEN_TIME_LIMIT", "3600");
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await serve(root);
  const page = async () => (await get(`${server.address}/docs/`)).body;
  expect(await page()).toContain("first");
  await expect.poll(() => existsSync(join(root, "begun"))).toBe(true);
  edit(root, "content/docs/index.md", "first", "second");
  await expect.poll(page).toContain("second");
  expect(server.output()).not.toContain("has gone");
  writeFiles(root, { go: "" });
  await server.said(/warning {2}has gone/);
  await server.said(/site\.config\.ts:12:13 {2}error {2}output "o": "\.\.\/x" is not a path/);
});

test.runIf(IS_WEEKLY)(
  "a plugin that loops is waited for on three pages, not on each, and on each once it is mended",
  async () => {
    const config = (rule: string) =>
      `export default { title: "T", url: "https://example.com", markdown: { plugins: [(md) => md.core.ruler.push("r", ${rule})] } };\n`;
    const pages = Array.from({ length: 12 }, (_, number) => [`content/docs/p${number}.md`, `# Page ${number}\n`]);
    const root = makeSite({
      ...Object.fromEntries(pages),
      "content/static/index.html": "Home\n",
      "site.config.ts": config("() => { for (;;); }"),
    });
    vi.stubEnv("DOCGEN_TIME_LIMIT", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const slow = await command("build", "--root", root);
    expect([slow.code, slow.stderr.match(/does not finish within 1 s.*/g)]).toEqual([
      1,
      ["does not finish within 1 s; also in 2 more pages"],
    ]);
    writeFiles(root, { "site.config.ts": config("() => {}") });
    const mended = await command("build", "--root", root);
    expect([mended.code, mended.stderr]).toEqual([0, ""]);
    for (const [, text = ""] of pages) expect(readOutput(root, "llms-full.txt")).toContain(text.trim());
  },
);

/**
 * Builds a site with extensions that are at fault.
 *
 * @param config items of the configuration, one a line from line 5 on
 * @returns exit code and messages
 */
async function buildFaulty(files: Files, ...config: readonly string[]) {
  const hasPlugin = config.some((item) => item.includes("plugin"));
  const root = makeSite({
    "content/docs/index.md": "# Start\n\n<Own />\n",
    "content/static/index.html": "Home\n",
    "own.tsx": "export default () => null;\n",
    "site.config.ts": [
      hasPlugin ? 'import { plugin } from "./plugin.ts";' : "",
      "export default {",
      'title: "T", url: "https://example.com",',
      config.some((item) => item.startsWith("components:")) ? "" : 'components: { Own: "./own.tsx" },',
      ...config,
      "};\n",
    ].join("\n"),
    ...files,
  });
  const { code, stderr } = await command("build", "--root", root);
  expect(existsSync(join(root, "build"))).toBe(false);
  return { code, messages: stderr.split("\n").filter((line) => /^\S+:\d+:\d+ {2}error|^error /.test(line)) };
}

test("a hint of several lines is printed as a hint, indented", async () => {
  const root = makeSite({
    "content/docs/index.md": "# Start\n",
    "site.config.ts": `export default { title: "T", url: "https://example.com",
      checks: [{ name: "c", run: () => [{ path: "a.md", message: "m", hint: "one\\ntwo" }] }] };\n`,
  });
  const { stderr } = await command("build", "--root", root);
  expect(stderr).toContain("a.md:1:1  error  m\n    hint: one\n    two\n");
});

test("components that `memo` and `forwardRef` make are components", async () => {
  const root = await buildSite({
    "content/docs/index.md": "# Start\n\n<Own />\n",
    "content/pages/index.tsx": 'import { forwardRef } from "react";\nexport default forwardRef(() => <b>page</b>);\n',
    "own.tsx": 'import { memo } from "react";\nexport default memo(() => <b>own</b>);\n',
    "site.config.ts": 'export default { title: "T", url: "https://example.com", components: { Own: "./own.tsx" } };\n',
  });
  expect(readOutput(root, "docs/index.html")).toContain("<b>own</b>");
  expect(readOutput(root, "index.html")).toContain("<b>page</b>");
});

test("images of components and lists in articles have no preloads, which React writes before them; others stay", async () => {
  const component = (inner: string) => `export default ({ children }) => <figure>${inner}{children}</figure>;\n`;
  const root = await buildSite({
    "content/docs/index.md": "# Start\n\n<Own>\n\nText.\n\n</Own>\n\n<Island />\n\n<Later />\n",
    "content/blog/2024-01-01-a.md": '---\nauthors: [{ name: A, image_url: "/favicon.svg" }]\n---\n\n# A\n',
    "content/static/later.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
    "content/static/favicon.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
    "own.jsx": component(
      '<img src="/favicon.svg" alt="A" /><img srcSet="/favicon.svg 2x" src="/favicon.svg?a=%22&amp;b" alt="B" />',
    ),
    "island.jsx": component('<img src="/favicon.svg" alt="C" />'),
    "later.jsx": component('<link rel="preload" as="image" href="/later.svg" />'),
    "site.config.ts": `export default { title: "T", url: "https://example.com", components:
      { Own: "./own.jsx", Island: { path: "./island.jsx", client: "load" }, Later: "./later.jsx" } };\n`,
  });
  const article = articleOf(readOutput(root, "docs/index.html"));
  expect(article).toMatch(/^<figure><img src="\/favicon\.svg" alt="A"\/?><img[^>]+><p>Text\.<\/p>/);
  expect(article.match(/<link[^>]*>/g)).toEqual(['<link rel="preload" as="image" href="/later.svg"/>']);
  expect(readOutput(root, "blog/index.html")).not.toContain('rel="preload"');
});

/** Whether the messages are these, each told once, in any order. */
function expectMessages(messages: readonly string[], wanted: readonly string[]): void {
  const of = (part: string) => messages.filter((message) => message.includes(part));
  expect(
    wanted.map((part) => [part, of(part).length]),
    messages.join("\n"),
  ).toEqual(wanted.map((part) => [part, 1]));
  expect(messages).toHaveLength(wanted.length);
}

/** Faulty items of a list in the configuration: code, column of the fault in the line of the item, message. */
type Faulty = readonly (readonly [what: string, code: string, column: number, message: string])[];

const CHECKS: Faulty = [
  ["gives no list", "() => 1", 1, "did not return a list of findings"],
  [
    "counts lines from 0",
    '() => [{ path: "x.md", line: 0, message: "m" }]',
    1,
    "returned a finding whose line or column is not a whole number from 1: { path: 'x.md', line: 0, message: 'm' }",
  ],
  ["throws no error", "() => { throw { status: 404, of: [1] }; }", 1, "{ status: 404, of: [ 1 ] }"],
  [
    "throws an error with a cause, without a message",
    '() => { throw new TypeError("", { cause: new Error("host not found") }); }',
    34,
    "host not found",
  ],
  ["throws an empty error", "() => { throw new TypeError(); }", 34, "TypeError without a message"],
  [
    "gives a finding that holds itself",
    '() => { const a = { path: "x.md" }; a.a = a; return [a]; }',
    1,
    "returned a finding without path and message: <ref *1> { path: 'x.md', a: [Circular *1] }",
  ],
];

const OUTPUTS: Faulty = [
  ["a path out of its folder", '["../x"]', 1, '"../x" is not a path in the output folder, such as "data/pages.json"'],
  [
    "a name that is too long",
    '["x".repeat(300)]',
    1,
    `"${"x".repeat(20)}…" is longer than 240 bytes: choose another name`,
  ],
  ["a name that not every system takes", '["data/aux.json"]', 1, '"aux.json" is not a valid file name on every system'],
  ["the place of docgen's", '["docs/index.html"]', 1, '"docs/index.html" already exists: choose another name'],
  [
    "the place of the list of files",
    '["docgen-manifest.json"]',
    1,
    '"docgen-manifest.json" already exists: choose another name',
  ],
  ["the place of a folder", '["docs"]', 1, '"docs" conflicts with "docs/'],
  ["a place below a file", '["a", "a/b"]', 1, '"a/b" conflicts with "a": choose another name'],
  ["a name that differs in its case only", '["c", "C"]', 1, '"C" conflicts with "c": choose another name'],
];

describe("a fault of an extension is told at its line, and nothing is written:", () => {
  test("checks, and templates that replace nothing", async () => {
    const { code, messages } = await buildFaulty(
      {
        "templates/Fotter.tsx": "export default () => null;\n",
        "templates/Footer.jsx": "export default () => null;\n",
        "templates/pages.html": "<html>",
      },
      "checks: [",
      ...CHECKS.map(([, run], index) => `{ name: "c${index}", run: ${run} },`),
      '{ name: "good", run: () => [{ path: "x.md", message: "m", rule: () => 1 }] },',
      "],",
    );
    expect(code).toBe(1);
    expectMessages(messages, [
      ...CHECKS.map(([, , , message], index) => `error  check "c${index}" throws: ${message}`),
      "x.md:1:1  error  m",
      'templates/Fotter.tsx:1:1  error  is not a component of the theme that a site can replace; did you mean "Footer"?',
      "templates/pages.html:1:1  error  is not the template of pages",
      "templates/Footer.jsx:1:1  error  replaces no component of the theme: its name must end in .tsx",
    ]);
    expect(messages.filter((message) => message.includes("check")).map((message) => message.split("  ")[0])).toEqual(
      CHECKS.map(([, , column], index) => `site.config.ts:${index + 6}:${column}`),
    );
  });

  test("outputs", async () => {
    const { code, messages } = await buildFaulty(
      {},
      "outputs: [",
      ...OUTPUTS.map(([, files], index) => `{ name: "o${index}", files: () => ${files}, make: () => "" },`),
      "],",
    );
    expect(code).toBe(1);
    expectMessages(
      messages,
      OUTPUTS.map(
        ([, , column, message], index) =>
          `site.config.ts:${index + 6}:${column}  error  output "o${index}": ${message}`,
      ),
    );
  });

  test("an output among another language's", async () => {
    const { code, messages } = await buildFaulty(
      {},
      'outputs: [{ name: "o", files: () => ["de/index.html"], make: () => "" }],',
      'i18n: { locales: ["en", "de"] },',
    );
    expect(code).toBe(1);
    expectMessages(messages, [
      'site.config.ts:5:11  error  output "o": "de/index.html" is in the folder of the locale "de": choose another name',
    ]);
  });

  test("plugins and components in pages, and modules of React pages", async () => {
    const { code, messages } = await buildFaulty(
      {
        "plugin.ts": [
          'import { report } from "docgen/config";',
          "export const plugin = (md) => md.core.ruler.push('r', ({ env, src }) => {",
          "  if (src.includes('a line')) report(env, -1, { message: 'm' });",
          "  if (src.includes('a severity')) report(env, 0, { message: 'm', severity: 'fatal' });",
          "});\n",
        ].join("\n"),
        "throws.tsx": "export default () => {\n  throw new Error('no');\n};\n",
        "async.tsx": "export default async () => <b>x</b>;\n",
        "content/docs/throws.md": "# Throws\n\n<Throws />\n",
        "content/docs/async.md": "# Async\n\n<Async />\n",
        "content/docs/line.md": "# Line\n\na line\n",
        "content/docs/severity.md": "# Severity\n\na severity\n",
        "content/pages/node.tsx": 'import { sep } from "node:path";\nexport default () => sep;\n',
        "content/pages/load.tsx": 'export const load = ({ read }) => read("../x");\nexport default () => null;\n',
      },
      'components: { Own: "./own.tsx", Throws: "./throws.tsx", Async: "./async.tsx" },',
      "markdown: { plugins: [plugin] },",
    );
    const inPage = (page: string) => `error  a plugin or component in content/docs/${page}.md throws: `;
    expect(code).toBe(1);
    expectMessages(messages, [
      `throws.tsx:2:9  ${inPage("throws")}no (<Throws> at content/docs/throws.md:3)`,
      `content/docs/async.md:1:1  ${inPage("async")}pages can't render a component that is async or waits for a promise (<Async> of async.tsx, at content/docs/async.md:3)`,
      `plugin.ts:3:31  ${inPage("line")}report(): the line must be a whole number from 0, but is -1`,
      `plugin.ts:4:35  ${inPage("severity")}report(): the severity must be "error" or "warning", but is "fatal"`,
      "content/pages/node.tsx:1:21  error  uses node:path in the browser",
      'content/pages/load.tsx:1:35  error  throws while it is loaded on the server: read("../x"): the file is outside the site\'s root',
    ]);
  });

  test("the same fault in several pages is one, with the first page and how many there are", async () => {
    const { code, messages } = await buildFaulty(
      {
        "plugin.ts":
          "export const plugin = (md) => md.core.ruler.push('r', ({ src }) => {\n  if (src.includes('bad')) throw new Error(src.includes('worse') ? 'worse' : 'no');\n});\n",
        "own.tsx": "export default ({ x }) => {\n  if (x) throw new Error('no');\n  return null;\n};\n",
        "async.tsx": "export default async () => <b>x</b>;\n",
        ...Object.fromEntries(["a", "b", "c"].map((name) => [`content/docs/plugin-${name}.md`, "# P\n\nbad\n"])),
        "content/docs/plugin-d.md": "# P\n\nbad and worse\n",
        "content/docs/own-a.md": '# O\n\n<Own x="1" />\n',
        "content/docs/own-b.md": '# O\n\nText.\n\n<Own x="1" />\n',
        "content/docs/wait-a.md": "# W\n\n<Wait />\n",
        "content/docs/wait-b.md": "# W\n\nText.\n\n<Wait />\n",
      },
      'components: { Own: "./own.tsx", Wait: "./async.tsx" },',
      "markdown: { plugins: [plugin] },",
    );
    const inPage = (page: string) => `error  a plugin or component in content/docs/${page}.md throws: `;
    expect(code).toBe(1);
    expectMessages(messages, [
      `plugin.ts:2:34  ${inPage("plugin-a")}no; also in 2 more pages`,
      `plugin.ts:2:34  ${inPage("plugin-d")}worse`,
      `own.tsx:2:16  ${inPage("own-a")}no (<Own> at content/docs/own-a.md:3); also in 1 more page`,
      `content/docs/wait-a.md:1:1  ${inPage("wait-a")}pages can't render a component that is async or waits for a promise (<Wait> of async.tsx, at content/docs/wait-a.md:3); also in 1 more page`,
    ]);
  });

  const other = { "content/docs/other.md": "# Other\n" };
  const twoTemplates = "templates/Footer.tsx or templates/Logo.tsx";
  test.for<readonly [string, Files, readonly string[], number, readonly string[]]>([
    [
      "a plugin that throws while it is added",
      { "plugin.ts": "export const plugin = () => {\n  throw new Error('no');\n};\n", ...other },
      ["markdown: { plugins: [plugin] },"],
      1,
      ["plugin.ts:2:9  error  a plugin or component throws while it is loaded: no"],
    ],
    [
      "a component that throws while it is loaded",
      { "own.tsx": "throw new Error('no');\n", ...other },
      [],
      1,
      ["own.tsx:1:7  error  a plugin or component throws while it is loaded: no"],
    ],
    [
      "a component without a default export",
      { "own.tsx": "export const Own = 1;\n" },
      [],
      1,
      ["own.tsx:1:1  error  has no default export"],
    ],
    [
      "a component whose default export is an element",
      { "own.tsx": "export default <b>x</b>;\n" },
      [],
      1,
      ["own.tsx:1:1  error  has a default export that is not a component"],
    ],
    [
      "a component that is not there, and a tag of docgen's own",
      {},
      ['components: { Own: "./gone.tsx",', 'Tabs: "./own.tsx" },'],
      1,
      [
        "site.config.ts:5:15  error  components.Own: the file gone.tsx does not exist; create it, or correct the path",
        "site.config.ts:6:1  error  components.Tabs: is the name of one of docgen's own components",
      ],
    ],
    [
      "a plugin that is none, and a tag in small letters",
      {},
      ['components: { own: "./own.tsx" },', 'markdown: { plugins: ["abbr"] },'],
      2,
      [
        "site.config.ts:6:23  error  markdown.plugins[0]: ",
        "site.config.ts:5:15  error  components.own: must be a name in PascalCase",
      ],
    ],
    [
      "an async template",
      { "templates/Footer.tsx": "export default async () => <b>x</b>;\n" },
      [],
      1,
      [
        "templates/Footer.tsx:1:1  error  throws while it is rendered: pages can't render a component that is async or waits for a promise",
      ],
    ],
    [
      "one of two templates that gives what is no element",
      {
        "templates/Footer.tsx": "export default () => ({ a: 1 });\n",
        "templates/Logo.tsx": "export default () => null;\n",
      },
      [],
      1,
      [` (in ${twoTemplates})`],
    ],
    [
      "a template that throws",
      { "templates/Footer.tsx": "export default () => {\n  throw new Error('no');\n};\n" },
      [],
      1,
      ["templates/Footer.tsx:2:9  error  throws while it is rendered: no"],
    ],
  ])("%s", async ([, files, config, exit, wanted]) => {
    const { code, messages } = await buildFaulty(files, ...config);
    expect(code).toBe(exit);
    expectMessages(messages, wanted);
  });

  test("a plugin that loops and a check that waits for ever end with their time", async () => {
    vi.stubEnv("DOCGEN_TIME_LIMIT", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { messages } = await buildFaulty(
      { "plugin.ts": "export const plugin = () => { for (;;); };\n" },
      "markdown: { plugins: [plugin] },",
      'checks: [{ name: "c", run: () => new Promise(() => {}) }],',
    );
    expectMessages(messages, [
      "content/docs/index.md:1:1  error  a plugin or component in content/docs/index.md does not finish within 1 s",
      'error  check "c" does not finish within 1 s',
    ]);
  });

  test("a check that blocks its thread without taking processor time ends, too", async () => {
    vi.stubEnv("DOCGEN_TIME_LIMIT", "0.5");
    onTestFinished(() => void vi.unstubAllEnvs());
    const blocks = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
    const { messages } = await buildFaulty({}, `checks: [{ name: "c", run: () => ${blocks} }],`);
    expectMessages(messages, ['error  check "c" does not finish within 0.5 s']);
  });
});
