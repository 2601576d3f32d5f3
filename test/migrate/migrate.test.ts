import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { PROJECT, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { treeOf } from "../helpers/scaffold.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

const FIXTURES = join(PROJECT, "test/fixtures/migrate");
/** Docusaurus names what docgen says otherwise: these are no faults of the migration. */
const EXPECTED_WARNINGS =
  /show when they changed|a level is missing|the diagram is not drawn yet|constructs\.mdx:\d+:1\s+warning\s+the table has 2 columns, so "3" is left out|hint:|^Built |Google has switched off "analytics\.js"/;
const CONFIG = "module.exports = { title: 'T', url: 'https://example.com', presets: [['classic', {}]] };\n";

describe.each(readdirSync(FIXTURES))("the tree %s", (name) => {
  const from = join(FIXTURES, name, "from");
  const expected = join(FIXTURES, name, "expected");

  test("becomes the expected site, which builds without an error or a warning, and stays as it is", async () => {
    const before = treeOf(from);
    const to = join(temporaryFolder(), "site");
    const run = await command("migrate", from, "--to", to);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    if (process.env.DOCGEN_UPDATE === "1") {
      rmSync(expected, { recursive: true, force: true });
      cpSync(to, expected, { recursive: true });
    }
    expect(treeOf(to)).toEqual(treeOf(expected));
    expect(treeOf(from)).toEqual(before);
    expect(Object.keys(before).filter((path) => /\.mdx?$/.test(path)).length).toBeGreaterThanOrEqual(30);
    const build = await command("build", "--root", to);
    const said = `${build.stdout}\n${build.stderr}`
      .split("\n")
      .filter((line) => line !== "" && !EXPECTED_WARNINGS.test(line.trim()));
    expect([build.code, said]).toEqual([0, []]);
  });
});

test.runIf(IS_WEEKLY)(
  "lists in lists and values in values that would take for ever are left to a program; other pages are read",
  async () => {
    const from = temporaryFolder();
    const list = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => ";
    const doubled = (first: string, step: (name: string) => string) => {
      const steps = Array.from({ length: 40 }, (_, index) => `export const v${index + 1} = ${step(`v${index}`)};\n`);
      return `# Long\n\nexport const v0 = ${first};\n${steps.join("")}\n*One* {v40}\n`;
    };
    writeFiles(from, {
      "docusaurus.config.js": CONFIG,
      "docs/long.mdx": `# Long\n\n{${list.repeat(12)}n${")".repeat(12)}}\n`,
      "docs/text.mdx": doubled("'xxxxxxxx'", (name) => `${name} + ${name}`),
      "docs/list.mdx": doubled("['xxxxxxxx']", (name) => `[${name}, ${name}]`),
      "docs/joined.mdx": doubled("['xxxxxxxx']", (name) => `${name}.concat(${name})`),
      "docs/short.mdx": "# Short\n\n{[1, 2].map((n) => n + 1).join()}\n",
    });
    const to = join(temporaryFolder(), "site");
    const { code } = await command("migrate", from, "--to", to);
    expect(code).toBe(0);
    const page = (name: string) => readFileSync(join(to, `content/docs/${name}.mdx`), "utf8");
    expect(page("long")).toContain("<DocsLongPart1 />");
    for (const name of ["text", "list", "joined"])
      expect(page(name)).toMatch(/^# Long\n\n\*One\* <Docs\w+Part1 \/>\n$/);
    expect(page("short")).toContain("2,3");
  },
);

test("components stay where they are: in sentences, cells, list items, headings and HTML, also if they need code", async () => {
  const from = temporaryFolder();
  const page = `import Chip, { Plain as Named } from '@site/src/chip';
import Other from '@site/src/other/chip';
import data from '@site/src/data';
import source from '!!raw-loader!@site/src/lines.txt';
import { useState } from 'react';

export const Count = ({ children }) => { const [n] = useState(data.start); return <i>{n}{children}</i>; };

# A

Press <Chip size={3} of={{ a: [1] }} on>*Esc*</Chip> or <Chip label='one' />
now, or <Named>b</Named>

| Cell | Of |
| --- | --- |
| <Chip label="ab" /> | <Count>**n**</Count> |

- <Chip>item</Chip> and {new Date(0).getFullYear()}
- <Other />

## Head <Chip>x</Chip> {new Date(0).getFullYear()}

<Chip label={data.names[0].toUpperCase()} size={Math.max(1, 2)}>

Text *here*.

</Chip>

<div>
  <label>Pick</label>
  <Chip />
</div>

<p>Raw <b>{new Date(0).getFullYear()}</b></p>

{data.pick(1)} and {data.start}

<Chip>{source}</Chip>
`;
  writeFiles(from, {
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx": page,
    "src/chip.js":
      "export default function Chip({ label, children }) { return <em>{label}{children}</em>; }\nexport const Plain = ({ children }) => <u>{children}</u>;\n",
    "src/lines.txt": "let *a*;\n  let b;\n",
    "src/other/chip.js": "export default () => <s>other</s>;\n",
    "src/data.js": "export default { start: 7, names: ['n'], pick(n) { return n + 1; } };\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout]).toEqual([0, expect.stringContaining("0 items to do by hand")]);
  expect(readFileSync(join(to, "content/docs/a.mdx"), "utf8")).toBe(`# A

Press <Chip size={3} of={{ a: [1] }} on>*Esc*</Chip> or <Chip label='one' />
now, or <Named>b</Named>

| Cell | Of |
| --- | --- |
| <Chip label="ab" /> | <Count>**n**</Count> |

- <Chip>item</Chip> and <DocsAPart1 />
- 
  <Other />

## Head <Chip>x</Chip> <DocsAPart1 /> {#head-x-new-date0getfullyear}

<DocsAPart2>

Text *here*.

</DocsAPart2>

<div>

<label>Pick</label>

<Chip />

</div>

<DocsAPart4 />

2 and {vars.dataStart}

<DocsAPart3 />
`);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8");
  for (const text of [
    "<em>one</em>",
    "<em>ab</em>",
    "<em>N",
    "<s>other</s>",
    "<b>1970</b>",
    "2 and 7",
    "<u>b</u>",
    "let *a*;\n  let b;",
  ])
    expect(html).toContain(text);
});

test("what Docusaurus accepts silently is neither lost nor refused", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `const own = require('./src/remark/own');
let count = 0;
for (const file of require('glob').sync('*')) count++;
const more = [...require('./missing.json').filter((x) => x).map((x) => x)];
module.exports = { title: 'T', url: 'https://t.example', baseUrl: '/', customFields: { count, more },
  markdown: { anchors: { maintainCase: true } },
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: require.resolve('./sidebars'), remarkPlugins: [own, [require('remark-x'), {}]] }, googleTagManager: { containerId: 'GTM-X' } }]],
  plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api', sidebarPath: require.resolve('./sidebarsApi') }],
    ['@docusaurus/plugin-content-docs', { id: 'other', path: 'other', routeBasePath: 'other' }],
    ['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/talk', to: 'https://x.example/talk' }, { from: '/f', to: '/a.txt' }, { from: '/old', to: '/' }], createRedirects: (page) => (page === '/b' ? ['/old-b', '/old'] : undefined) }]] };`,
    "sidebars.ts":
      "export default { main: ['b', 'a', { type: 'category', label: 'Made', items: require('./made') }] } as const;\n",
    "sidebarsApi.ts": "module.exports = { main: ['two', 'one'] };\n",
    "src/remark/own.js": "module.exports = function attacher() {};\n",
    "src/theme/Footer/index.js": "export default () => null;\n",
    "src/theme/MDXComponents.js": `import MDXComponents from '@theme-original/MDXComponents';
import Note from '@site/docs/_note.mdx';
import Shot from '../shot';
export default { ...MDXComponents, Note, Shot, Star: () => <i>{new Date(0).getFullYear()}</i>, pre: Shot };
`,
    "src/shot.js": `import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Link from '@docusaurus/Link';
import CodeBlock from '@theme/CodeBlock';
import { ThemeClassNames } from '@docusaurus/theme-common';
export default ({ alt }) => <figure>{useDocusaurusContext().siteConfig.title} {alt}<Link to="/b">B</Link></figure>;
`.replace(/import \{ Theme.*\n/, ""),
    "src/pages/_parts/p.jsx": "import x from 'nowhere';\nexport default () => <p>{x}</p>;\n",
    "docs/_note.mdx": "Shared **note**.\n",
    "docs/404.md": "# Gone\n",
    "docs/b.md": "# B\n\n```js file=../version.js#L1\n```\n\n- item\n\n  ```js\n  let a;\n\nafter\n",
    "api/one.md": "# One\n",
    "api/two.md": `# Two\n\n\`\`\`js\n${"let a;\n".repeat(50)}\`\`\`\n\nAfter.\n`,
    "other/o.md": "# O\n",
    "static/a.txt": "x",
    "version.js": "export default '1.2.3';\n",
    "data.yaml": "a: 1\n",
    "env.js":
      "import Env from '@docusaurus/ExecutionEnvironment';\nexport default { os: Env.canUseDOM ? 'mac' : 'lin', pick() {} };\n",
    "blog/one.md": '---\ndate: "May 15, 2023"\n---\n\n# One\n',
    "blog/two.md": "---\ndate: 2019/03/04\n---\n\n# Two\n",
    "docs/a.mdx": `---
slug: /
---
import v from '/version.js';
import data from '!!yaml-loader!../data.yaml';
import env from '@site/env';

# A

## mixedCase Heading

[It](#mixedCase-Heading) <a href={\`https://c.example/x-\${v}.js\`}>https://c.example/x-{v}.js</a>, https://c.example/{id}/x

<pre><code>{\`
<!-- version \${v} -->\`}</code></pre>

<div>
<label>Pick</label>
<Tabs>
<TabItem value="a">

In *a*: {data.a} {env.os}

</TabItem>
</Tabs>
</div>

<div className="box">

import Inner from './_note.mdx';

<Inner />

</div>

<Note /> <Shot alt="A" /> <Star />

<details><summary><b>More</b> (click)</summary>

Inner text here.

</details>

Unclosed <Foo>bar and <code>text.

:::note
Not closed
`,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  const told = stdout.split("\n").filter((line) => /:\d+ {2}/.test(line));
  expect([code, told]).toEqual([
    0,
    [
      "docusaurus.config.js:1  there is no ./missing.json: run the script that creates it, then migrate again",
      'docusaurus.config.js:1  lists are empty because they come from "glob" (run npm install --save glob in the Docusaurus site, then migrate again), or write their values',
      "src/theme/Footer/index.js:1  the theme component Footer is not migrated: replace docgen's footer (templates/Footer.tsx)",
      "docs/404.md:1  is not migrated: docgen writes 404.html itself; put its text into templates/NotFound.tsx",
      "sidebars.ts:1  there is no ./made: run the script that creates it, then migrate again",
      expect.stringContaining("src/theme/MDXComponents.js:1  <pre> is not replaced by a component"),
      expect.stringContaining(
        "docs/a.mdx:44  the tag is shown as text, because MDX can't parse it: Expected a closing tag for `<Foo>`",
      ),
      expect.stringContaining("docs.remarkPlugins ./src/remark/own is removed"),
      expect.stringContaining("docs.remarkPlugins remark-x is removed"),
      expect.stringContaining('docs[0].sidebars.main[2].items is removed: its value comes from "./made"'),
    ],
  ]);
  const page = readFileSync(join(to, "content/docs/a.mdx"), "utf8");
  for (const part of [
    "## mixedCase Heading {#mixedCase-Heading}",
    '<a href="https://c.example/x-1.2.3.js">https://c.example/x-{vars.v}.js</a>, https://c.example/{id}/x',
    "```text\n<!-- version {vars.v} -->\n```",
    "<label>Pick</label>\n\n<Tabs>",
    "In *a*: {vars.dataA} {vars.envOs}",
    '</div>\n\n<Include file="./_note.mdx" />\n',
    '\n<Shot alt="A" />\n',
    "\n<Star />\n",
    "Unclosed &lt;Foo>bar and <code>text.",
    ":::note\nNot closed\n\n:::\n",
  ])
    expect(page).toContain(part);
  for (const [post, date] of [
    ["one", "2023-05-15"],
    ["two", "2019-03-04"],
  ])
    expect(readFileSync(join(to, `content/blog/${post}.md`), "utf8")).toContain(`date: ${date}\n`);
  const settings = readFileSync(join(to, "site.config.ts"), "utf8");
  expect(settings).toMatch(/"api-main": \[\s*"two",\s*"one"/);
  expect(settings).toMatch(/variant: "gtm",\s*trackingId: "GTM-X"/);
  expect(settings).toContain('envOs: "lin"');
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  const built = (path: string) => readFileSync(join(to, "build", path), "utf8");
  expect(built("index.html")).toContain('<figure>T A<a href="/b">B</a></figure>');
  expect(built("index.html")).toContain("<i>1970</i>");
  expect(built("b/index.html")).toMatch(/let<\/span> a.*<p>after<\/p>/s);
  expect(built("b/index.html")).toContain(">export default </span>");
  expect(built("old-b/index.html")).toContain('href="/b"');
  expect(built("talk/index.html")).toContain("url=https://x.example/talk");
  expect(built("f/index.html")).toContain("url=/a.txt");
});

test("a page with a construct that can't be read keeps the rest and builds; redirects apply to every language", async () => {
  const from = temporaryFolder();
  /** Pages whose last paragraph, "After.", must stay one, with what they become. */
  const pages: readonly (readonly [name: string, text: string, part: string])[] = [
    ["quote.mdx", "> ```js\n> let a;\n\n:::note\nOpen\n\nAfter.", "Open\n\nAfter.\n\n:::"],
    ["list.mdx", "1. ```js\n   let a;\n\n:::note\nOpen\n\nAfter.", "Open\n\nAfter.\n\n:::"],
    [
      "nested.mdx",
      "- a\n  - b\n\n    ```js\n    :::note\n    ```\n\n:::tip\nOpen\n:::\n\nAfter.",
      ":::note\n    ```\n\n:::tip",
    ],
    ["half.mdx", "};\n</script>\n<body>\n```\n\nAfter.\n\n<Tabs>\n\n```", "</script>\n<body>\n\n```"],
    [
      "pre.mdx",
      '<pre><code>text {1}\nmore\n\n<Tabs><TabItem value="a">x</TabItem></Tabs>\n\nAfter.',
      "more</pre>\n\n<Tabs>",
    ],
    ["type.mdx", "Array<string> and x<y>z.\n\nAfter.", "Array<string> and x<y>z."],
    ["frame.md", '<iframe src="https://a.example/b"></iframe>\n\nAfter.', '<iframe title="a.example" src='],
    ["live.md", "```js live\n<b>x</b>\n```\n\nAfter.", "```jsx live"],
  ];
  writeFiles(from, {
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://t.example', baseUrl: '/', markdown: { format: 'detect' }, i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', {}]], plugins: [['client-redirects', { createRedirects: (page) => page.includes('live') ? [page.replace('docs', 'd')] : [] }]] };`,
    ...Object.fromEntries(pages.map(([name, text]) => [`docs/${name}`, `# P\n\n${text}\n`])),
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("docs/pre.mdx:3  closed <pre> at the end of its block: check that it ends there"),
  ]);
  expect(stdout).not.toContain("docs/type.mdx");
  for (const [name, , part] of pages) expect(readFileSync(join(to, "content/docs", name), "utf8")).toContain(part);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  for (const name of ["quote", "list", "nested", "pre"])
    expect(readFileSync(join(to, `build/docs/${name}/index.html`), "utf8")).toContain("<p>After.</p>");
  expect(readFileSync(join(to, "build/d/live/index.html"), "utf8")).toContain('href="/docs/live"');
});

test("what plugins give, code lists and tags leave is kept, and redirects collide with nothing", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `const own = () => ({ name: 'own', contentLoaded: ({ actions }) => actions.setGlobalData({ n: 5 }) });
module.exports = { title: 'T', url: 'https://t.example', baseUrl: '/', markdown: { format: 'detect' }, i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', { docs: { exclude: ['**/skip/**'], versions: { current: { label: '2.x' } } }, blog: { postsPerPage: 1 } }]],
  plugins: [own, './plugins/far', ['content-pages', { id: 'more', path: 'more', routeBasePath: '/more' }],
    ['client-redirects', { fromExtensions: ['html'], createRedirects: (page) => ['/docs/b', '/kept', '/docs/tags/node-js', '/a/*'] }]] };`,
    "plugins/far.js":
      "module.exports = (context, { id }) => ({ name: 'far', loadContent: async () => ['q'], contentLoaded({ content, actions }) { actions.setGlobalData(content); } });\n",
    "src/given.js": `import useGlobalData, { usePluginData } from '@docusaurus/useGlobalData';
import { useActiveVersion } from '@docusaurus/plugin-content-docs/client';
export default () => <p>{usePluginData('own').n} {useGlobalData().far.default[0]} {useActiveVersion().label}</p>;
`,
    "docs/_local.jsx":
      "import styles from './_local.module.css';\nexport default ({ items }) => <ul className={styles.b}>{items.map((x) => <li key={x}>L {x}</li>)}</ul>;\n",
    "docs/_local.module.css": ".b { color: red }\n",
    "docs/a.mdx": `---
tags: [nodeJS]
---
import Given from '@site/src/given';
import Local from './_local.jsx';
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import v from '@site/v';

<head>
  <meta name="robots" content="noindex" />
</head>

# Head of it

<Given />

<Local items={['a']} />

<Tabs>{['r1', 'r2'].map((r) => <TabItem key={r} value={r} label={'Label ' + r}>Content {r}</TabItem>)}</Tabs>

<pre><code>{\`
npm i https://c.example/x-\${v}.tgz\`}</code></pre>
`,
    "docs/b.md": "# B\n\nA list is an Array<string> of texts.\n",
    "docs/skip/s.md": "# Skipped\n",
    "blog/2026-01-01-one.md": "---\ntags: [camelCase]\n---\n\n# One\n",
    "blog/2026-01-02-two.md": "---\ntags: [camelCase]\n---\n\n# Two\n",
    "more/x.mdx": "# More\n",
    "static/kept/index.html": "kept",
    "v.js": "export default '1.2';\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  const told = stdout.split("\n").filter((line) => /:\d+ {2}/.test(line));
  // Plugins that only give data leave nothing to do.
  expect([code, told]).toEqual([0, []]);
  const report = readFileSync(join(to, "MIGRATION.json"), "utf8");
  for (const plugin of ["plugin own", "./plugins/far"]) expect(report).toContain(`${plugin} is removed: its data`);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  const built = (path: string) =>
    readFileSync(join(to, "build", path, "index.html"), "utf8").replaceAll("<!-- -->", "");
  for (const text of ["<p>5 q 2.x</p>", "<li>L a</li>", ">Head of it</h1>", "Content r2", "Label r1", "x-1.2.tgz"])
    expect(built("docs/a")).toContain(text);
  expect(built("docs/a")).toMatch(/https:\/\/c\.example\/x-1\.2\.tgz/);
  expect(built("docs/b")).toContain("Array&lt;string&gt;");
  expect(built("more/x")).toContain(">More</h1>");
  expect(existsSync(join(to, "build/docs/skip/s"))).toBe(false);
  for (const [old, target] of [
    ["docs/tags/node-js", "/docs/tags/nodejs"],
    ["docs/tags/node-js.html", "/docs/tags/nodejs"],
    ["fr/docs/tags/node-js", "/fr/docs/tags/nodejs"],
    ["docs/b.html", "/docs/b"],
    ["blog/tags/camel-case/page/2", "/blog/tags/camelcase/page/2"],
  ] as const)
    expect(built(old)).toContain(`href="${target}"`);
  expect(built("kept")).toBe("kept");
});

test("components keep the packages that are installed; the others are named with the command that installs them", async () => {
  const from = temporaryFolder();
  const player = (name: string) =>
    `import Player from '${name}/lazy';\nexport default () => <p><Player url="u" /></p>;\n`;
  const installed = {
    "node_modules/own-player/package.json": '{"name":"own-player","version":"2.0.1"}',
    "node_modules/own-player/lazy.js": "module.exports = ({ url }) => 'plays ' + url;\n",
  };
  writeFiles(from, {
    ...installed,
    "docusaurus.config.js": CONFIG,
    "package.json": '{"dependencies":{"own-player":"^2.0.0","far-player":"^1.0.0"},"type":"commonjs"}',
    "src/near.js": player("own-player"),
    "src/far.js": player("far-player"),
    "docs/a.mdx": `import Near from '@site/src/near';
import Far from '@site/src/far';
import Direct from 'own-player/lazy';
import { Icon } from '@x/icons/of';

# A

<Near />

<Direct url="d" />

<Far />

<Icon />
`,
    "src/pages/p.js": `import Near from '../near';\nexport default () => <Near />;\n`,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  const told = stdout.split("\n").filter((line) => /:\d+ {2}/.test(line));
  expect([code, told]).toEqual([
    0,
    [
      expect.stringContaining("run npm install --save far-player@^1.0.0 @x/icons in the Docusaurus site"),
      "package.json:1  components import own-player: run npm install in the new site before docgen build",
    ],
  ]);
  expect(JSON.parse(readFileSync(join(to, "package.json"), "utf8"))).toMatchObject({
    dependencies: { "own-player": "^2.0.0" },
  });
  writeFiles(to, installed);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8");
  expect(html.match(/plays [ud]/g)).toEqual(["plays u", "plays d"]);
  expect(readFileSync(join(to, "build/p/index.html"), "utf8")).toContain("plays u");
});

test("a configuration that loads files by computed names, and a site with generated docs and foreign parts, builds", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `const path = require('path');
const optional = (name) => { try { return require(name); } catch { return []; } };
const sponsors = require(path.join(__dirname, 'data/sponsors.json'));
module.exports = { title: 'T', url: 'https://example.com', baseUrl: '/base/',
  i18n: { defaultLocale: 'en', locales: ['en'], localeConfigs: { en: { label: 'English', path: 'en' } } },
  customFields: { sponsors, count: sponsors.filter(({ paid }) => paid > 1).length, none: optional('./data/none.js') },
  scripts: [{ src: '/plain.js', defer: true }, { src: 'https://widget.example/w.js', async: true, 'data-website-id': 'a"b' }],
  presets: [['classic', { docs: { sidebarPath: './sidebars.js', sidebarCollapsed: true, sidebarCollapsible: true } }]],
  themeConfig: {
    navbar: { items: [
      { type: 'doc', docId: 'api/generated', label: 'API' }, { to: '/team', label: 'Team' }, { to: '/old', label: 'Old' },
      { href: 'pathname:///llms.txt', label: 'Text' }, { href: 'pathname:///base/file.txt', label: 'File' },
    ] },
    footer: { links: [{}, { items: [
      { html: '<a href="https://b.example" aria-label="Sponsor B"><img src="/b.svg" alt="B"></a>' },
      { html: '<a href="https://m.example" rel="me">Social<svg><title>Out</title></svg></a>' },
      { html: '<p>Text</p><a href="/x">x</a>' },
    ] }, { items: [{ html: '<b>none</b>' }] }] },
  } };`,
    "data/sponsors.json": '[{ "name": "A", "paid": 2 }, { "name": "B", "paid": 1 }]',
    "data/extra.js": "export default ['c'];\n",
    "sidebars.js": `const load = (name) => { try { return require(name); } catch { return []; } };
const generated = load('./data/none');
module.exports = { main: {
  Start: ['a', 'gone', ...load('./data/extra.js')],
  Empty: ['gone/one'],
  More: [{ type: 'category', label: 'Of nothing', link: { type: 'doc', id: 'gone' }, items: generated },
    { type: 'category', label: 'Kept', link: { type: 'doc', id: 'gone' }, items: ['b'] }],
} };`,
    "docs/a.md": "# A\n\n[out](pathname:///stories/) [file](pathname:///file.txt)\n",
    "docs/b.md": "# B\n",
    "docs/c.md": "# C\n",
    "static/file.txt": "file",
    "static/plain.js": "1;",
    "src/pages/index.js": `import { Redirect } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
export default () => <Redirect to={useBaseUrl('/docs/a')} />;\n`,
    "src/pages/old.jsx": `import React from 'react';
import { Redirect } from '@docusaurus/router';
export default function Old() { return <Redirect to="docs/b#b" />; }\n`,
    "src/pages/team.tsx": `import Layout from '@theme/Layout';
import { useThing } from 'not-installed';
export default () => <Layout title="The team"><p>{useThing()}</p></Layout>;\n`,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr]).toEqual([0, ""]);
  const config = readFileSync(join(to, "site.config.ts"), "utf8");
  const value = JSON.parse(
    config.slice(config.indexOf("({") + 1, config.lastIndexOf(")")).replace(/^( *)([\w$]+):/gm, '$1"$2":'),
  );
  expect(value.customFields).toEqual({
    sponsors: [
      { name: "A", paid: 2 },
      { name: "B", paid: 1 },
    ],
    count: 1,
    none: [],
  });
  expect(value.scripts).toEqual([{ src: "/plain.js", defer: true }]);
  expect(value.docs[0].sidebars).toEqual({
    main: { Start: ["a", "c"], More: [{ type: "category", label: "Kept", items: ["b"] }] },
  });
  expect(value.navbar.items).toEqual([
    { to: "/team", label: "Team" },
    { to: "/old", label: "Old" },
    { label: "Text", href: "https://example.com/base/llms.txt" },
    { label: "File", to: "pathname:///file.txt" },
  ]);
  const items = [
    { label: "Sponsor B", href: "https://b.example" },
    { label: "Social", href: "https://m.example" },
  ];
  expect(value.footer.links).toEqual([{ items }]);
  expect(value.redirects).toEqual([{ from: "/old", to: "/docs/b#b" }]);
  const report = readFileSync(join(to, "MIGRATION.md"), "utf8");
  for (const text of [
    'navbar: the item of the doc "api/generated" is removed: there is no such doc',
    'sidebars: the item of the doc "gone" is removed: there is no such doc',
    "content/pages/team.md only keeps its address",
  ])
    expect(report).toContain(text);
  expect(report).not.toMatch(/sidebarCollaps|localeConfigs|data-website-id/);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const built = (path: string) => readFileSync(join(to, "build", path), "utf8");
  expect(built("index.html")).toContain('http-equiv="refresh" content="0; url=/base/docs/a"');
  expect(built("team/index.html")).toContain("<h1>The team</h1>");
  expect(built("docs/a/index.html")).toContain('href="https://example.com/base/stories/"');
  expect(built("docs/a/index.html")).toMatch(/href="\/base\/file\.txt"/);
  expect(built("docs/a/index.html")).toContain(
    '<script src="https://widget.example/w.js" async data-website-id="a&quot;b"></script>',
  );
});

test("pages keep what a preprocessor, types of admonitions, lazy components and React of the site make of them", async () => {
  const from = temporaryFolder();
  const page = `# A

Version @@version@@. {/_ note _/}

:::house Title
Text
:::

- :::own-type
  Item
  :::

:::own-type[*Of* it]{.wide}

\`\`\`md
:::house
\`\`\`

:::

:::other
Text
:::

~~~
let a;
~~~

<Slow of="1" /> <Named />

export const Count = () => { const [n] = React.useState(3); return <b>{n}</b>; };

<Count />
`;
  writeFiles(from, {
    "docusaurus.config.js": `const variables = { version: '4.2' };
module.exports = { title: 'T', url: 'https://example.com',
  markdown: { preprocessor: ({ filePath, fileContent }) => filePath.endsWith('b.md') ? fileContent : fileContent
    .replace(/@@(\\w+)@@/g, (_, name) => variables[name]).replaceAll('{/_', '{/*').replaceAll('_/}', '*/}') },
  presets: [['classic', { docs: { admonitions: { keywords: ['note', 'house', 'own-type'] } } }]],
  themeConfig: { prism: { defaultLanguage: 'tsx' } } };`,
    "docs/a.mdx": page,
    "docs/b.md": "# B\n\n@@version@@\n",
    "src/theme/MDXComponents.js": `import React from 'react';
import MDXComponents from '@theme-original/MDXComponents';
export default { ...MDXComponents, Slow: React.lazy(() => import('../components/Slow')),
  Named: React.lazy(() => import("../components/Others").then((m) => ({ default: m.Named }))) };`,
    "src/components/Slow.js": "export default ({ of }) => <i>slow {of}</i>;\n",
    "src/components/Others.js": "export const Named = () => <u>named</u>;\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr]).toEqual([0, ""]);
  const text = readFileSync(join(to, "content/docs/a.mdx"), "utf8");
  for (const part of [
    "Version 4.2.",
    ":::info Title",
    "- :::info[Own type]",
    ":::info[*Of* it]{.wide}",
    "```md\n:::house\n",
    "~~~tsx\nlet a;\n",
  ])
    expect(text).toContain(part);
  expect(readFileSync(join(to, "content/docs/b.md"), "utf8")).toBe("# B\n\n@@version@@\n");
  const report = readFileSync(join(to, "MIGRATION.md"), "utf8");
  expect(report).toContain("markdown.preprocessor is applied to 1 page");
  expect(report).toContain("0 items to do by hand");
  const build = await command("build", "--root", to);
  expect(build.code).toBe(0);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8").replaceAll("<!-- -->", "");
  for (const part of ["<i>slow 1</i>", "<u>named</u>", "<b>3</b>", ":::other"]) expect(html).toContain(part);
});

test("imports by names that plugins give to folders, and several on one line, lead to the site's own modules", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `const path = require('path');
module.exports = { title: 'T', url: 'https://example.com', presets: [['classic', {}]], plugins: [
  ['docusaurus-plugin-module-alias', { alias: { '@parts': path.resolve(__dirname, 'src/parts'), react: path.resolve(__dirname, 'node_modules/react') } }],
  () => ({ name: 'own', configureWebpack: () => ({ resolve: { alias: { 'shared$': path.resolve(__dirname, './src/shared.js') } } }) }),
  './plugins/none', null,
] };`,
    "docs/a.mdx": `import Tabs from '@theme/Tabs'; import TabItem from '@theme/TabItem'; import lists from '@site/src/lists';

import Card from '@parts/Card';
import { text } from 'shared';
import Gone from '@parts/Gone';

# A

<Card title={text}>In *it*</Card>

<Gone />

<Tabs defaultValue={lists.first} values={lists.all}>
<TabItem value="a">A</TabItem>
<TabItem value="b">B</TabItem>
</Tabs>
`,
    "src/lists.js":
      "const all = [{ label: 'First', value: 'a' }, { label: 'Second', value: 'b' }];\nexport default { all, first: all[1].value };\n",
    "src/parts/Card.jsx":
      "import Frame from '@parts/Frame';\nexport default ({ title, children }) => <Frame><b>{title}</b>{children}</Frame>;\n",
    "src/parts/Frame.jsx": "export default ({ children }) => <section>{children}</section>;\n",
    "src/shared.js": "export const text = 'Shared';\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(
    'docs/a.mdx:1  needs "@parts/Gone" (there is no such file), so only the children of its components',
  );
  const page = readFileSync(join(to, "content/docs/a.mdx"), "utf8");
  for (const part of ['<Tabs defaultValue="b">', '<TabItem value="a" label="First">']) expect(page).toContain(part);
  expect((await command("build", "--root", to)).code).toBe(0);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8").replaceAll("<!-- -->", "");
  expect(html).toMatch(/<section><b>Shared<\/b>.*In <em>it<\/em>.*<\/section>/s);
});

test("a preset that wraps the classic one, parts of an internal build and modules of CommonJS become a public site", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `const { fbContent, isInternal } = require('docusaurus-plugin-internaldocs-fb/internal');
module.exports = { title: 'T', url: fbContent({ internal: 'https://in.example', external: 'https://out.example' }),
  tagline: isInternal() ? 'in' : 'out',
  presets: [[require.resolve('docusaurus-plugin-internaldocs-fb/docusaurus-preset'), { docs: { sidebarPath: './sidebars.js',
    remarkPlugins: [[() => () => {}, {}]] }, blog: false }], ['redocusaurus', { specs: [], theme: {} }]],
  plugins: [require('path').resolve(__dirname, 'plugins/own'), '/x/node_modules/a-plugin/index.js'] };`,
    "sidebars.js": `const { fbContent, fbInternalOnly } = require('internaldocs-fb-helpers');
module.exports = { main: [fbContent({ external: () => 'a' }), fbInternalOnly('fb/b'), ...fbInternalOnly(['fb/c'])], ...fbInternalOnly(() => ({ x: [] })) };`,
    "docs/a.md": `import { OssOnly, FbInternalOnly } from 'docusaurus-plugin-internaldocs-fb/internal';
import Secret from './fb/Secret.md';

# A

<FbInternalOnly>

## Inside

Secret [*text*](https://in.example). <Secret />

</FbInternalOnly>

<OssOnly>

Public *text*.

</OssOnly>

| <OssOnly>head</OssOnly> | Secrets |
| --- | --- |
| one | <FbInternalOnly>secret</FbInternalOnly> |
`,
    "src/pages/old.js": `'use strict';
const React = require('react');
const { useThing: use } = require('../use');
const Layout = require('@theme/Layout').default;

class Old extends React.Component {
  render() { return <Layout title="Old"><p>{use()}</p></Layout>; }
}

module.exports = Old;
`,
    "src/use.js": "const thing = () => 'used';\nmodule.exports = { useThing: thing };\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr]).toEqual([0, ""]);
  const told = stdout.split("\n").filter((line) => /:\d+ {2}/.test(line));
  expect(told.map((line) => line.replace(/^\S+ {2}/, "")).sort()).toEqual([
    "docs.remarkPlugins the plugin in docusaurus.config is removed: rewrite it as a markdown-it plugin (markdown.plugins)",
    "plugins ./plugins/own is removed: there is no such module; add it or run the script that creates it, then migrate again",
    ...[
      "plugins a-plugin/index.js",
      "presets redocusaurus",
      "presets the part of docusaurus-plugin-internaldocs-fb/docusaurus-preset beyond preset-classic",
    ].map((name) => `${name} is removed: see src/site/extensions/README.md for alternatives`),
  ]);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8");
  expect(html).toContain("Public <em>text</em>");
  expect(html).not.toMatch(/Inside|secret\b|in\.example/);
  expect(html).toContain("https://out.example/docs/a");
  expect(readFileSync(join(to, "build/old/index.html"), "utf8")).toContain("<p>used</p>");
});

test("additional items of dropdowns are told by what becomes of them, and the content of a partial is in it", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', {}]], themeConfig: { docs: { sidebar: { autoCollapseCategories: true, own: 1 } }, navbar: { items: [
    { type: 'localeDropdown', position: 'right', dropdownItemsBefore: [{ to: '/docs/a', label: 'First' }],
      dropdownItemsAfter: [{ href: 'https://a.example', label: 'Translate', target: '_blank', rel: null }] },
  ] } } };`,
    "docs/a.mdx": 'import Part from \'./_part.mdx\';\n\n# A\n\n<Part n="1" />\n\n<Part n="2">\n\nContent\n\n</Part>\n',
    "docs/_part.mdx": "Part {props.n} {props.children}\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").filter((line) => /:\d+ {2}/.test(line))).toEqual([
    "docusaurus.config.js:2  docs.sidebar.own is removed: docgen has no equivalent",
  ]);
  expect(readFileSync(join(to, "site.config.ts"), "utf8").replace(/\s+/g, " ")).toContain(
    '{ type: "localeDropdown", position: "right" }, { label: "First", to: "/docs/a", position: "right" }, { label: "Translate", href: "https://a.example", position: "right" }',
  );
  expect((await command("build", "--root", to)).code).toBe(0);
  expect(readFileSync(join(to, "build/docs/a/index.html"), "utf8")).toMatch(
    /<p>Part 1 ?<\/p>\s*<p>Part 2 Content<\/p>/,
  );
});

test("style sheets of packages become the site's own, with what they show", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com',
  presets: [['classic', { theme: { customCss: [require.resolve('plain/dist/plain.css'), './src/css/custom.css'] } }]] };`,
    "docs/a.md": "# A\n",
    "src/css/custom.css": '@import "../../node_modules/plain/more.css";\n',
    "node_modules/plain/package.json": '{ "name": "plain", "exports": { "./*": "./*" } }',
    "node_modules/plain/dist/plain.css": '.plain { background: url("../a.svg"); }\n',
    "node_modules/plain/more.css": ".more { color: red; }\n",
    "node_modules/plain/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr, stdout]).toEqual([0, "", expect.stringContaining("0 items to do by hand")]);
  expect(existsSync(join(to, "node_modules"))).toBe(false);
  expect(readFileSync(join(to, "src/css/custom.css"), "utf8")).toBe('@import "./packages/plain/more.css";\n');
  expect((await command("build", "--root", to)).code).toBe(0);
});

test("style sheets in Sass are compiled if the Docusaurus site has its compiler", async () => {
  const from = temporaryFolder();
  const files = {
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com',
  presets: [['classic', { theme: { customCss: ['./src/css/custom.scss', './src/css/bad.scss'] } }]] };`,
    "docs/a.mdx": "import Card from '@site/src/card';\n\n# A\n\n<Card />\n",
    "src/css/custom.scss": "// from $red\n.own { color: $red; }\n",
    "src/css/bad.scss": ".bad { color: $blue; }\n",
    "src/card.jsx":
      "import styles from './card.module.scss';\nexport default () => <b className={styles.card}>card</b>;\n",
    "src/card.module.scss": ".card { color: $red; }\n",
    "src/_partial.scss": ".partial { color: $red; }\n",
  };
  const compiler = `const fs = require('fs');
exports.compile = (path) => {
  const text = fs.readFileSync(path, 'utf8');
  if (text.includes('$blue')) throw new Error('Undefined variable.\\n  $blue');
  return { css: text.replace(/^\\/\\/.*/gm, '').replaceAll('$red', 'red') };
};`;
  writeFiles(from, {
    ...files,
    "node_modules/sass/package.json": '{ "name": "sass" }',
    "node_modules/sass/index.js": compiler,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout, stderr } = await command("migrate", from, "--to", to);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("src/css/bad.scss:1  Sass can't compile the style sheet: Undefined variable. $blue");
  expect(readFileSync(join(to, "src/css/custom.css"), "utf8")).toContain(".own { color: red; }");
  expect(readFileSync(join(to, "src/card.css"), "utf8")).toBe(".src-card_card { color: red; }\n");
  expect(Object.keys(treeOf(join(to, "src"))).filter((path) => /scss$|partial/.test(path))).toEqual([]);
  expect((await command("build", "--root", to)).code).toBe(0);

  const bare = temporaryFolder();
  writeFiles(bare, files);
  const dry = await command("migrate", bare, "--dry-run");
  expect(dry.stdout).toContain(
    "so src/css/custom.scss, src/css/bad.scss, src/card.module.scss are not migrated: run npm install --save sass in",
  );
});

test("the report is a list of work; addresses of the old site are compared, and live samples get their library", async () => {
  const from = temporaryFolder();
  const uses = Array.from({ length: 20 }, (_, index) => `Text <Gone n={${index}} />\n\n{nowhere.value${index}}\n`);
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace("title:", "scripts: ['https://cdn.example/lib/xlsx.full.min.js'], title:"),
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`docs/p${index}.mdx`, `# P\n\n${uses.join("\n")}`]),
    ),
    "docs/live.md": "# Live\n\n```jsx live\n<b>{XLSX.version}</b>\n```\n",
    "docs/01-part/02-leaf.md": "# Leaf\n\n## Here\n",
    "static/kept.html": "<p>Kept</p>\n",
    "old/docs/p0/index.html": '<h2 class="anchor" id=gone>A</h2><h1 id="p">P</h1>',
    "old/docs/Live.html": "<h1>Live</h1>",
    "old/docs/part/01-leaf.html": "<h2 id='here'>Here</h2>",
    "old/kept.html": "",
    "old/404.html": "",
    "old/lost/index.html": "",
    "sitemap.xml":
      "<urlset><url><loc>https://example.com/docs/p1</loc></url><url><loc>https://example.com/nope/</loc></url></urlset>",
  });
  const root = temporaryFolder();
  const run = async (name: string, ...args: string[]) => {
    const to = join(root, name);
    const { code, stdout } = await command("migrate", from, "--to", to, ...args);
    return { code, stdout, read: (path: string) => readFileSync(join(to, path), "utf8") };
  };
  const plain = await run("plain", "--check", join(from, "sitemap.xml"));
  expect([plain.code, plain.stdout]).toEqual([0, expect.stringContaining("402 items to do by hand")]);
  expect(plain.stdout.split("\n").length).toBeLessThan(20);
  const report = plain.read("MIGRATION.md");
  expect(report.split("\n").length).toBeLessThan(300);
  for (const row of [
    "| 200 | removed \\<Gone>, because the page neither imports nor defines Gone; write what it shows, or add it to components in site.config.ts | docs/p0.mdx:3 |",
    '| 1 | scripts https://cdn.example/lib/xlsx.full.min.js: live samples use its variable XLSX (1 time); migrate with --live, or give it the name "xlsx" and set live.library',
    "| 1 | the new site has no page at this address of the old one; add a redirect | /nope:1 |",
  ])
    expect(report).toContain(row);
  const { todo } = JSON.parse(plain.read("MIGRATION.json")) as {
    todo: { path: string; line: number; message: string }[];
  };
  expect(todo).toHaveLength(402);

  const full = await run("full", "--check", join(from, "old"), "--redirects", "--live");
  const config = full.read("site.config.ts");
  expect(config).toMatch(/name: "xlsx",\s+src: "https:\/\/cdn/);
  expect(config).toMatch(/library: \{\s+scripts: "xlsx",\s+global: "XLSX"/);
  expect(config).toMatch(/from: "\/docs\/part\/01-leaf",\s+to: "\/docs\/part\/leaf"/);
  const lost = (JSON.parse(full.read("MIGRATION.json")) as { todo: typeof todo }).todo.filter(({ path }) =>
    path.startsWith("/"),
  );
  expect(lost.map(({ path, message }) => `${path} ${message}`)).toEqual([
    "/docs/Live the new site has no page at this address of the old one; add a redirect to /docs/live",
    '/docs/p0 the page has no anchor "gone" any more; give its heading the id {#gone}, or write <a id="gone"></a> above what a component generates',
    '/docs/p0 the page has no anchor "p" any more; give its heading the id {#p}, or write <a id="p"></a> above what a component generates',
    "/lost the new site has no page at this address of the old one; add a redirect",
  ]);
  const { code, stderr } = await command("migrate", from, "--to", join(root, "no"), "--check", join(from, "nothing"));
  expect([code, stderr]).toEqual([2, expect.stringContaining("no such file; give a URL, a sitemap or a build folder")]);
});

test("a component with the name of one of docgen's own gets another", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx":
      'import Badge from \'@site/src/components/Badge\';\n\n# A\n\n<Badge text="new" />\n\n<Badge text="old">\n\n*Text*\n\n</Badge>\n',
    "src/components/Badge.jsx":
      "import { useState } from 'react';\nexport default function Badge({ text, children }) {\n  const [own] = useState(text);\n  return <div>{own}{children}</div>;\n}\n",
  });
  const to = join(temporaryFolder(), "site");
  expect((await command("migrate", from, "--to", to)).code).toBe(0);
  const page = readFileSync(join(to, "content/docs/a.mdx"), "utf8");
  expect(page).toBe('# A\n\n<SiteBadge text="new" />\n\n<SiteBadge text="old">\n\n*Text*\n\n</SiteBadge>\n');
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringContaining("error")]);
});

test("several blogs, functions for edit links and links of components move over, in every language", async () => {
  const from = temporaryFolder();
  const repository = "https://github.com/o/r/edit/main";
  const card = 'import Card from "@site/src/card";\n\n# Intro\n\n<Card to="/docs/#x" />\n\n## X\n';
  writeFiles(from, {
    "docusaurus.config.ts": `import type { Config } from '@docusaurus/types';
      const config: Config = { title: 'T', url: 'https://t.example', baseUrl: '/base/', onBrokenLinks: 'throw',
      i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
      presets: [['classic', {
        docs: { numberPrefixParser: false, editUrl: ({ locale, versionDocsDirPath, docPath }) => locale === 'fr' ? 'https://crowdin.com/p' : \`${repository}/site/\${versionDocsDirPath}/\${docPath}\` },
        blog: { editUrl: ({ blogPath }) => \`${repository}/blog/\${blogPath}\` }, pages: { editUrl: '${repository}/' },
      } satisfies object]],
      plugins: [['@docusaurus/plugin-content-blog', { id: 'releases', path: './releases', routeBasePath: 'changes', blogTitle: 'Releases',
        authorsMapPath: '../blog/authors.yml', tags: 'labels.yml', tagsBasePath: 'topics', feedOptions: { type: ['atom'] }, editUrl: (p) => 'https://x.example/?f=' + p.blogPath + '&e' }],
        ['content-blog', { id: 'docs', path: 'news', routeBasePath: 'news' }]] };
      export default config;`,
    "docs/intro.mdx": `---\nslug: /\n---\n${card}`,
    "i18n/fr/docusaurus-plugin-content-docs/current/intro.mdx": `---\nslug: /\n---\n${card}`,
    "src/card.jsx": `import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
export default ({ to }) => <p><Link to={to}>Card</Link> <a href="/docs">Plain</a> <img src={useBaseUrl('/a.svg')} alt="A" /></p>;
`,
    "src/pages/about.mdx": "# About\n\n<div><Link to='/changes'>Changes</Link> *here*</div>\n",
    "static/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "blog/authors.yml": "bob:\n  name: Bob B\n",
    "blog/2024-01-02-one.md":
      "---\nslug: first\nauthors: bob\n---\n\n# First\n\n[Part](../releases/2024-05-05-r.md#part)\n",
    "releases/2024-05-05-r.md":
      "---\nslug: r\nauthors: bob\ntags: [rel]\n---\n\n# R\n\n[Back](/blog/first)\n\n## Part\n",
    "docs/01-part/_category_.json": '{ "label": "Part", "link": { "type": "doc", "id": "01-part/01-p" } }',
    "docs/01-part/01-p.md": "# P\n",
    "releases/labels.yml": "rel:\n  label: Release\n  permalink: /release\n",
    "news/2024-01-01-n.md": "# N\n",
    "i18n/fr/docusaurus-plugin-content-blog-releases/2024-05-05-r.md":
      "---\nslug: r\n---\n\n# R en français\n\n## Part\n",
    "i18n/fr/docusaurus-plugin-content-blog-releases/options.json": '{ "title": { "message": "Versions" } }',
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  const told = stdout.split("\n").filter((line) => /:\d+ {2}/.test(line));
  expect([code, told]).toEqual([
    0,
    [
      expect.stringMatching(/docs\.editUrl is a function that returns https:\/\/crowdin\.com\/p .* in fr; docgen uses/),
      expect.stringMatching(/blogs\.releases\.editUrl is a function and is removed: it returns https:\/\/x\.example/),
    ],
  ]);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  const page = (path: string) => readFileSync(join(to, "build", path, "index.html"), "utf8");
  const card1 = (base: string) =>
    `<p><a href="${base}docs/#x">Card</a> <a href="${base}docs/">Plain</a> <img src="${base}a.svg" alt="A"/></p>`;
  expect(page("docs")).toContain(card1("/base/"));
  expect(page("fr/docs")).toContain(card1("/base/fr/"));
  expect(page("fr/about")).toContain('<div><a href="/base/fr/changes/">Changes</a> <em>here</em></div>');
  expect(page("docs")).toContain(`${repository}/site/content/docs/intro.mdx`);
  expect(page("blog/first")).toContain(`${repository}/content/blog/2024-01-02-one.md`);
  expect(page("blog/first")).toContain('href="/base/changes/r#part"');
  expect(page("changes/r")).toContain("Bob B");
  expect(page("changes/r")).toContain('href="/base/blog/first"');
  expect(page("changes/topics/release")).toContain(">R<");
  expect(page("changes/authors")).toContain('href="/base/changes/"');
  expect(page("news")).toContain(">N<");
  expect(page("fr/changes")).toContain("<title>Versions | T</title>");
  expect(page("fr/changes/r")).toContain(">R en français</h1>");
  expect(existsSync(join(to, "build/changes/atom.xml"))).toBe(true);
  expect(existsSync(join(to, "build/changes/rss.xml"))).toBe(false);
});

test("docs keep number prefixes in their addresses if Docusaurus does, and lost lists keep redirects of plugins", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://t.example',
      presets: [['classic', { docs: { sidebarPath: './sidebars.js', numberPrefixParser: false } }]],
      themeConfig: { navbar: { items: [{ type: 'doc', docId: '01-part/01-first', label: 'First' }] } },
      plugins: [['client-redirects', { fromExtensions: ['html'], createRedirects: (path) => path === '/blog/authors' ? ['/writers'] : [] }]] };`,
    "sidebars.js": `module.exports = { a: ['index', '01-part/01-first', { type: 'category', label: 'X', link: { type: 'doc', id: '01-part/02-inner/01-deep' },
      items: [{ Short: ['03-guides/nine', { type: 'doc', id: '03-guides/own', label: 'Own' }] }] }, '03-guides/README', '2020-notes', '2021-notes'] };`,
    "docs/index.md": "# Index\n\n[First](01-part/01-first.md) [notes](/docs/2020-notes)\n",
    "docs/01-part/01-first.md": "# First\n",
    "docs/01-part/02-inner/01-deep.md": "# Deep\n",
    "docs/03-guides/9-nine.md": "---\nid: nine\n---\n\n# Nine\n",
    "docs/03-guides/own.md": "---\nslug: mine\n---\n\n# Own\n",
    "docs/03-guides/README.md": "# Guides\n",
    "docs/2020-notes.md": "Text.\n",
    "docs/2021-notes.md": "Text.\n",
    "blog/2024-01-01-n.md": "---\nauthors: bob\n---\n\n# N\n",
    "blog/authors.yml": "bob:\n  name: Bob\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout.split("\n").filter((line) => /:\d+ {2}/.test(line))]).toEqual([0, []]);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  const page = (path: string) => readFileSync(join(to, "build", path, "index.html"), "utf8");
  for (const [path, title] of [
    ["docs/01-part/01-first", "First"],
    ["docs/01-part/02-inner/01-deep", "Deep"],
    ["docs/03-guides", "Guides"],
    ["docs/03-guides/mine", "Own"],
    ["docs/03-guides/nine", "Nine"],
    ["docs/2020-notes", "2020-notes"],
    ["docs/2021-notes", "2021-notes"],
  ] as const)
    expect(page(path)).toContain(`${title}</h1>`);
  for (const path of ["writers", "blog/authors.html"]) expect(page(path)).toContain('href="/blog/"');
});

test("the translated names of a blog stay translated", async () => {
  const from = temporaryFolder();
  const options = { title: "Journal", description: "Nouvelles", "sidebar.title": "À lire" };
  const entries = Object.entries(options).map(([id, message]) => [id, { message }]);
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace("title:", "i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, title:"),
    "docs/a.md": "# A\n",
    "blog/2026-01-01-b.md": "# B\n",
    "i18n/fr/docusaurus-plugin-content-blog/options.json": JSON.stringify(Object.fromEntries(entries)),
  });
  const to = join(temporaryFolder(), "site");
  expect((await command("migrate", from, "--to", to)).code).toBe(0);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringContaining("code.json")]);
  const html = readFileSync(join(to, "build/fr/blog/index.html"), "utf8");
  for (const text of ["<title>Journal | T</title>", 'content="Nouvelles"', ">À lire<"]) expect(html).toContain(text);
});

test("pages in React keep their texts, their language and what they ask of the configuration", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace(
      "title:",
      "i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, customFields: { n: 'field' }, title:",
    ),
    "blog/2026-01-01-b.md": "# B\n",
    "src/pages/index.js": `import Translate, { translate } from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
export default function Home() {
  const { siteConfig, i18n } = useDocusaurusContext();
  return <p title={translate({ message: 'Well, {who}', id: 'home.title' }, { who: 'you' })}>
    <Translate id="home.text" description="d" values={{ what: <b>x</b> }}>
      {'Text {what}'}
    </Translate> {i18n.currentLocale} {siteConfig.customFields.n}
  </p>;
}
`,
    "i18n/fr/code.json": JSON.stringify({
      "home.title": { message: "Bon, {who}" },
      "home.text": { message: "{what} texte" },
      "home.gone": { message: "Rien" },
    }),
    "i18n/fr/docusaurus-plugin-content-blog/options.json": JSON.stringify({ title: { message: "Journal" } }),
  });
  const to = join(temporaryFolder(), "site");
  expect((await command("migrate", from, "--to", to)).code).toBe(0);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, ""]);
  const shown = (path: string) => /<p title=.*?<\/p>/.exec(readFileSync(join(to, `build/${path}`), "utf8"))?.[0];
  const plain = (html = "") => html.replaceAll("<!-- -->", "");
  expect(plain(shown("index.html"))).toBe('<p title="Well, you">Text <b>x</b> en field</p>');
  expect(plain(shown("fr/index.html"))).toBe('<p title="Bon, you"><b>x</b> texte fr field</p>');
  expect(Object.keys(treeOf(join(to, "content/i18n")))).toEqual(["fr", "fr/code.json"]);
});

test("components of Markdown pages keep their texts and their language, also those without an id", async () => {
  const from = temporaryFolder();
  const hello = "import Hello from '@site/src/hello';\n\n<Hello />\n";
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace("title:", "i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, title:"),
    "docs/a.mdx": `---\nslug: /\n---\n\n# A\n\n${hello}`,
    "i18n/fr/docusaurus-plugin-content-docs/current/a.mdx": `---\nslug: /\n---\n\n# A\n\n${hello}`,
    "src/early.ts": `import { translate } from '@docusaurus/Translate';
export const early: string = translate({ id: 'hello.early', message: 'Early' });
`,
    "src/hello.js": `import Translate, { translate } from '@docusaurus/Translate';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { early } from './early';
const label = () => translate({ id: 'hello.label', message: 'Good day' });
export default function Hello() {
  const { i18n } = useDocusaurusContext();
  return <p title={label()} className="hello">
    <Translate description="d">
      Some text
    </Translate> <Translate id="hello.name">{'Name'}</Translate> {i18n.currentLocale} {early}</p>;
}
`,
    "i18n/fr/code.json": JSON.stringify({
      "hello.label": { message: "Bonjour" },
      "Some text": { message: "Du texte" },
      "hello.name": { message: "Nom" },
      "hello.early": { message: "Tôt" },
    }),
  });
  const to = join(temporaryFolder(), "site");
  expect((await command("migrate", from, "--to", to)).code).toBe(0);
  const build = await command("build", "--root", to);
  expect(build.code).toBe(0);
  expect(build.stderr).not.toContain("no text has the id");
  const shown = (path: string) => /<p title=.*?<\/p>/.exec(readFileSync(join(to, `build/${path}`), "utf8"))?.[0];
  expect(shown("docs/index.html")).toBe('<p title="Good day" class="hello">Some text Name en Early</p>');
  expect(shown("fr/docs/index.html")).toBe('<p title="Bonjour" class="hello">Du texte Nom fr Early</p>');
  expect(readFileSync(join(to, "MIGRATION.md"), "utf8")).toContain(
    "src/early.ts:1: translate() outside of a component stays in the default language",
  );
});

test("sets of docs keep sidebars of the same name, with their pages, labels, versions and places in the navbar", async () => {
  const from = temporaryFolder();
  const navbar = `navbar: { items: [
    { type: 'docSidebar', sidebarId: 'main', label: 'Docs' },
    { type: 'docSidebar', sidebarId: 'main', docsPluginId: 'api', label: 'API' },
    { label: 'More', items: [
      { type: 'doc', docId: 'part/named', label: 'Named' },
      { type: 'docSidebar', sidebarId: 'main', docsPluginId: 'api', label: 'To the API' },
    ] },
  ] }`;
  const docs = "routeBasePath: '/', sidebarPath: './sidebars.js', lastVersion: 'current'";
  const sets = `['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api', sidebarPath: './api.js' }],
    ['content-docs', { id: 'one', path: 'one', routeBasePath: 'one' }],
    ['content-docs', { id: 'two', path: 'two', routeBasePath: 'two', sidebarPath: false }],`;
  const label = (message: string) => JSON.stringify({ "sidebar.main.category.Node.js": { message } });
  writeFiles(from, {
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', onBrokenLinks: 'throw',
      i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, themeConfig: { ${navbar} },
      presets: [['classic', { docs: { ${docs} } }]], plugins: [${sets}] };`,
    "sidebars.js": "module.exports = { main: [{ 'Node.js': ['part/named'] }] };",
    "api.js": "module.exports = { main: [{ type: 'category', label: 'Node.js', items: ['call'] }] };",
    "docs/home.md": "---\nslug: /\n---\n# Home\n",
    "docs/01-part/02-page.md": "---\nid: named\nslug: /else/where\n---\n# Named\n",
    "api/call.md": "# Call\n",
    "api/aside.md": "---\ndisplayed_sidebar: main\n---\n# Aside\n",
    "one/a.md": "# One\n",
    "two/a.md": "# Two\n",
    "versions.json": '["1.0"]',
    "versioned_docs/version-1.0/old.md": "# Old\n",
    // As Docusaurus 2 wrote them.
    "versioned_sidebars/version-1.0-sidebars.json": JSON.stringify({
      "version-1.0/main": [{ type: "category", label: "Past", items: [{ type: "doc", id: "version-1.0/old" }] }],
    }),
    "i18n/fr/docusaurus-plugin-content-docs/current.json": label("Nœud"),
    "i18n/fr/docusaurus-plugin-content-docs/version-1.0.json": JSON.stringify({
      "sidebar.version-1.0/main.category.Past": { message: "Passé" },
    }),
    "i18n/fr/docusaurus-plugin-content-docs-api/current.json": label("Appels"),
  });
  const to = join(temporaryFolder(), "site");
  expect((await command("migrate", from, "--to", to)).code).toBe(0);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, ""]);
  const page = (path: string) => readFileSync(join(to, `build/${path}/index.html`), "utf8");
  for (const link of ['href="/else/where">Named<', 'href="/api/call">To the API<', 'href="/api/call">API<'])
    expect(page("two/a")).toContain(link);
  expect(page("api/aside")).toContain(">Node.js<");
  expect(page("fr/else/where")).toContain(">Nœud<");
  expect(page("fr/api/aside")).toContain(">Appels<");
  expect(page("fr/1.0/old")).toContain(">Passé<");
});

test("style sheets keep what they import and show; those of other sites are linked", async () => {
  const from = temporaryFolder();
  const fonts = "https://fonts.example.com/css2?family=Inter:wght@400;700&display=swap";
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace("{}", "{ theme: { customCss: ['./src/css/custom.css'] } }"),
    "docs/a.md": "# A\n",
    "src/css/custom.css": `@import url('${fonts}');
@import "parts/more.css";
@import "~infima/dist/infima.css";
/* url(in-a-comment.png) */
.a { background: url(~@site/static/img/b.svg) }
`,
    "src/css/parts/more.css": ".b { background: url('../c.svg') }\n.c { background: url(missing.svg) }\n",
    "src/css/c.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "static/img/b.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining("src/css/custom.css:3  removed the import of ~infima/dist"),
  ]);
  expect(stdout).toContain("src/css/parts/more.css:2  removed missing.svg");
  expect(readFileSync(join(to, "src/css/custom.css"), "utf8")).toBe(`
@import "./parts/more.css";

/* url(in-a-comment.png) */
.a { background: url(/img/b.svg) }
`);
  expect((await command("build", "--root", to)).code).toBe(0);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8");
  expect(html).toContain(`<link rel="stylesheet" href="${fonts.replace("&", "&amp;")}">`);
  expect(html).toMatch(/style-src [^;]*https:\/\/fonts\.example\.com/);
  const [sheet = ""] = /(?<=href=")[^"]*assets\/[^"]*\.css(?=")/.exec(html) ?? [];
  expect(readFileSync(join(to, "build", sheet), "utf8").slice(-120)).toMatch(
    /\.b\{background:url\("\.\/c-\w+\.svg"\)\}/,
  );
});

test("a page in React keeps pictures of its styles, and the navbar an item for each sidebar that there is", async () => {
  const from = temporaryFolder();
  const items = "{ type: 'docSidebar', sidebarId: 'lost', label: 'L' }";
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace("title:", `themeConfig: { navbar: { items: [${items}] } }, title:`),
    "docs/a.md": "# A\n",
    "src/pages/index.jsx":
      "import styles from './index.module.css';\nexport default () => <p className={styles.a}>Text</p>;\n",
    "src/pages/index.module.css": ".a { background: url(bg.svg) }\n",
    "src/pages/bg.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout]).toEqual([0, expect.stringContaining('the item for the sidebar "lost" is removed')]);
  expect((await command("build", "--root", to)).code).toBe(0);
  expect(readFileSync(join(to, "src/pages/index.css"), "utf8")).toContain("_a { background: url(./bg.svg) }");
});

test("a table stays one where its cells hold components of blocks, and these are told", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": CONFIG,
    "docs/_part.mdx": "## In the part\n\nPart.\n",
    "docs/_plain.mdx": "Plain.\n\n```sh\n# comment\n```\n",
    "docs/toc.mdx": `import TOCInline from '@theme/TOCInline';
import Plain from './_plain.mdx';
import data from '@site/data.json';

# Contents

<TOCInline toc={toc} />

## Version {data.version}

<Plain />
`,
    "data.json": '{ "version": "4.2" }',
    "docs/a.mdx": `import CodeBlock from '@theme/CodeBlock';
import Admonition from '@theme/Admonition';
import Part from './_part.mdx';
import TOCInline from '@theme/TOCInline';

# A

<TOCInline toc={toc} />

| One | Two |
| --- | --- |
| <CodeBlock>a</CodeBlock> | <CodeBlock language="js">{\`f\\\`x\\\`\`}</CodeBlock> |
| <Admonition>In *it*</Admonition> | <Part /> |
| <CodeBlock>{'a\`\`b'}</CodeBlock> | <CodeBlock>{' '}</CodeBlock> |
| last | row |

<CodeBlock language="jsx" live>{'<b />'}</CodeBlock>
`,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect(code).toBe(0);
  const inCell = "a Markdown table cell can't contain blocks; write the table in HTML";
  expect(stdout).toContain("docs/a.mdx:8  <TOCInline>: headings of included files are not listed");
  expect(stdout).not.toContain("docs/toc.mdx");
  expect(stdout).toContain(`docs/a.mdx:13  removed the tags of a component: ${inCell}`);
  expect(stdout).toContain(`docs/a.mdx:13  removed a component: ${inCell}`);
  const page = readFileSync(join(to, "content/docs/a.mdx"), "utf8");
  expect(page).toContain("| `a` | `` f`x` `` |\n| In *it* |  |\n| `a``b` |  |\n| last | row |\n");
  expect(page).toContain("```jsx live\n<b />\n```");
});

test("headings keep the ids that spaces around a component give them, and text like a variable stays text", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": CONFIG,
    "src/badge.jsx": "export default ({ text }) => <span>{text}</span>;\n",
    "docs/a.mdx": `import Badge from '@site/src/badge';

# A

## Ends <Badge text="new" />

## <Badge text="old" /> begins

## Plain \`code\`

\`\`\`jsx
<p>{vars.name} and {vars.name}</p>
\`\`\`

Inline \`\${vars.other}\`.

Third: {toc.filter((entry) => entry.level === 3).map((entry) => <b>{entry.value}</b>)}, {['x', 'y & z']}.
`,
  });
  writeFiles(from, {
    "docusaurus.config.js": CONFIG.replace("title:", "markdown: { format: 'detect' }, title:"),
    "docs/plain.md":
      '# P\n\n## Named <a name="old"></a>\n\n## Own id <!-- #mine -->\n\n## <b>Bold</b> *one*\n\n## Comment <!-- no id -->\n',
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout.split("\n").filter((line) => /:\d+ {2}/.test(line))]).toEqual([0, []]);
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.not.stringMatching(/ error /)]);
  const plain = readFileSync(join(to, "build/docs/plain/index.html"), "utf8");
  expect([...plain.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    "named-",
    "mine",
    "bold-one",
    "comment-",
  ]);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8");
  expect([...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["ends-", "-begins", "plain-code"]);
  const shown = html.replace(/<[^>]*>/g, "");
  expect(shown).toContain("{vars.name} and {vars.name}");
  expect(shown).toContain(`Inline \${vars.other}.\nThird: , xy &amp; z.`);
});

test("what begins a list item stays in it", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": CONFIG,
    "docs/_part.mdx": "Part.\n",
    "docs/a.mdx": `import Part from './_part.mdx';
import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

export const Red = ({ children }) => <div className="red">{children}</div>;

# A

1. <Part />
2. <Tabs>
     <TabItem value="x" label="X">

       Tab

     </TabItem>
   </Tabs>
3. <Red>

   Red *text*

   </Red>
4. {/* note */} Four
   - nested
5. {/* note */}

   Five
6. [ ] <b>six</b> {6}
`,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", from, "--to", to);
  expect([code, stdout]).toEqual([0, expect.stringContaining("0 items to do by hand")]);
  expect((await command("build", "--root", to)).code).toBe(0);
  const html = readFileSync(join(to, "build/docs/a/index.html"), "utf8");
  const [list = ""] = /(?<=id="docgen-article">)<ol>.*?<\/ol>/s.exec(html) ?? [];
  expect(list.match(/<li/g)).toHaveLength(7);
  for (const part of ["<p>Part.</p>", "<p>Tab</p>", "<p>Red <em>text</em></p>", "<p>Five</p>", "<b>six</b>"])
    expect(list).toContain(part);
  expect(list).toMatch(/Four<\/p>\n<ul>\n<li>nested/);
  expect(list).not.toContain("<pre");
});

test("static files whose place docgen needs itself move, and addresses with the base URL lead to theirs", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    "site/docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', baseUrl: '/base/',
      favicon: 'assets/a.svg', themeConfig: { navbar: { logo: { src: '/assets/a.svg' } } },
      presets: [['classic', { blog: false, docs: { routeBasePath: '/' } }]],
      plugins: [['client-redirects', { redirects: [{ from: '/old', to: '/' }] }]] };`,
    "site/static/assets/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "site/static/_redirects": "/a /b 301\n",
    ".git/HEAD": "",
    "data/x.txt": "Kept.\n",
    "site/docs/index.mdx": `import CodeBlock from '@theme/CodeBlock';
import text from '!!raw-loader!../../data/x.txt';

# A

![a](/assets/a.svg) [b](pathname:///assets/a.svg) [c](/base/#anchor)

<img src="/base/assets/a.svg" alt="" />

<CodeBlock>{text}</CodeBlock>
`,
  });
  const to = join(temporaryFolder(), "site");
  const { code, stdout } = await command("migrate", join(from, "site"), "--to", to);
  expect([code, stdout]).toEqual([0, expect.stringContaining("static/assets:1  is renamed to site-assets/")]);
  expect(stdout).toContain("static/_redirects:1  is not migrated");
  const build = await command("build", "--root", to);
  expect([build.code, build.stderr]).toEqual([0, expect.stringMatching(/^[^\n]* warning {2}broken link "\/#anchor"/)]);
  const html = readFileSync(join(to, "build/index.html"), "utf8");
  expect(html.match(/(?:href|src)="\/base\/site-assets\/a\.svg"/g)?.length).toBeGreaterThan(4);
  expect(html).toContain("Kept.");
});

test("each source in the guide becomes what stands beside it", async () => {
  const guide = readFileSync(join(PROJECT, "src/cli/MIGRATE.md"), "utf8");
  const [, table = ""] = /<!-- syntax -->([\s\S]*?)<!-- \/syntax -->/.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| (`+) ?(.*?) ?\1 \| (`+) ?(.*?) ?\3 \|/gm)].map(
    ([, , source = "", , result = ""]) => ({ source, result }),
  );
  expect(rows.length).toBeGreaterThan(20);
  const imports = [
    "import { version } from '@site/version';",
    "import Part from './_part.mdx';",
    "import Badge from '@site/badge';",
    ...["theme/CodeBlock", "theme/Heading", "theme/DocCardList"].map(
      (name) => `import ${name.slice(6)} from '@${name}';`,
    ),
    ...["Link", "Translate", "useBaseUrl"].map((name) => `import ${name} from '@docusaurus/${name}';`),
    "import { useCurrentSidebarCategory } from '@docusaurus/theme-common';",
  ];
  const from = temporaryFolder();
  writeFiles(from, {
    "docusaurus.config.js": CONFIG,
    "version.js": "export const version = '1.2.3';\n",
    "badge.js": 'export default ({ children }) => <b className="badge">{children}</b>;\n',
    "docs/_part.mdx": "Part.\n",
    "docs/part.md": "# Part\n",
    "docs/page.md": "# Page\n",
    "static/a.mp4": "x",
    "docs/a.png": "x",
    "static/img/b.png": "x",
    ...Object.fromEntries(
      rows.map(({ source }, index) => [
        `docs/r${index}.mdx`,
        `---\ntitle: T\n---\n${imports.join("\n")}\n\n${source}\n`,
      ]),
    ),
  });
  const to = join(temporaryFolder(), "site");
  const run = await command("migrate", from, "--to", to);
  expect([run.code, run.stdout]).toEqual([0, expect.not.stringContaining("docgen build")]);
  const results = rows.map((_, index) =>
    readFileSync(join(to, `content/docs/r${index}.mdx`), "utf8")
      .replace(/^---\ntitle: T\n---\n/, "")
      .replace(/DocsR\d+Part/, "PagePart")
      .trim()
      .replaceAll("\n", "⏎"),
  );
  expect(results).toEqual(rows.map(({ result }) => result));
});

/** The path of a link, in a folder that there is. */
function linkPlace(root: string, link: string): string {
  mkdirSync(dirname(join(root, link)), { recursive: true });
  return join(root, link);
}

describe("a tree that is at fault", () => {
  const migrate = async (files: Readonly<Record<string, string | Uint8Array>>, ...args: string[]) => {
    const root = temporaryFolder();
    writeFiles(join(root, "from"), { "docusaurus.config.js": CONFIG, ...files });
    const to = join(root, "to");
    process.env.DOCGEN_TIME_LIMIT = "1";
    const run = await command("migrate", join(root, "from"), "--to", to, ...args);
    delete process.env.DOCGEN_TIME_LIMIT;
    return { root, to, ...run };
  };

  test.each([
    ["loops", "for (;;);", /^error {2}docusaurus\.config\.js: does not finish within 1 s/],
    ["exits", "process.exit(0);", /docusaurus\.config\.js: its process ended early/],
    ["throws", "throw new Error('no luck');", /docusaurus\.config\.js: no luck/],
    ["is no JavaScript", "module.exports = {", /docusaurus\.config\.js: Expected identifier/],
    [
      "needs what it writes",
      "const [fs, file] = [require('fs'), __dirname + '/written']; fs.writeFileSync(file, 'x'); fs.readFileSync(file);",
      /docusaurus\.config\.js: Access to this API has been restricted/,
    ],
    [
      "needs what a process writes",
      "module.exports = { title: require('child_process').execSync('true').words[0] };",
      /restricted/,
    ],
    [
      "reads a file of the system",
      "module.exports = { title: require('fs').readFileSync('/etc/hostname', 'utf8') };",
      /docusaurus\.config\.js: Access to this API has been restricted \(FileSystemRead\): \/etc\/hostname: modules may read only the repository/,
    ],
    [
      "signals docgen",
      "process.kill(process.ppid, 'SIGKILL');",
      /config\.js: .*process\.kill\(\d+\) is disabled: modules may/,
    ],
    [
      "writes traces",
      "require('trace_events').createTracing({ categories: ['v8'] }).enable();",
      /trace_events\.createTracing is disabled/,
    ],
    [
      "asks the network",
      "require('http').get('http://127.0.0.1:9');",
      /the sandbox has no network: opening a connection/,
    ],
    [
      "needs what it fetches",
      "module.exports = async () => ({ title: (await (await fetch('http://127.0.0.1:9')).text()).split(',')[1].trim() });",
      /no network: fetch is/,
    ],
  ])("whose configuration %s is refused", async (_, code, message) => {
    const { code: exit, stderr, root } = await migrate({ "docusaurus.config.js": code });
    expect([exit, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(readdirSync(root)).toEqual(["from"]);
    expect(readdirSync(join(root, "from"))).toEqual(["docusaurus.config.js"]);
  });

  test("gets empty answers of programs and of the network, and is told so", async () => {
    const config = `const { execSync } = require('child_process');
      module.exports = async () => ({ title: 'T', url: 'https://example.com', presets: [['classic', {}]], customFields: {
        commit: execSync('git rev-parse HEAD', { encoding: 'utf8' }).trim(),
        latest: (await (await fetch('http://127.0.0.1:9')).json()).version,
      } });`;
    const { code, stdout, stderr, to } = await migrate({ "docusaurus.config.js": config, "docs/a.md": "# A\n" });
    expect([code, stderr]).toEqual([0, ""]);
    for (const what of ['the program "git rev-parse HEAD" is not run', "nothing is fetched from http://127.0.0.1:9"])
      expect(stdout).toContain(`docusaurus.config.js:1  ${what}: `);
    expect(readFileSync(join(to, "site.config.ts"), "utf8")).toContain('commit: ""');
    expect((await command("build", "--root", to)).code).toBe(0);
  });

  test("is told what its modules are refused, also if they go on without it, and reads what is its own", async () => {
    const { code, stdout, to } = await migrate({
      "../.git/HEAD": "",
      "../data/title.txt": "Title",
      "../../outside.txt": "SECRET",
      "docusaurus.config.js": `const fs = require('fs');
        const or = (value, read) => { try { return read(); } catch { return value; } };
        const tagline = or('none', () => fs.readFileSync('../../outside.txt', 'utf8'));
        const child = or('none', () => require('child_process').execSync('true'));
        const isThere = fs.existsSync('/etc/hostname');
        let glob = 0;
        for (const file of require('not-installed').sync('*')) glob++;
        module.exports = { title: fs.readFileSync('../data/title.txt', 'utf8'), tagline, url: 'https://example.com',
          customFields: { isThere, glob }, presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]] };`,
      "sidebars.js": "require('http').get('http://127.0.0.1:9');",
      "docs/a.mdx": "import { a } from '../a.js';\n\n# A\n\n{a}\n",
      "a.js": "export const a = require('fs').readFileSync('/etc/hostname', 'utf8');\n",
    });
    expect(code).toBe(0);
    const config = readFileSync(join(to, "site.config.ts"), "utf8");
    for (const part of ['title: "Title"', 'tagline: "none"', "isThere: false", "glob: 0"])
      expect(config).toContain(part);
    const restricted = "Access to this API has been restricted";
    expect(stdout).toMatch(/docusaurus\.config\.js:1 {2}Access [^:]*\(FileSystemRead\): \S*outside\.txt: modules may/);
    expect(stdout).toContain(`docusaurus.config.js:1  ${restricted} (ChildProcess): modules may`);
    expect(stdout).toContain('docusaurus.config.js:1  lists are empty because they come from "not-installed"');
    expect(stdout.match(/docusaurus\.config\.js:1 /g)).toHaveLength(3);
    expect(stdout).toContain(
      "sidebars.js:1  the sandbox has no network: opening a connection is disabled: modules may",
    );
    expect(stdout).toContain(`a.js:1  ${restricted} (FileSystemRead): /etc/hostname: modules may read only`);
  });

  test.each([
    ["a file", { link: "outside/secret.txt" }, "link"],
    ["a folder", { "in/link": "outside" }, "in/link/secret.txt"],
    // As a path, the second leads no further than the repository.
    ["the way up from a link", { "in/a/b/c/up": "from" }, "in/a/b/c/up/../outside/secret.txt"],
    ["the way up to such a link", { out: "outside", "in/a/b/up": "from/in/a" }, "in/a/b/up/../../out/secret.txt"],
    ["a package", { "node_modules/p": "outside" }, "node_modules/p/secret.txt"],
    ["the packages", { node_modules: "outside" }, "node_modules/secret.txt"],
  ])("is not read out of the repository by links: %s", async (_, links, path) => {
    const root = temporaryFolder();
    const from = join(root, "from");
    writeFiles(root, {
      "outside/secret.txt": "SECRET",
      "outside/secret.json": '"SECRET"',
      "from/.git/HEAD": "",
      "from/in/own.txt": "Own",
      "from/in/a/b/c/.keep": "",
      "from/docs/a.md": "# A\n",
      "from/docusaurus.config.js": `const { readFileSync } = require('fs');
        const read = (path) => { try { return readFileSync(path, 'utf8'); } catch { return 'none'; } };
        let bundled = 'none';
        try { bundled = require('./${path.replace(/txt$/, "json")}'); } catch {}
        module.exports = { title: read('in/own.txt'), tagline: read('${path}'), customFields: { bundled },
          url: 'https://example.com', presets: [['classic', {}]] };`,
    });
    for (const [link, target] of Object.entries(links)) symlinkSync(join(root, target), linkPlace(from, link));
    const to = join(root, "to");
    const { code } = await command("migrate", from, "--to", to);
    expect(code).toBe(0);
    const config = readFileSync(join(to, "site.config.ts"), "utf8");
    expect(config).toContain('tagline: "none"');
    expect(config).toContain('title: "Own"');
    expect(config).not.toContain("SECRET");
  });

  test("whose packages name files outside of them is refused", async () => {
    const { code, stderr } = await migrate({
      "../.git/HEAD": "",
      "../../secret.json": '{ "a": "SECRET" }',
      "node_modules/p/package.json": '{ "name": "p", "main": "../../../../secret.json" }',
      "docusaurus.config.js": "module.exports = { title: require('p').a };",
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining("secret.json is outside the site's repository")]);
  });

  test("is read as far as it can be, and the rest is told", async () => {
    const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
    const { code, stdout, stderr, to } = await migrate({
      "docs/a.md": "# A\n\n[out](../../../etc/passwd.md) ![x](../../../../etc/hosts.png)\n",
      "docs/_one.mdx": "import Two from './_two.mdx';\n\n<Two />\n",
      "docs/_two.mdx": "import One from './_one.mdx';\n\n<One />\n",
      "docs/circle.mdx": "import One from './_one.mdx';\n\n<One />\n",
      "docs/_grow.mdx": "import Grow from './_grow.mdx';\n\n{props.x}\n\n<Grow x={props.x + 'a'} />\n",
      "docs/grow.mdx": "import Grow from './_grow.mdx';\n\n<Grow x=\"a\" />\n",
      "docs/binary.md": new Uint8Array([0, 1, 2, 255, 254]),
      "docs/large.md": "word ".repeat(2_000_000),
      "docs/tags.mdx": deep("<b>", "</b>", 2_000),
      "docs/quotes.md": `${"> ".repeat(3_000)}deep\n`,
      "docs/braces.mdx": `${"{".repeat(3_000)}\n`,
      "docs/no.mdx": "---\nown: 1\ntitle: No\n---\n\n<b>\n\ntext\n",
      "docs/tabs.mdx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

<Tabs>
<TabItem value="a" label={<b>A label</b>}>

a

</TabItem>
<TabItem value="b" label={new Date().getFullYear()}>

b

</TabItem>
</Tabs>
`,
      "docs/readme.mdx": "import Root from '../../README.md';\n\n<Root />\n",
      "../README.md": "[a](from/docs/a.md)\n",
      "docs/lists.md": Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- x`).join("\n"),
    });
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("docs/binary.md:1  is not UTF-8 text and is copied unchanged");
    expect(stdout).toContain("docs/large.md:1  is larger than 1 MB and is copied unchanged");
    expect(readFileSync(join(to, "content/docs/a.md"), "utf8")).toContain("[out](../../../etc/passwd.md)");
    expect(stdout).toContain("docs/tabs.mdx:10  <TabItem>: label needs code at run time");
    const page = (name: string) => readFileSync(join(to, `content/${name}`), "utf8");
    expect(page("docs/no.mdx")).toBe("---\n# own: 1\ntitle: No\n---\n\n<b>\n\ntext\n");
    expect(page("docs/tabs.mdx")).toContain('<TabItem value="a" label="A label">');
    expect(page("docs/readme.mdx")).toContain('<Include file="../_partials/_README.md" />');
    expect(page("_partials/_README.md")).toBe("[a](../docs/a.md)\n");
    expect(readFileSync(join(to, "content/docs/_one.mdx"), "utf8")).toBe('<Include file="./_two.mdx" />\n');
  });

  test("loses no setting, static file or import silently", async () => {
    const { code, stderr, stdout, to } = await migrate({
      "docusaurus.config.js": `require = require('module').createRequire(__filename);
        const { title } = JSON.parse(require('fs').readFileSync('./site.json', 'utf8'));
        const item = { href: 'https://a.example', 'aria-label': 'Code', className: 'icon' };
        module.exports = { title, url: 'https://a.example', baseUrl: '/base', noIndex: true, titleDelimiter: '-',
          markdown: { remarkRehypeOptions: { clobberPrefix: '' } }, themeConfig: { navbar: { items: [item] } },
          presets: [[require.resolve('@docusaurus/preset-classic'), {
            docs: { sidebarCollapsed: false, sidebarPath: './sidebars.js' }, blog: { readingTime: () => 1 }, sitemap: { ignorePatterns: ['/a'] },
          }]] };`,
      "sidebars.js": "throw new Error('no\\n  sidebars');",
      "site.json": '{ "title": "Of a file" }',
      "docs/build/a.md": "# A\n",
      "blog/2020-01-02-a.md": "# A\n",
      "blog/undated.md": "# B\n",
      "docs/unbound.mdx": "# U\n\n{nobody.name}\n\nText {window.name}\n\nText {typeof nobody}\n",
      "docs/.hidden.md": "# Hidden\n",
      "static/.well-known/a.txt": "a",
      "static/.DS_Store": "x",
      "src/pages/a.jsx": `import a from "clsx"; import Link from '@docusaurus/Link' // a link
import Layout from "@theme/Layout"; /* all of it */
export default () => <Layout><Link to="/docs/build/a" className={a("b")}>A</Link></Layout>;
`,
      "src/pages/a.test.js": "test('a', () => {});\n",
    });
    expect([code, stderr]).toEqual([0, ""]);
    const told = "titleDelimiter markdown.remarkRehypeOptions docs.sidebarCollapsed";
    const report = readFileSync(join(to, "MIGRATION.json"), "utf8");
    for (const name of [...told.split(" "), "blog.readingTime", "sitemap.ignorePatterns"])
      expect(report).toContain(`${name} is removed: docgen has no equivalent`);
    expect(readFileSync(join(to, "MIGRATION.md"), "utf8")).toContain(
      "className icon is removed: the item shows its label",
    );
    expect(stdout).toMatch(/blog\/undated\.md:1 {2}the post has no date and gets that of its file, \d{4}-\d\d-\d\d/);
    expect(stdout).toContain("docs/unbound.mdx:3  removed {nobody.name}");
    expect(stdout).toContain("docs/unbound.mdx:5  removed {window.name}");
    expect(stdout).toContain("sidebars.js:1  sidebars are not migrated: no sidebars");
    const config = readFileSync(join(to, "site.config.ts"), "utf8");
    for (const part of ['"Of a file"', 'baseUrl: "/base/"', 'label: "Code"']) expect(config).toContain(part);
    expect(readFileSync(join(to, "templates/page.html"), "utf8")).toContain('content="noindex, nofollow"');
    expect(readFileSync(join(to, "content/pages/a.tsx"), "utf8")).not.toMatch(/@docusaurus|@theme/);
    const files = Object.keys(treeOf(join(to, "content")));
    expect(files).toEqual(expect.arrayContaining(["docs/build/a.md", "static/.well-known/a.txt"]));
    expect(files.filter((path) => /hidden|DS_Store|test/.test(path))).toEqual([]);
    expect((await command("build", "--root", to)).code).toBe(0);
  });

  test("whose folders and files are links out of the repository gives nothing of what they lead to, and says so", async () => {
    const root = temporaryFolder();
    const secret = {
      id_rsa: "SECRET",
      "a.md": "# SECRET\n",
      "b.css": ".SECRET{}",
      "tags.yml": "SECRET: {}\n",
      "x.json": '{"hidden":"SECRET"}',
    };
    writeFiles(join(root, "home"), { ...secret, "version-1.0/a.md": "# SECRET\n" });
    const from = join(root, "home-of/from");
    writeFiles(from, {
      ".git/HEAD": "",
      "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', staticDirectories: ['static', 'shared', '../../home'],
        i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
        presets: [['classic', { docs: { sidebarPath: './sidebars.json' }, theme: { customCss: './src/custom.css' } }]],
        plugins: [['content-docs', { id: 'api', path: 'api', routeBasePath: 'api' }]] };`,
      "docs/a.mdx":
        "import x from '../x.json';\nimport { y } from '../y';\nimport Part from './part/a.md';\n\n# A\n\n{x.hidden} {y}\n\n<Part />\n\n[b](part/a.md) ![c](../link.png)\n",
      "y.js": "export { hidden as y } from './z.json';\n",
      "assets/kept.txt": "kept",
    });
    const links = {
      static: "home",
      blog: "home",
      api: "home",
      "src/pages": "home",
      versioned_docs: "home",
      "docs/part": "home",
      "i18n/fr": "home",
      "i18n/fr-real/x": "home",
      "docs/tags.yml": "home/tags.yml",
      "docs/in.md": "home/a.md",
      "src/custom.css": "home/b.css",
      "sidebars.json": "home/x.json",
      "x.json": "home/x.json",
      "z.json": "home/x.json",
      "versions.json": "home/x.json",
      "link.png": "home/id_rsa",
    };
    for (const [link, target] of Object.entries(links)) symlinkSync(join(root, target), linkPlace(from, link));
    symlinkSync(join(from, "assets"), join(from, "shared"));
    const to = join(root, "to");
    const { code, stdout } = await command("migrate", from, "--to", to);
    // The page's links are broken now.
    expect(code).toBe(1);
    const files = Object.entries(treeOf(to)).filter(([path]) => path !== "MIGRATION.md");
    expect(files.filter(([, text]) => text?.includes("SECRET")).map(([path]) => path)).toEqual([]);
    expect(readFileSync(join(to, "content/static/kept.txt"), "utf8")).toBe("kept");
    const report = readFileSync(join(to, "MIGRATION.md"), "utf8");
    const told =
      "static ../../home docs/tags.yml docs/in.md src/custom.css sidebars.json x.json versions.json link.png versioned_docs";
    for (const path of told.split(" ")) expect(report).toContain(`- ${path}:1: is outside the site's repository`);
    for (const set of ["docs in api", "blog in blog", "pages in src/pages"])
      expect(report).toContain(`${set}: is outside the site's repository`);
    expect(report).toContain("- docs/part:1: is a link to a folder");
    expect(stdout).toContain("is outside the site's repository");
  });

  test("names the remedy for docs outside the folder of a site in no repository, or around the site", async () => {
    const folder = join(temporaryFolder(), "copied");
    const docsIn = (path: string) => CONFIG.replace("{}", `{ docs: { path: '${path}' } }`);
    writeFiles(folder, { "website/docusaurus.config.js": docsIn("../docs"), "docs/index.md": "# Docs\n" });
    const migrate = (to: string) => command("migrate", join(folder, "website"), "--to", join(folder, to));
    expect((await migrate("first")).stdout).toContain(
      "docs in ../docs: is outside the site's folder and is not migrated; " +
        "run `git init` in the project's folder and migrate again",
    );
    writeFiles(folder, { ".git/HEAD": "" });
    const { code, stdout } = await migrate("second");
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("is outside")]);
    writeFiles(folder, { "website/docusaurus.config.js": docsIn("..") });
    expect((await migrate("third")).stdout).toContain(
      "docs in ..: contains the site and is not migrated; move its files to a folder of their own",
    );
  });

  test.skipIf(process.platform !== "linux")("keeps all files but those whose names are not UTF-8", async () => {
    const root = temporaryFolder();
    writeFiles(root, { "from/docusaurus.config.js": CONFIG, "from/docs/a.md": "# A\n", "from/static/b.txt": "b" });
    const named = (name: string) => Buffer.concat([Buffer.from(`${root}/from/`), Buffer.from(name, "latin1")]);
    writeFileSync(named("docs/caf\xe9.md"), "# C\n");
    writeFileSync(named("static/caf\xe9.txt"), "c");
    mkdirSync(named("docs/d\xe9"));
    const { code, stdout, stderr } = await command("migrate", join(root, "from"), "--to", join(root, "to"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      'docs/caf\\xe9.md:1  file name is not UTF-8; the file is not migrated: rename it; read as Latin-1, its name is "caf\xe9.md"',
    );
    for (const path of ["docs/d\\xe9", "static/caf\\xe9.txt"])
      expect(stdout).toContain(`${path}:1  file name is not UTF-8`);
    expect(Object.keys(treeOf(join(root, "to/content")))).toEqual(
      expect.arrayContaining(["docs/a.md", "static/b.txt"]),
    );
    expect((await command("build", "--root", join(root, "to"))).code).toBe(0);
  });

  test("is not written into where links lead", async () => {
    const root = temporaryFolder();
    writeFiles(root, { "from/docusaurus.config.js": CONFIG, "from/docs/a.md": "# A\n", "from/new/.keep": "" });
    rmSync(join(root, "from/new/.keep"));
    symlinkSync(join(root, "from"), join(root, "link"));
    symlinkSync(join(root, "from/new"), join(root, "into"));
    const before = treeOf(join(root, "from"));
    for (const [from, to] of [
      ["from", "link/site"],
      ["link", "from/site"],
      ["from", "into"],
      ["from", "into/a/b"],
    ] as const) {
      const { code, stderr } = await command("migrate", join(root, from), "--to", join(root, to));
      expect([code, stderr]).toEqual([2, expect.stringContaining("is inside the Docusaurus site")]);
    }
    expect(treeOf(join(root, "from"))).toEqual(before);
  });

  const nav =
    "[{ label: 'A', to: '/docs/a' }, { label: 'B', href: 'javascript:alert(1)' }, { label: 'C', to: '/docs/a' }]";
  const redirects = "['client-redirects', { redirects: [{ from: '/old', to: '/gone-page' }] }]";

  test("is told all that docgen build refuses, also what other errors hide from a build", async () => {
    const files = {
      "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', themeConfig: { navbar: { items: ${nav} } },
        presets: [['classic', { docs: { sidebarPath: './sidebars.json' } }]], plugins: [${redirects}] };`,
      "sidebars.json": JSON.stringify({
        main: ["a", { type: "own", id: "a" }, "nope", { type: "category", label: "C", items: [{ type: "odd" }] }],
      }),
      "versions.json": '{"a":1}',
      "docs/a.md": "# A\n\n[x](/nowhere) [y](b.md#none)\n\n:::note\n\nopen\n",
      "docs/b.md": "---\ndisplayed_sidebar: none\n---\n\n# B\n",
    };
    const { code, stdout, stderr, to } = await migrate(files);
    expect([code, stderr]).toEqual([1, ""]);
    const config = readFileSync(join(to, "site.config.ts"), "utf8").split("\n");
    const lineOf = (text: string) => 1 + config.findIndex((line) => line.includes(text));
    const told = [
      'content/docs/a.md:3: docgen build reports: broken link "/nowhere"',
      'content/docs/b.md:2: docgen build reports: displayed_sidebar: no sidebar "none"',
      "content/versions.json:1: docgen build reports: is not a list of version names",
      `site.config.ts:${lineOf("javascript:")}: docgen build reports: navbar.items[1].href: must be a URL`,
      `site.config.ts:${lineOf('"own"') - 1}: docgen build reports: docs[0].sidebars.main[1]: unknown type "own"`,
      `site.config.ts:${lineOf('"odd"') - 1}: docgen build reports: docs[0].sidebars.main[2].items[0]: unknown type "odd"`,
    ];
    const report = readFileSync(join(to, "MIGRATION.md"), "utf8");
    for (const text of told) expect(report).toContain(`- ${text}`);
    expect(report).toContain("redirects: that to /gone-page is removed: /gone-page has no page");
    expect(report).toContain('sidebars: the item of the doc "nope" is removed: there is no such doc');
    expect(report.match(/docgen build reports: /g)).toHaveLength(told.length);
    expect(stdout).toContain(`docgen build reports ${told.length} errors`);
    expect((await command("build", "--root", to)).code).not.toBe(0);
    const dry = await migrate(files, "--dry-run");
    expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining(`docgen build reports ${told.length} errors`)]);
  });

  test("is told what docgen build refuses and what components throw, and runs nothing that writes", async () => {
    const ran = join(temporaryFolder(), "ran");
    const write = `import { writeFileSync } from 'node:fs';\nglobalThis.ran = 1;\n`;
    const { code, stdout, to } = await migrate({
      "docs/a.mdx": `import Own from '@site/src/own';\nimport Writes from '@site/src/writes';\nimport Fine from '@site/src/fine';\n\n# A\n\nSee <Own n={[1]}>x</Own> <Own n={[1]}>y</Own> <Own n={[2]} /> <Writes /> <Fine />\n\n[home](/#here) [gone](/gone)\n`,
      "src/own.jsx": `export default function Own({ n, children }) { if (children) throw new Error('own ' + n[0]); return n; }\n`,
      "src/writes.jsx": `export default () => globalThis['pro' + 'cess'].getBuiltinModule('fs').writeFileSync(${JSON.stringify(ran)}, '');\n`,
      "src/fine.jsx": `import useBaseUrl from '@docusaurus/useBaseUrl';
import { useState } from 'react';
export default () => { const [n] = useState(1); return <a href={useBaseUrl('/docs/a')}>{n.toFixed()}</a>; };\n`,
      "src/pages/index.jsx": `export default () => { throw new Error('ran'); <h1 id="here">Home</h1>; };\n`,
      "src/pages/other.jsx": `${write}export default () => <h1>Other</h1>;\n`,
    });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('content/docs/a.mdx:5  docgen build reports: broken link "/gone"'),
    ]);
    expect(stdout).toContain("docgen build reports 1 error:");
    expect(stdout.match(/\S+ {2}.* throws on the server \(.*?\)/g)?.sort()).toEqual([
      "content/docs/a.mdx:1  <Own> throws on the server (own 1)",
      "content/pages/index.tsx:1  the page throws on the server (ran)",
    ]);
    expect(stdout).not.toContain("#here");
    expect(existsSync(ran)).toBe(false);
    expect(readFileSync(join(to, "content/pages/_index.tsx"), "utf8")).toContain("new Error('ran')");
  });

  test("is told the links of components that lead nowhere, as the build that then reports them", async () => {
    const files = {
      "docs/a.mdx": `import Card from '@site/src/card';\nimport Later from '@site/src/later';\n\n# A\n\n<Card to="/docs/b#part?">B</Card>\n\n<Card to="/gone">Gone</Card>\n\n<Card to="/gone">Gone</Card>\n\n<Later />\n`,
      "docs/b.md": "# B\n",
      "docs/c.mdx": `import Card from '@site/src/card';\n\n# C\n\n<Card to="nowhere" />\n\n<Card to="./b.md" />\n`,
      "src/card.jsx": `import Link from '@docusaurus/Link';
export default ({ to, children }) => <p><Link to={to}>{children ?? to}</Link> <Link to="/file.txt">file</Link> <a href="https://x.example/">x</a> <a href="#top">top</a></p>;\n`,
      "src/later.jsx": `import useBaseUrl from '@docusaurus/useBaseUrl';
import { useState } from 'react';
export default () => { const [n] = useState(1); return <img src={useBaseUrl('/lost.png')} alt={n} />; };\n`,
      "static/file.txt": "text",
    };
    const told = (stdout: string) => stdout.split("\n").filter((line) => /docgen build reports: /.test(line));
    const { code, stdout, to } = await migrate(files);
    expect([code, told(stdout)]).toEqual([
      1,
      [
        'content/docs/a.mdx:1  docgen build reports: broken link "/gone"',
        'content/docs/a.mdx:1  docgen build reports: broken link "/lost.png"',
        'content/docs/c.mdx:1  docgen build reports: broken link "/docs/nowhere"',
      ],
    ]);
    const build = await command("build", "--root", to);
    const targets = [...build.stderr.matchAll(/ error {2}broken (?:link|image) "([^"]+)"/g)].map(
      ([, target]) => target,
    );
    expect([...new Set(targets)].sort()).toEqual(["/gone", "/lost.png", "nowhere"]);
    // Where Docusaurus only warns, nothing is left to do.
    const warned = await migrate({
      ...files,
      "docusaurus.config.js": CONFIG.replace("title:", "onBrokenLinks: 'warn', title:"),
    });
    expect([warned.code, told(warned.stdout)]).toEqual([0, []]);
  });

  test.each([
    ["its own folder", {}, "none"],
    ["the folder of its project", { "../LICENSE.txt": "" }, "Title"],
  ])("lets its modules read only %s if there is no repository", async (_, files, title) => {
    const { code, to } = await migrate({
      ...files,
      "../title.txt": "Title",
      "docusaurus.config.js": `let title = 'none'; try { title = require('fs').readFileSync('../title.txt', 'utf8'); } catch {}
        module.exports = { title, url: 'https://example.com', presets: [['classic', {}]] };`,
      "docs/a.md": "# A\n",
    });
    expect(code).toBe(0);
    expect(readFileSync(join(to, "site.config.ts"), "utf8")).toContain(`title: "${title}"`);
  });

  test("is left alone where the new site has no place", async () => {
    const root = temporaryFolder();
    writeFiles(root, {
      ".git/HEAD": "",
      "from/docusaurus.config.js": CONFIG,
      "from/docs/a.md": "# A\n",
      "full/x": "",
      "secret/a.txt": "hidden",
    });
    symlinkSync(join(root, "secret/a.txt"), join(root, "from/docs/in.txt"));
    symlinkSync("/etc/hosts", join(root, "from/docs/out.txt"));
    mkdirSync(join(root, "empty"));
    const from = join(root, "from");
    for (const [to, message] of [
      [join(root, "full"), "is not empty"],
      [join(from, "site"), "is inside the Docusaurus site"],
      [join(root, "full/x/y"), "is not a folder"],
    ] as const) {
      const { code, stderr } = await command("migrate", from, "--to", to);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    const none = await command("migrate", join(root, "empty"));
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("contains no docusaurus.config.js")]);
    const dry = await command("migrate", from, "--to", join(root, "empty"), "--dry-run");
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("nothing was written")]);
    expect(readdirSync(join(root, "empty"))).toEqual([]);
    expect((await command("migrate", from, "--to", join(root, "empty"))).code).toBe(0);
    expect(readdirSync(join(root, "empty/content/docs")).sort()).toEqual(["a.md", "in.txt"]);
  });
});
