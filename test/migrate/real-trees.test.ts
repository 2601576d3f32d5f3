import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { temporaryFolder, writeFiles } from "../helpers/docgen.ts";

const CONFIG = "module.exports = { title: 'T', url: 'https://example.com', presets: [['classic', {}]] };\n";

interface Report {
  readonly todo: readonly { readonly path: string; readonly line: number; readonly message: string }[];
  readonly changed: Report["todo"];
}

/** Migrates a site of these files. */
async function migrate(files: Readonly<Record<string, string>>) {
  const from = temporaryFolder();
  writeFiles(from, { "docusaurus.config.js": CONFIG, ...files });
  const to = join(temporaryFolder(), "site");
  const { code } = await command("migrate", from, "--to", to);
  const read = (path: string) => readFileSync(join(to, path), "utf8");
  const { todo } = JSON.parse(read("MIGRATION.json")) as Report;
  return { code, to, read, todo: todo.map(({ path, line, message }) => `${path}:${line}: ${message}`) };
}

/** Builds a migrated site. @returns its exit code, and what it says of errors */
async function build(root: string): Promise<readonly [number, string[]]> {
  const { code, stdout, stderr } = await command("build", "--root", root);
  return [code ?? -1, `${stdout}\n${stderr}`.split("\n").filter((line) => / error /.test(line))];
}

test("attributes of imports: a text is the file's text, in pages and in components", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `import Show from './show';
import data from './data.json' with {type: 'json'};
import text from './data.json' with { type: "text" };

# A

Name {data.name}

<Show value={text} />

<Show />
`,
    "docs/show.jsx":
      "import own from './own.js' with {type: 'text'};\nimport data from './data.json' with {type: 'json'};\n" +
      "export default function Show({ value = own }) {\n  return <pre>{value}{data.name}</pre>;\n}\n",
    "docs/own.js": "let inOwn;\n",
    "docs/data.json": '{"name": "Ada"}\n',
  });
  expect([code, todo]).toEqual([0, []]);
  expect(read("content/docs/a.mdx")).not.toContain("import");
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toContain("Name Ada");
  expect(html).toContain("<pre>let inOwn;\nAda</pre>");
  expect(html).toMatch(/<pre>\{(?:"|&quot;)name(?:"|&quot;): (?:"|&quot;)Ada(?:"|&quot;)\}\nAda<\/pre>/);
});

test("code of a module among the React pages is shown; its file is kept", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `# A

import CodeBlock from '@theme/CodeBlock';
import Source from '!!raw-loader!@site/src/pages/_demo';

<CodeBlock className="language-jsx">{Source}</CodeBlock>

[code](../src/pages/_demo.js)
`,
    "src/pages/_demo.js": "export const Demo = () => <b>demo</b>;\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toContain("Demo");
});

test("authors: `imageURL`, a picture alone, other keys, and handles of all platforms", async () => {
  const { code, to, read, todo } = await migrate({
    "blog/2024-01-01-a.md": `---
title: A
authors:
  - imageURL: https://example.com/jane.png
    url: https://example.org/jane/
  - name: Bob
    image_url: /bob.png
    team: core
---

Text
`,
    "blog/2024-01-02-b.md": "---\ntitle: B\nauthors: [kim]\n---\n\nText\n",
    "static/bob.png": "",
    "blog/authors.yml":
      "kim:\n  name: Kim\n  imageURL: https://example.com/kim.png\n  socials:\n    twitter: kim_t\n    email: kim@example.com\n    mastodon: kim_m\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(read("content/blog/2024-01-01-a.md")).toContain(
    'authors: [{"url":"https://example.org/jane/","name":"jane","image_url":"https://example.com/jane.png"},{"name":"Bob","image_url":"/bob.png"}]',
  );
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/blog/2024/01/02/b/index.html");
  expect(html).toContain("https://example.com/kim.png");
  for (const address of ["https://x.com/kim_t", "mailto:kim@example.com", "https://mastodon.social/@kim_m"])
    expect(html).toContain(`href="${address}"`);
});

test("a component that can't be bundled is reported, and so is what others throw", async () => {
  const { code, todo } = await migrate({
    "docs/a.mdx": `# A

import Lost from '@site/src/Lost';
import Rows from '@site/src/Rows';
import Fine from '@site/src/Fine';

<Lost />

<Fine />

<Rows>

| A |
| --- |
| [b](a.mdx) |

</Rows>
`,
    "src/Lost.jsx":
      "export { default as Part } from\n  /* of another file */ './nowhere.js';\nexport default () => <b>lost</b>;\n",
    "src/Fine.jsx": "export default () => <b>fine</b>;\n",
    "src/Rows.jsx": "export default ({ children }) => <div>{children.props.children.length}</div>;\n",
  });
  expect(code).toBe(0);
  expect(todo).toEqual([
    expect.stringContaining(
      '<Lost> can\'t be bundled (imports: Could not resolve "./nowhere.js"), so only its children',
    ),
    "content/docs/a.mdx:1: <Rows> throws on the server (Cannot read properties of undefined (reading 'children')), so only its children are shown: correct ./src/Rows.jsx, then write its path into components of site.config.ts",
    "docs/a.mdx:11: <Rows> reads the elements between its tags, but docgen passes them as one block of HTML: check what it shows, or rewrite it",
  ]);
});

test("cards that a page lists stay; a choice by code is reported, the whole category isn't", async () => {
  const { code, read, todo } = await migrate({
    "docs/a.mdx": `# A

import DocCardList from '@theme/DocCardList';
import items from './items.js';

<DocCardList items={items} />

<DocCardList items={items.slice().reverse()} />

<DocCardList items={useCurrentSidebarCategory().items} />
`,
    "docs/b.md": "# B\n",
    "docs/items.js":
      "export default [{ type: 'link', label: 'One', href: '/docs/b', description: 'The *first*' }, { type: 'link', label: 'Two', href: 'https://example.org' }];\n",
  });
  expect([code, todo]).toEqual([
    0,
    ["docs/a.mdx:8: <DocCardList>: items needs code at run time; all pages of the category are listed"],
  ]);
  expect(read("content/docs/a.mdx")).toBe(`# A

:::cards
- [One](/docs/b) The \\*first\\*
- [Two](https://example.org)
:::

<DocCardList />

<DocCardList />
`);
});

test("pages show their own front matter and title, and pairs of lists", async () => {
  const { code, read, todo } = await migrate({
    "docs/a.mdx": `---
description: D
---

# Title of A

*{contentTitle}* {frontMatter.description}

<ul>{Object.entries(frontMatter).map(([key, value]) => <li key={key}>{key}: {value}</li>)}</ul>
`,
  });
  expect([code, todo]).toEqual([0, []]);
  expect(read("content/docs/a.mdx")).toContain("*Title of A* D\n\n<ul><li>description: D</li></ul>");
});

test("components get the versions of docs with their addresses, the current one first", async () => {
  const { code, to, read, todo } = await migrate({
    "docusaurus.config.js":
      "module.exports = { title: 'T', url: 'https://example.com', presets: [['classic', { docs: { versions: { current: { label: 'Canary' } } } }]] };\n",
    "versions.json": '["2.0", "1.0"]\n',
    "docs/a.md": "# A\n",
    "versioned_docs/version-2.0/a.md": "# A\n",
    "versioned_docs/version-1.0/a.md": "# A\n",
    "src/pages/versions.jsx": `import React from 'react';
import { useVersions, useLatestVersion } from '@docusaurus/plugin-content-docs/client';
import { useDocsPreferredVersion } from '@docusaurus/theme-common';
import Layout from '@theme/Layout';

export default function Versions() {
  const { preferredVersion } = useDocsPreferredVersion();
  return (
    <Layout title="Versions">
      <p>{(preferredVersion ?? useLatestVersion()).name}</p>
      {useVersions().map(({ name, path }) => <a key={name} href={path + '/a'}>{name}</a>)}
    </Layout>
  );
}
`,
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/versions/index.html");
  expect(html).toContain("<p>2.0</p>");
  expect([...html.matchAll(/<a href="(\/docs\/[^"]*a)">/g)].map(([, href]) => href)).toEqual([
    "/docs/next/a",
    "/docs/a",
    "/docs/1.0/a",
  ]);
});

test("a component in <pre> becomes one with it, as docgen parses none there", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": "# A\n\nimport Box from '@site/src/Box';\n\n<pre>\n  <Box>in it</Box>\n</pre>\n",
    "src/Box.jsx": "export default ({ children }) => <span>box: {children}</span>;\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(/<pre><span>box: (?:<!-- -->)?in it<\/span><\/pre>/);
});

test("a page and a component say which package a module that they import lacks", async () => {
  const { to, read, todo } = await migrate({
    "docs/a.mdx": "# A\n\nimport { Shown } from '@site/src/parts';\n\n<Shown>\n\nText\n\n</Shown>\n",
    "src/parts/index.ts": "export { Shown } from './Shown';\n",
    "src/parts/Shown.tsx":
      "import { useTabs } from '@docusaurus/theme-common';\nimport Content from '@theme/MDXPage';\n" +
      "export const Shown = ({ children }) => <Content>{useTabs('x')[0]}{children}</Content>;\n",
    "src/pages/p.jsx":
      "import Icon from '../Icon';\nimport Lost from 'lost-pkg';\nexport default () => <Icon><Lost /></Icon>;\n",
    "src/Icon.jsx": "import { Arrow } from 'arrows-pkg';\nexport default () => <Arrow />;\n",
  });
  expect(todo).toEqual([
    expect.stringMatching(
      /^package\.json:1: packages aren't installed, so only .*: run npm install --save arrows-pkg lost-pkg in .* or write the rest in src\/placeholders\/arrows-pkg\.jsx, src\/placeholders\/lost-pkg\.jsx$/,
    ),
    'src/parts/Shown.tsx:1: needs "@docusaurus/theme-common", "@theme/MDXPage", so only the children of <Shown> are shown: write the rest in src/placeholders/src-parts-Shown.jsx',
  ]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toContain("<p>Text</p>");
  expect(read("src/placeholders/arrows-pkg.jsx")).toContain('needs "arrows-pkg" (run npm install');
});

test("relative links in components stay relative to the page; those from the root get the base URL", async () => {
  const { code, to, read, todo } = await migrate({
    "docusaurus.config.js": CONFIG.replace("presets", "baseUrl: '/b/', trailingSlash: false, presets"),
    "docs/auth/a.mdx": '# A\n\nimport Go from \'@site/src/Go\';\n\n<Go to="./c" />\n\n<Go to="/docs/auth/c" />\n',
    "docs/auth/c.md": "# C\n",
    "src/Go.jsx":
      "import Link from '@docusaurus/Link';\nexport default ({ to }) => <div><Link to={to}>go</Link></div>;\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/auth/a.html");
  expect([...html.matchAll(/<div><a href="([^"]*)">go/g)].map(([, href]) => href)).toEqual([
    "/b/docs/auth/c",
    "/b/docs/auth/c",
  ]);
});

test("a paragraph between blank lines in an inline element keeps its escapes", async () => {
  const { code, read, todo } = await migrate({
    "docs/a.mdx":
      "# A\n\n<small>\n\n\\* Note with `code` and *em*.\n\n</small>\n\n<small>\n  \\* Other *em*\n</small>\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(read("content/docs/a.mdx")).toBe(
    "# A\n\n<small>\n\n\\* Note with `code` and *em*.\n\n</small>\n\n<small>\n  * Other <em>em</em>\n</small>\n",
  );
});

test("docs, components, data and style sheets beside the site, in its repository, move too; include chooses pages", async () => {
  const from = temporaryFolder();
  writeFiles(from, {
    ".git/HEAD": "ref: refs/heads/main\n",
    "website/docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', presets: [['classic', {
  docs: { path: '../docs', routeBasePath: '/', include: ['{api,usage}/**/*.{md,mdx}'] },
  theme: { customCss: require.resolve('../shared/site.css') } }]] };\n`,
    "website/src/pages/index.jsx":
      "import codes from '../../../codes.json';\nexport default () => <ul>{Object.keys(codes).map((code) => <li key={code}>{code}</li>)}</ul>;\n",
    "codes.json": '{"E17": "seventeen"}\n',
    "shared/site.css": "body { background: url(./back.png); }\n",
    "shared/back.png": "",
    "docs/README.md": "# Not a page\n",
    "docs/api/a.mdx": "# A\n\nimport { Fold } from '../parts/Fold';\n\n<Fold>\n\nSome *text*\n\n</Fold>\n",
    "docs/usage/deep/b.md": "# B\n",
    "docs/other/c.md": "# C\n",
    "docs/parts/Fold.jsx":
      "import { useState } from 'react';\nimport styles from './fold.module.css';\n" +
      "export const Fold = ({ children }) => { const [open] = useState(true); return <details open={open} className={styles.fold}>{children}</details>; };\n",
    "docs/parts/fold.module.css": ".fold { color: red; }\n",
  });
  const to = join(temporaryFolder(), "site");
  const { code } = await command("migrate", join(from, "website"), "--to", to);
  const read = (path: string) => readFileSync(join(to, path), "utf8");
  expect([code, (JSON.parse(read("MIGRATION.json")) as Report).todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/index.html")).toContain("<li>E17</li>");
  expect(read("build/api/a/index.html")).toMatch(/<details open="" class="[\w-]*fold">[\s\S]*Some <em>text<\/em>/);
  expect(read("build/usage/deep/b/index.html")).toContain("B");
  expect(read("build/sitemap.xml")).not.toMatch(/README|other/);
});

test("a component whose content is a function becomes one with it", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `# A

import Each from '@site/src/Each';

<Each names={['x', 'y']}>
  {(name) => <b>{name}</b>}
</Each>

In <Each names={['z']}>{(name) => name}</Each> text
`,
    "src/Each.jsx": "export default ({ names, children }) => <span>{names.map(children)}</span>;\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(/<span><b>x<\/b><b>y<\/b><\/span>[\s\S]*In <span>z<\/span> text/);
});

test("a component that reads parts of its content gets them unless docgen has to render them, which is told", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx":
      "# A\n\nimport { Pair } from '@site/src/Pair';\nimport Mode from '@site/src/Mode';\n\n<Pair>\n\nOne [of](a.mdx)\n\nTwo\n\n</Pair>\n\n<Pair>\n\n*One* of `{x}`\n\n- Two\n  - *a* b\n\n```js\nlet a;\n```\n\n</Pair>\n\n<Pair />\n\n<Mode>\n\nIn [it](a.mdx)\n\n</Mode>\n",
    "src/Mode.jsx":
      "import { createContext } from 'react';\nconst Context = createContext(1);\nexport default ({ children }) => <Context.Provider value={2}>{children}</Context.Provider>;\n",
    "src/Pair.jsx":
      "import { Children } from 'react';\nexport const Pair = ({ children }) => <dl>{Children.toArray(children).map((part, at) => <dd key={at}>{part}</dd>)}</dl>;\n",
  });
  expect([code, todo]).toEqual([
    0,
    [
      "docs/a.mdx:6: <Pair> reads the elements between its tags, but docgen passes them as one block of HTML: check what it shows, or rewrite it",
      "docs/a.mdx:29: <Mode> provides a React context, which docgen doesn't pass to components between its tags: check what they show",
    ],
  ]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toContain(
    "<dl><dd><p><em>One</em> of <code>{x}</code></p></dd><dd><ul><li>Two<ul><li><em>a</em> b</li></ul></li></ul></dd><dd><figure",
  );
});

test("relative links of components that lead nowhere are reported", async () => {
  const { code, to, todo } = await migrate({
    "docs/auth/a.mdx": '# A\n\nimport Go from \'@site/src/Go\';\n\n<Go to="../auth/c" />\n\n<Go to="./none" />\n',
    "docs/auth/c.md": "# C\n",
    "src/Go.jsx":
      "import Link from '@docusaurus/Link';\nexport default ({ to }) => <div><Link to={to}>go</Link></div>;\n",
  });
  expect([code, todo]).toEqual([1, ['content/docs/auth/a.mdx:1: docgen build reports: broken link "/docs/auth/none"']]);
  const [failed, errors] = await build(to);
  expect([failed, errors]).toEqual([
    1,
    [expect.stringContaining('broken link "./none": no page or file at /docs/auth/none')],
  ]);
});

test("links of the navbar without a label are named by their host; separators and own types don't stand alone", async () => {
  const { code, read, todo } = await migrate({
    "docusaurus.config.js": CONFIG.replace(
      "presets",
      `themeConfig: { navbar: { items: [
  { href: 'https://www.github.com/x/y', className: 'icon', position: 'right' },
  { type: 'custom-own', content: 'c' },
  { type: 'localeDropdown', dropdownItemsAfter: [{ type: 'html', value: '<hr style="margin: 0">' }, { label: 'Help', href: 'https://x.example' }] },
] } }, presets`,
    ),
    "docs/a.md": "# A\n",
  });
  expect([code, todo]).toEqual([
    0,
    ['docusaurus.config.js:1: navbar.items the item of type "custom-own" is removed: docgen has no equivalent'],
  ]);
  const config = read("site.config.ts");
  expect(config).toContain('label: "github.com"');
  expect(config).toContain('label: "Help"');
  expect(config).not.toContain("<hr");
});

test("imports whose path has an escaped underscore are followed, also in partials with props", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": "# A\n\nimport P from './\\_p.mdx';\n\n<P n=\"one\" />\n",
    "docs/_p.mdx": "import { Own } from './own'\n\nIt is {props.n} <Own of={[1]} />\n",
    "docs/own.jsx": "export const Own = ({ of }) => <b>{of.map((n) => n + 1)}</b>;\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toContain("It is one <b>2</b>");
});

test("ids of headings with a backslash, anchors without an address, and braces in HTML are as in Docusaurus", async () => {
  const { to, read, todo } = await migrate({
    "docs/a.mdx": `import Link from '@docusaurus/Link';

[One](#one), [class](#x.Y)

## First \\{#one}

<div class="section">

<dl>
    <dt><Link id='x.Y'>class x.Y</Link></dt>
    <dd>

    A list.

    </dd>
</dl>

</div>

<dl>
<dt>**map** of values</dt>
<dd>Text: <span className="x">{'{*a*}'}</span></dd>
</dl>
`,
  });
  expect(todo).toEqual([]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toMatch(/<h2 id="one"[^>]*>First</);
  expect(html).toContain('<dt><a id="x.Y">class x.Y</a></dt>');
  expect(html).toContain('<span class="x">{*a*}</span>');
});

test("partials get the components of the page, and pages no props", async () => {
  const { to, read, todo } = await migrate({
    "docs/_note.md": "Text of the partial.\n",
    "docs/a.mdx": `import Note from './_note.md';

:::tip
<Note components={props.components} />
:::

Version {props.version ?? 'unknown'}

## With \`code\` and {'text'}
`,
  });
  expect(todo).toEqual([]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toContain("Text of the partial.");
  expect(html).toContain("Version unknown");
  expect(html).toContain('id="with-code-and-text"');
});

test("imports that a module makes later lead to the moved files; what waits for them is told once", async () => {
  const { to, read, todo } = await migrate({
    "examples/a.py": "print('in a')\n",
    "src/other.js": "export default 'other';\n",
    "src/codes.js": `export const CODES = {
  a: () => import('!!raw-loader!/examples/a.py'),
  b: () => import(/* webpackChunkName: "b" */ './other'),
  c: () => import('https://cdn.example/c.js'),
};
`,
    "src/Code.tsx": `import React, {Suspense} from 'react';
import {CODES} from './codes';

const cache: Record<string, string> = {};
function Inner({name}) {
  if (!cache[name]) throw CODES[name]().then((loaded) => { cache[name] = loaded.default; });
  return <pre>{cache[name]}</pre>;
}
export default (props) => <Suspense><Inner {...props} /></Suspense>;
`,
    "docs/a.mdx": 'import Code from \'@site/src/Code\';\n\n# A\n\n<Code name="a" />\n\n<Code name="b" />\n',
  });
  expect(todo).toEqual([expect.stringMatching(/^src\/Code\.tsx:1: loads modules or data with Suspense/)]);
  expect(read("site.config.ts")).toMatch(/path: "\.\/src\/Code\.tsx",\s+client: "visible"/);
  const codes = read("src/codes.jsx");
  expect(codes).toContain("Promise.resolve({ default: \"print('in a')\\n\" })");
  expect(codes).toContain('import("./other.jsx")');
  expect(codes).toContain("import('https://cdn.example/c.js')");
  expect(await build(to)).toEqual([0, []]);
});

test("cards in components, and anchors that they announce, are docgen's", async () => {
  const { to, read, todo } = await migrate({
    "src/Card.jsx": `import DocCard from '@theme/DocCard';
import useBrokenLinks from '@docusaurus/useBrokenLinks';

export default function Card({ label, href, id }) {
  useBrokenLinks().collectAnchor(id);
  return <div id={id}><DocCard item={{ type: 'link', label, href, description: 'More.' }} /></div>;
}
`,
    "docs/a.mdx": `import Card from '@site/src/Card';\n\n# A\n\n[Card](#card)\n\n<Card label="B" href="/docs/b" id="card" />\n`,
    "docs/b.md": "# B\n",
  });
  expect(todo).toEqual([]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(
    /<div id="card"><ul class="cards"><li><a href="\/docs\/b"[^>]*>B<\/a><p>More\.<\/p><\/li><\/ul><\/div>/,
  );
});

test("settings that a build leaves out, or that only look, keep no site from building", async () => {
  const config = `module.exports = { title: 'T', url: 'https://example.com',
  i18n: { defaultLocale: 'en', locales: ['en'], localeConfigs: { en: { label: 'English' }, ja: { label: 'Japanese' } } },
  plugins: ['docusaurus-plugin-image-zoom'],
  themeConfig: {
    navbar: { items: [{ to: '/docs/a', label: 'A', style: { order: 9 } }] },
    footer: { links: [{ html: "<a href='https://a.example' title='Site'><img src='/a.svg'/></a>" }] },
  },
  presets: [['classic', { theme: { customCss: ['./node_modules/modern/modern.css', './src/css/__index.scss'] } }]] };
`;
  const { to, read, todo } = await migrate({
    "docusaurus.config.js": config,
    "docs/a.md": "# A\n",
    "src/css/__index.scss": ".a { color: red }\n",
    "node_modules/sass/package.json": '{ "name": "sass" }',
    "node_modules/sass/index.js": "exports.compile = () => ({ css: '.compiled { color: red; }' });",
  });
  expect(todo).toEqual([
    "package.json:1: packages aren't installed, so modern/modern.css is not migrated: run npm install --save modern in the Docusaurus site, then migrate again",
  ]);
  expect(read("src/css/__index.css")).toContain(".compiled");
  expect(read("site.config.ts")).toMatch(/label: "Site",\s+href: "https:\/\/a\.example"/);
  expect(await build(to)).toEqual([0, []]);
});

test("comments of the site that mark lines of code become docgen's, and no reader sees them", async () => {
  const comment = (className: string, name: string) =>
    `{ className: '${className}', line: '${name}-next-line', block: { start: '${name}-start', end: '${name}-end' } }`;
  const { to, read, todo } = await migrate({
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://example.com', presets: [['classic', {}]],
  themeConfig: { prism: { magicComments: [${comment("theme-code-block-highlighted-line", "highlight")},
    ${comment("code-block-add-line", "add")}, ${comment("removed", "rm")}, { className: 'own', line: 'own' }] } } };
`,
    "docs/a.md": `# A

\`\`\`js
// highlight-next-line
one();
/* add-start */
two();
// rm-next-line
three();
/* add-end */
{/* own */}
four(); // own text
\`\`\`

> - Inside:
>
>   \`\`\`bash
>   # rm-next-line
>   old
>   \`\`\`
`,
  });
  expect(todo).toEqual([]);
  expect(read("content/docs/a.md")).toContain(
    "/* [!code ++:2] */\ntwo();\n// [!code --]\nthree();\n{/* [!code highlight] */}\n",
  );
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html").replace(/<span class="[a-z]">|<\/span>(?!\n)/g, "");
  expect(html).not.toMatch(/-start|-next-line|\[!code/);
  expect(html.match(/<span class="line[^"]+">\S+/g)).toEqual(
    ["marked", "added", "added removed", "marked", "removed"].map((name) => expect.stringContaining(name)),
  );
  expect(html).toContain("own text");
});

test("tags of MDX 1 that are alone on their lines in a paragraph, and links to page.md/#id, are read", async () => {
  const { to, read, todo } = await migrate({
    "src/Ours.jsx":
      "import Link from '@docusaurus/Link';\n\nconst Ours = ({ to, ...props }) => <Link to={to} {...props} />;\n\nexport default Ours;\n",
    "docs/a.mdx": `import Link from '@docusaurus/Link';
import Ours from '@site/src/Ours';

<div className='gallery'>
  <p>
    Text with
    <Link to='https://x.example/' target='_blank'>
      a link
    </Link> and <Ours to='/docs/b'>another one</Ours>.
    <br />
    <Ours to='/docs/b'>A third</Ours> and more.
  </p>
</div>

[b](b.md/#part)
`,
    "docs/b.md": "# B\n\n## Part\n",
  });
  expect(todo).toEqual([]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toMatch(
    /<div class="gallery">\s*<p>\s*Text with\s*<a href="https:\/\/x\.example\/" target="_blank"[^>]*>\s*a link\s*<\/a> and/,
  );
  expect(html).toMatch(/<a href="\/docs\/b"[^>]*>A third<\/a> and more\./);
  expect(html).toContain('href="/docs/b#part"');
});

test("style sheets of packages are no fault of a component; what only webpack has is named", async () => {
  const { read, todo } = await migrate({
    "package.json": '{ "dependencies": { "shown": "1.0.0" } }',
    "node_modules/shown/package.json": '{ "name": "shown", "main": "main.js" }',
    "node_modules/shown/main.js": "module.exports = () => 'shown';\n",
    "node_modules/shown/main.css": ".shown { color: red }\n",
    "src/Shown.jsx": "import show from 'shown';\nimport 'shown/main.css';\n\nexport default () => <b>{show()}</b>;\n",
    "docs/a.mdx": "import Shown from '@site/src/Shown';\n\n# A\n\n<Shown />\n",
    "src/pages/all.jsx":
      "const all = require.context('./data', false, /^..(a+)+b$/);\n\nexport default () => <ul>{all.keys()}</ul>;\n",
    // The pattern above takes years for this name.
    [`src/pages/data/${"a".repeat(80)}.json`]: "{}",
  });
  expect(todo).toEqual([
    expect.stringContaining("components import shown: run npm install"),
    expect.stringContaining("it imports files by require.context; content/pages/all.md only keeps"),
  ]);
  expect(read("src/Shown.jsx")).toContain('import "shown/main.css";');
});

test("a module that only hands on components gives each of them as what it is, without the others", async () => {
  const { to, read, todo } = await migrate({
    "docusaurus.config.js": CONFIG.replace("{}", "{ sitemap: { ignorePatterns: ['/tags/**'] } }"),
    "src/parts/index.ts":
      "/* All parts. */\nexport { default as Shown } from './Shown';\nexport * from './more';\n// Not used by pages.\nexport {\n  default as Played,\n  type Kind,\n} from './Played';\nexport { Counted } from './Counted';\n",
    "src/parts/Shown.jsx":
      "import { Named } from '../parts';\n\nexport default ({ children }) => <section><Named />{children}</section>;\n",
    "src/parts/more/index.js": "export { Named, Unused } from './named';\n",
    "src/parts/more/named.jsx": "export const Named = () => <b>named</b>;\nexport const Unused = () => null;\n",
    "src/parts/Played.jsx": "import Player from 'not-installed';\n\nexport default () => <Player />;\n",
    "src/parts/Counted.jsx":
      "import { useState } from 'react';\n\nexport const Counted = () => <i>{useState(7)[0]}</i>;\n",
    "docs/a.mdx":
      "import { Named, Shown } from '@site/src/parts';\n\n# A\n\n<Shown>\n\n*Text*\n\n</Shown>\n\n<Named />\n",
    "docs/b.mdx":
      "import { Named } from '../src/parts/more/named';\nimport { Played } from '../src/parts';\n\n# B\n\n<Named />\n\n<Played />\n",
  });
  expect(todo).toEqual([expect.stringMatching(/^package\.json:1: packages aren't installed.* not-installed in /)]);
  const config = read("site.config.ts");
  expect(config).toContain('Shown: "./src/parts/Shown.jsx"');
  expect(config.match(/\bNamed\w*: /g)).toEqual(["Named: "]);
  expect(config).not.toContain("visible");
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(/<section><b>named<\/b>\s*<p><em>Text<\/em><\/p>/);
});

test("components that a site adds to the theme are its own; a list after a colon in a cell is no difference", async () => {
  const { to, read, todo } = await migrate({
    "src/theme/Platforms/index.js":
      "import Dot from './Dot';\n\nexport default ({ names }) => <p className='platforms'>{names.map((name) => <b key={name}>{name}<Dot /></b>)}</p>;\n",
    "src/theme/Platforms/Dot.jsx": "export default () => <i>.</i>;\n",
    "src/theme/Unused.js": "export default () => null;\n",
    "src/Boxed.js":
      "import Platforms from '@theme/Platforms';\n\nexport default ({ children }) => <div><Platforms names={['tv']} />{children}</div>;\n",
    "docs/a.mdx": `import Platforms from '@theme/Platforms';
import Boxed from '@site/src/Boxed';

# A

<Platforms names={['ios', 'web']} />

<Boxed>text</Boxed>

| Event | Keys |
| --- | --- |
| end | It has these keys:<ul><li>\`text\`: the text.</li><li>\`done\`: whether it is.</li></ul> |
`,
  });
  expect(todo).toEqual([]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toContain('<p class="platforms"><b>ios<i>.</i></b><b>web<i>.</i></b></p>');
  expect(html).toContain('<div><p class="platforms"><b>tv<i>.</i></b></p>text</div>');
});

test("the navbar of the first versions of Docusaurus 2 keeps its links; no setting of the theme is silently lost", async () => {
  const bar = "announcementBar: { id: 'a', content: 'Hi', position: 'fixed' }";
  const navbar = "navbar: { title: 'T', style: 'dark', links: [{ to: 'docs/a', label: 'Doc A' }], sticky: true }";
  const footer = "footer: { style: 'dark', copyright: 'Us', columns: 3 }";
  const { to, read, todo } = await migrate({
    "docusaurus.config.js": CONFIG.replace("presets", `themeConfig: { ${navbar}, ${footer}, ${bar} }, presets`),
    "docs/a.md": "# A\n",
  });
  expect(todo.map((line) => /\S+ (\S+) is removed/.exec(line)?.[1])).toEqual([
    "announcementBar.position",
    "footer.columns",
    "navbar.sticky",
  ]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(/<a href="\/docs\/a"[^>]*>Doc A<\/a>/);
});

test("components that show Markdown files include them, wherever they are written", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `import Default, { Ios, Both, Two, Titled } from './parts';
import One from './_one.mdx';

export const Here = () => <One />;
export const isShown = true;

# A

<Default />

- item
  <Both />

<Two />

<div>
<Ios />
</div>

<Titled title="Of all">**inside**</Titled>

<Here />

{isShown && <One />}
`,
    "docs/_one.mdx": "One *text*.\n",
    "docs/_two.md": "Two `text`.\n",
    "docs/parts.jsx": `import One from './_one.mdx';
import Two from './_two.md';
export function Ios() { return <One />; }
export const Both = () => (<div className="both"><One /><Two /></div>);
export const Titled = ({ title, children }) => <section><h3>{title}</h3><One />{children}</section>;
export { Two };
export default () => <Two />;
`,
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html.match(/One <em>text<\/em>/g)?.length).toBe(5);
  expect(html.match(/Two <code>text<\/code>/g)?.length).toBe(3);
  expect(html).toMatch(/<section><h3>Of all<\/h3>\s*<p>One <em>text<\/em>\.<\/p>\s*<p><strong>inside<\/strong><\/p>/);
});

test("a module that imports components and exports them by name gives each as what it is", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": "import Main, { A, Bee } from '@site/src/ui';\n\n# A\n\nAt <Main /> and <A />\n\n<Bee />\n",
    "src/ui/index.js":
      "import A from './A';\nimport { B, Lost } from './B';\nexport { A, B as Bee, Lost };\nexport default A;\n",
    "src/ui/A.jsx": "export default () => <b>of A</b>;\n",
    "src/ui/B.jsx":
      "import lost from 'nowhere';\nexport const Lost = () => <b>{lost}</b>;\nexport const B = () => <i>of B</i>;\n",
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(/At <b>of A<\/b> and <b>of A<\/b>.*<i>of B<\/i>/s);
});

test("React pages are tried as docgen renders them: what throws, and links that lead nowhere", async () => {
  const { code, to, todo } = await migrate({
    "docs/a.md": "# A\n\n[home](/#ab)\n",
    "src/pages/index.js": `import React from 'react';
import Link from '@docusaurus/Link';
import Layout from '@theme/Layout';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
export default function Home() {
  const { siteConfig } = useDocusaurusContext();
  return <Layout><h1 id={'a' + 'b'}>{siteConfig.title}</h1><Link to="/docs/none">none</Link></Layout>;
}
`,
    "src/pages/fine.js": "export default () => <b>{typeof window}</b>;\n",
  });
  expect([code, todo]).toEqual([1, ['content/pages/index.tsx:1: docgen build reports: broken link "/docs/none"']]);
  const [built, errors] = await build(to);
  expect([built, errors.length]).toEqual([1, 1]);
});

test("what throws on the server keeps no site from building: browsers show it, or its children are shown", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `import Own from '@site/src/own';
import Wide from '@site/src/wide';

# A

See <Own n={1}>text *of* it</Own> and <Own n={2} />

<Wide unit="px" />
`,
    "src/own.jsx":
      "export default function Own({ n, children }) { if (children) throw new Error('own'); return <i>no. {n}</i>; }\n",
    "src/wide.jsx": "const width = window.innerWidth;\nexport default ({ unit }) => <b>{width + unit}</b>;\n",
    "src/pages/index.jsx": `import Layout from '@theme/Layout';
const { innerWidth } = window;
export default () => <Layout title="Home"><h1>{innerWidth}</h1></Layout>;
`,
  });
  const said = (what: string) => expect.stringMatching(new RegExp(`^${what}`));
  expect([code, todo]).toEqual([
    0,
    [
      said("content/docs/a.mdx:1: <Own> throws on the server \\(own\\), so only its children are shown: "),
      said("content/docs/a.mdx:1: <Wide> throws on the server \\(window is not defined\\), so only browsers show it: "),
      said("content/pages/index.tsx:1: the page throws on the server \\(window is not defined\\), so only browsers"),
    ],
  ]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toMatch(/See text <em>of<\/em> it and <i>no\. (?:<!-- -->)?2<\/i>/);
  expect(read("build/index.html")).toContain("<title>Home");
});

test("a component that reads a Markdown table gets it as elements", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx":
      "import Table from '@site/src/table';\n\n# A\n\n<Table name='t'>\n\n| Name | Type |\n| --- | --- |\n| `one` | **text** |\n| `two` | a `b` [c](https://x.example) |\n\n</Table>\n",
    "src/table.jsx": `import React from 'react';
export default function Table({ children, name }) {
  const [head, body] = React.Children.toArray(children.props.children);
  const rows = React.Children.map(body.props.children, (row, at) => <tr id={name + at}>{row.props.children}</tr>);
  return <table className="api">{head}<tbody>{rows}</tbody></table>;
}
`,
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toContain(
    '<tr id="t1"><td><code>two</code></td><td>a <code>b</code> <a href="https://x.example">c</a></td></tr>',
  );
});

test("a call that ends the process hides nothing of what others do", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `import Own from '@site/src/own';
import Ends from '@site/src/ends';
import Fine from '@site/src/fine';

# A

<Own n={1} /> <Ends n={1} /> <Ends n={2} /> <Fine />
`,
    "src/own.jsx": "export default ({ n }) => { throw new Error('own ' + n); };\n",
    "src/ends.jsx":
      "export default ({ n }) => { if (n === 2) globalThis['pro' + 'cess'].exit(); return <b>ends {n}</b>; };\n",
    "src/fine.jsx": "export default () => <b>fine</b>;\n",
  });
  expect([code, todo]).toEqual([
    0,
    [
      expect.stringContaining("<Ends> throws on the server (its process ended early), so only browsers show it"),
      expect.stringContaining("<Own> throws on the server (own 1), so only its children are shown"),
    ],
  ]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toContain("<b>fine</b>");
});

test("plugins of the site are told by what they do; what they give to pages is kept", async () => {
  const plugins = `[
    './plugins/tags.ts',
    ['./plugins/paths', { x: 1 }],
    () => ({ name: 'late', postBuild() {}, getPathsToWatch: () => [] }),
    ['docusaurus-gtm-plugin', { id: 'GTM-1' }],
  ]`;
  const { code, to, read, todo } = await migrate({
    "docusaurus.config.js": CONFIG.replace(
      "presets",
      `plugins: ${plugins}, clientModules: [require.resolve('./src/all.css'), './src/run.js'], presets`,
    ),
    "plugins/tags.ts": `import type { Plugin } from '@docusaurus/types';
import missing from 'not-installed';
export default function tags(): Plugin {
  return { name: 'tags', injectHtmlTags: () => ({
    headTags: [{ tagName: 'meta', attributes: { name: 'by', content: 'plugin' } }], preBodyTags: ['<noscript>on</noscript>'],
    postBodyTags: '<p id="last">last</p>',
  }) };
}
`,
    "plugins/paths.js":
      "const Monaco = require('monaco');\nmodule.exports = () => ({ name: 'p', configureWebpack: () => ({ plugins: [new Monaco()] }) });\n",
    "src/all.css": ".all { color: red; }\n",
    "src/run.js": "window.run = 1;\n",
    "docs/a.md": "# A\n",
  });
  expect([code, todo]).toEqual([
    0,
    [
      expect.stringContaining(
        "plugins the plugin in docusaurus.config is removed, with postBuild: write its files with outputs; see",
      ),
    ],
  ]);
  expect(await build(to)).toEqual([0, []]);
  const html = read("build/docs/a/index.html");
  expect(html).toMatch(/<meta name="by" content="plugin">.*<body>\s*<noscript>on.*<p id="last">/s);
  expect(html).toContain("GTM-1");
  expect(read("site.config.ts")).toContain('"./src/all.css"');
});

test("React pages that run code in browsers do so without being touched; others load no script of their own", async () => {
  const page = (code: string) =>
    `import Layout from '@theme/Layout';\nimport BrowserOnly from '@docusaurus/BrowserOnly';\n${code}\n`;
  const { code, to, read, todo } = await migrate({
    "docs/a.md": "# A\n",
    "src/pages/index.js": page("export default () => <Layout title='Home'><h1>Still</h1></Layout>;"),
    "src/pages/count.js": page(
      "import { useState } from 'react';\nexport default () => { const [n, set] = useState(1); return <Layout title='N'><input value={n} onChange={set} /></Layout>; };",
    ),
    "src/pages/wide.js": page("export default () => <BrowserOnly>{() => window.innerWidth}</BrowserOnly>;"),
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  const isLive = (path: string) => read(`build/${path}index.html`).includes("data-interactive");
  expect(["", "count/", "wide/"].map(isLive)).toEqual([false, true, true]);
});

test("components in baseUrl: addresses that begin with it stay", async () => {
  const { code, to, read, todo } = await migrate({
    "docusaurus.config.js": CONFIG.replace("presets", "baseUrl: '/base/', presets"),
    "docs/a.mdx": "import Go from '@site/src/go';\n\n# A\n\n<Go to='/docs/a' /> <Go to='/base/docs/a' />\n",
    "src/go.jsx": `import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
export default ({ to }) => <Link to={useBaseUrl(to)}>go</Link>;
`,
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html").match(/<a href="\/base\/docs\/a">go/g)).toHaveLength(2);
});

test("parts of Docusaurus that components rarely use have their like; keys that front matter lacks are undefined", async () => {
  const { code, to, read, todo } = await migrate({
    "docs/a.mdx": `---
title: A
---

import Shown from '@site/src/shown';

{frontMatter.title} {frontMatter.lead ?? 'no lead'}

<Shown to="https://x.example">

*in*

</Shown>
`,
    "src/shown.jsx": `import ErrorBoundary from '@docusaurus/ErrorBoundary';
import isInternalUrl from '@docusaurus/isInternalUrl';
import MDXContent from '@theme/MDXContent';
import { useStorageSlot } from '@docusaurus/theme-common';
export default function Shown({ to, children }) {
  const [choice] = useStorageSlot('choice');
  return <ErrorBoundary fallback={() => null}>{isInternalUrl(to) ? 'here' : 'out'} {String(choice)}<MDXContent>{children}</MDXContent></ErrorBoundary>;
}
`,
  });
  expect([code, todo]).toEqual([0, []]);
  expect(await build(to)).toEqual([0, []]);
  expect(read("build/docs/a/index.html")).toMatch(/A no lead[\s\S]*out[\s\S]*null[\s\S]*<em>in<\/em>/);
});
