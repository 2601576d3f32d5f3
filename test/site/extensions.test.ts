import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { command } from "../helpers/command.ts";
import {
  articleOf,
  buildSite,
  makeSite,
  PROJECT,
  readOutput,
  readTree,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";
import { unplaced } from "../helpers/faults.ts";
import { get, serve } from "../helpers/watch.ts";

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

test("a plugin that loops is waited for on three pages, not on each, and on each once it is mended", async () => {
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
  expect([slow.code, slow.stderr.match(/does not finish within 1 s/g)?.length]).toEqual([1, 3]);
  writeFiles(root, { "site.config.ts": config("() => {}") });
  const mended = await command("build", "--root", root);
  expect([mended.code, mended.stderr]).toEqual([0, ""]);
  for (const [, text = ""] of pages) expect(readOutput(root, "llms-full.txt")).toContain(text.trim());
});

/** Builds a site with one extension that is at fault. */
async function buildFaulty(files: Readonly<Record<string, string>>, config: string): Promise<readonly string[]> {
  const root = makeSite({
    "content/docs/index.md": "# Start\n\n<Own />\n",
    "content/static/index.html": "Home\n",
    "own.tsx": "export default () => null;\n",
    "site.config.ts": `${config.includes("plugin") ? 'import { plugin } from "./plugin.ts";\n' : ""}export default { title: "T", url: "https://example.com", ${config.includes("components:") ? "" : 'components: { Own: "./own.tsx" }, '}${config} };\n`,
    ...files,
  });
  const { code, stderr } = await command("build", "--root", root);
  return [String(code), ...unplaced(stderr).trim().split("\n")];
}

/** A plugin that reports. @param given line and fault */
const REPORTS = (given: string) =>
  [
    'import { report } from "docgen/config";',
    "export const plugin = (md) => md.core.ruler.push('r', ({ env }) => {",
    `  report(env, ${given});`,
    "});\n",
  ].join("\n");

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

describe("a fault of an extension is told at its line, and nothing is written:", () => {
  test.for([
    [
      "a plugin that throws while it is added",
      {
        "plugin.ts": "export const plugin = () => {\n  throw new Error('no');\n};\n",
        "content/docs/other.md": "# Other\n",
      },
      "markdown: { plugins: [plugin] }",
      ["1", "plugin.ts:2:9  error  a plugin or component throws while it is loaded: no"],
    ],
    [
      "a component that throws while it is loaded",
      { "own.tsx": "throw new Error('no');\n", "content/docs/other.md": "# Other\n" },
      "",
      ["1", "own.tsx:1:7  error  a plugin or component throws while it is loaded: no"],
    ],
    [
      "a component that throws",
      { "own.tsx": "export default () => {\n  throw new Error('no');\n};\n" },
      "",
      [
        "1",
        "own.tsx:2:9  error  a plugin or component in content/docs/index.md throws: no (<Own> at content/docs/index.md:3)",
      ],
    ],
    [
      "a component without a default export",
      { "own.tsx": "export const Own = 1;\n" },
      "",
      ["1", "own.tsx:1:1  error  has no default export"],
    ],
    [
      "a component that is not there",
      {},
      'components: { Own: "./gone.tsx" }',
      [
        "1",
        "site.config.ts:1:72  error  components.Own: the file gone.tsx does not exist; create it, or correct the path",
      ],
    ],
    [
      "a check that gives no list",
      {},
      'checks: [{ name: "c", run: () => 1 }]',
      ["1", 'site.config.ts:1:101  error  check "c" throws: did not return a list of findings'],
    ],
    [
      "a check that counts lines from 0",
      {},
      'checks: [{ name: "c", run: () => [{ path: "x.md", line: 0, message: "m" }] }]',
      [
        "1",
        "site.config.ts:1:101  error  check \"c\" throws: returned a finding whose line or column is not a whole number from 1: { path: 'x.md', line: 0, message: 'm' }",
      ],
    ],
    [
      "a check that throws no error",
      {},
      'checks: [{ name: "c", run: () => { throw { status: 404, of: [1] }; } }]',
      ["1", 'site.config.ts:1:101  error  check "c" throws: { status: 404, of: [ 1 ] }'],
    ],
    [
      "a check that throws an error with a cause, without a message",
      {},
      'checks: [{ name: "c", run: () => { throw new TypeError("", { cause: new Error("host not found") }); } }]',
      ["1", 'site.config.ts:1:133  error  check "c" throws: host not found'],
    ],
    [
      "a check that throws an empty error",
      {},
      'checks: [{ name: "c", run: () => { throw new TypeError(); } }]',
      ["1", 'site.config.ts:1:133  error  check "c" throws: TypeError without a message'],
    ],
    [
      "a check whose finding holds itself",
      {},
      'checks: [{ name: "c", run: () => { const a = { path: "x.md" }; a.a = a; return [a]; } }]',
      [
        "1",
        "site.config.ts:1:101  error  check \"c\" throws: returned a finding without path and message: <ref *1> { path: 'x.md', a: [Circular *1] }",
      ],
    ],
    [
      "a check whose finding holds a function",
      {},
      'checks: [{ name: "c", run: () => [{ path: "x.md", message: "m", rule: () => 1 }] }]',
      ["1", "x.md:1:1  error  m"],
    ],
    [
      "a plugin that reports a line that there is not",
      { "plugin.ts": REPORTS("-1, { message: 'm' }") },
      "markdown: { plugins: [plugin] }",
      [
        "1",
        "plugin.ts:3:3  error  a plugin or component in content/docs/index.md throws: report(): the line must be a whole number from 0, but is -1",
      ],
    ],
    [
      "a plugin that reports a severity that there is not",
      { "plugin.ts": REPORTS("0, { message: 'm', severity: 'fatal' }") },
      "markdown: { plugins: [plugin] }",
      [
        "1",
        'plugin.ts:3:3  error  a plugin or component in content/docs/index.md throws: report(): the severity must be "error" or "warning", but is "fatal"',
      ],
    ],
    [
      "an async component",
      { "own.tsx": "export default async () => <b>x</b>;\n" },
      "",
      [
        "1",
        "content/docs/index.md:1:1  error  a plugin or component in content/docs/index.md throws: pages can't render a component that is async or waits for a promise (<Own> of own.tsx, at content/docs/index.md:3)",
      ],
    ],
    [
      "an async template",
      { "templates/Footer.tsx": "export default async () => <b>x</b>;\n" },
      "",
      [
        "1",
        "templates/Footer.tsx:1:1  error  throws while it is rendered: pages can't render a component that is async or waits for a promise",
      ],
    ],
    [
      "one of two templates that gives what is no element",
      {
        "templates/Footer.tsx": "export default () => ({ a: 1 });\n",
        "templates/Logo.tsx": "export default () => null;\n",
      },
      "",
      ["1", " (in templates/Footer.tsx or templates/Logo.tsx)"],
    ],
    [
      "a component whose default export is an element",
      { "own.tsx": "export default <b>x</b>;\n" },
      "",
      ["1", "own.tsx:1:1  error  has a default export that is not a component"],
    ],
    [
      "an output with a path out of its folder",
      {},
      'outputs: [{ name: "o", files: () => ["../x"], make: () => "" }]',
      [
        "1",
        'site.config.ts:1:102  error  output "o": "../x" is not a path in the output folder, such as "data/pages.json"',
      ],
    ],
    [
      "an output with a name that is too long",
      {},
      'outputs: [{ name: "o", files: () => ["x".repeat(300)], make: () => "" }]',
      [
        "1",
        `site.config.ts:1:102  error  output "o": "${"x".repeat(20)}…" is longer than 240 bytes: choose another name`,
      ],
    ],
    [
      "an output with a name that not every system takes",
      {},
      'outputs: [{ name: "o", files: () => ["data/aux.json"], make: () => "" }]',
      ["1", 'site.config.ts:1:102  error  output "o": "aux.json" is not a valid file name on every system'],
    ],
    [
      "an output in the place of docgen's",
      {},
      'outputs: [{ name: "o", files: () => ["docs/index.html"], make: () => "" }]',
      ["1", 'site.config.ts:1:102  error  output "o": "docs/index.html" already exists: choose another name'],
    ],
    [
      "an output in the place of the list of files",
      {},
      'outputs: [{ name: "o", files: () => ["docgen-manifest.json"], make: () => "" }]',
      ["1", 'site.config.ts:1:102  error  output "o": "docgen-manifest.json" already exists: choose another name'],
    ],
    [
      "an output in the place of a folder",
      {},
      'outputs: [{ name: "o", files: () => ["docs"], make: () => "" }]',
      ["1", 'site.config.ts:1:102  error  output "o": "docs" conflicts with "docs/'],
    ],
    [
      "an output below a file",
      {},
      'outputs: [{ name: "o", files: () => ["a", "a/b"], make: () => "" }]',
      ["1", 'site.config.ts:1:102  error  output "o": "a/b" conflicts with "a": choose another name'],
    ],
    [
      "an output that differs in its case only",
      {},
      'outputs: [{ name: "o", files: () => ["a", "A"], make: () => "" }]',
      ["1", 'site.config.ts:1:102  error  output "o": "A" conflicts with "a": choose another name'],
    ],
    [
      "an output among another language's",
      {},
      'outputs: [{ name: "o", files: () => ["de/index.html"], make: () => "" }], i18n: { locales: ["en", "de"] }',
      [
        "1",
        'site.config.ts:1:102  error  output "o": "de/index.html" is in the folder of the locale "de": choose another name',
      ],
    ],
    [
      "a plugin that is none",
      {},
      'markdown: { plugins: ["abbr"] }',
      ["2", "error  site.config.ts: markdown.plugins[0]: "],
    ],
    [
      "a tag of docgen's own",
      {},
      'components: { Own: "./own.tsx", Tabs: "./own.tsx" }',
      ["1", "site.config.ts:1:90  error  components.Tabs: is the name of one of docgen's own components"],
    ],
    [
      "a tag in small letters",
      {},
      'components: { own: "./own.tsx" }',
      ["2", "error  site.config.ts: components.own: must be a name in PascalCase"],
    ],
    [
      "a template of a wrong name",
      { "templates/Fotter.tsx": "export default () => null;\n" },
      "",
      [
        "1",
        'templates/Fotter.tsx:1:1  error  is not a component of the theme that a site can replace; did you mean "Footer"?',
      ],
    ],
    [
      "a template of another ending",
      { "templates/Footer.jsx": "export default () => null;\n" },
      "",
      ["1", "templates/Footer.jsx:1:1  error  replaces no component of the theme: its name must end in .tsx"],
    ],
    [
      "a template that throws",
      { "templates/Footer.tsx": "export default () => {\n  throw new Error('no');\n};\n" },
      "",
      ["1", "templates/Footer.tsx:2:9  error  throws while it is rendered: no"],
    ],
    [
      "Node in the browser",
      { "content/pages/index.tsx": 'import { sep } from "node:path";\nexport default () => sep;\n' },
      "",
      ["1", "content/pages/index.tsx:1:21  error  uses node:path in the browser"],
    ],
    [
      "a load that reads outside",
      { "content/pages/index.tsx": 'export const load = ({ read }) => read("../x");\nexport default () => null;\n' },
      "",
      [
        "1",
        'content/pages/index.tsx:1:35  error  throws while it is loaded on the server: read("../x"): the file is outside the site\'s root',
      ],
    ],
  ] as const)("%s", async ([, files, config, [code, message]]) => {
    const [exit, first] = await buildFaulty(files, config);
    expect([exit, first]).toEqual([code, expect.stringContaining(message)]);
  });

  test("an endless loop in any of them ends with its time", async () => {
    process.env.DOCGEN_TIME_LIMIT = "1";
    try {
      const loop = "() => { for (;;); }";
      const [plugin, check] = await Promise.all([
        buildFaulty({ "plugin.ts": `export const plugin = ${loop};\n` }, "markdown: { plugins: [plugin] }"),
        buildFaulty({}, `checks: [{ name: "c", run: ${loop} }]`),
      ]);
      expect(plugin[1]).toContain(
        "content/docs/index.md:1:1  error  a plugin or component in content/docs/index.md does not finish within 1 s",
      );
      expect(check[1]).toContain('error  check "c" does not finish within 1 s');
    } finally {
      delete process.env.DOCGEN_TIME_LIMIT;
    }
  });
});
