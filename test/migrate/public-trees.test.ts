// What rebuilt parts of public trees have that the trees before them had not.
import { expect, test } from "vitest";
import { docusaurusConfig as config, migrated, passing } from "../helpers/migrated.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n';

test("links of the navbar, the footer and logos may begin with the base URL, as those of pages may", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      `baseUrl: '/base/', themeConfig: {
        navbar: {
          logo: { src: 'l.svg', href: '/base' },
          items: [{ to: '/base/a', label: 'One' }, { href: '/base/a?q#two', label: 'Two' }, { to: '/a', label: 'Three' }],
        },
        footer: { logo: { src: 'l.svg', href: '/base/a' }, links: [{ to: '/base/a', label: 'Four' }] },
      },`,
      "docs: { routeBasePath: '/' }",
    ),
    "docs/index.md": "# Start\n\n[A](/base/a)\n",
    "docs/a.md": "# A\n\n## Two\n",
    "static/l.svg": SVG,
  });
  expect(site.todo).toEqual([]);
  const page = site.page("a");
  for (const [link, label] of [
    ["/base/a?q#two", "Two"],
    ["/base/a", "Four"],
  ])
    expect(page).toContain(`<a href="${link}">${label}`);
  expect(page).not.toContain("/base/base");
});

test("tabs whose items follow an import are in the order of their values, and have their labels", async () => {
  const site = await passing({
    "docs/a.mdx": `# A

<Tabs
  values={[
    {label: 'One', value: 'a'},
    {label: 'Two', value: 'b'},
  ]
}>

import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

<TabItem value="a">

1

</TabItem>

<TabItem value="b">

2

</TabItem>
</Tabs>
`,
  });
  expect(site.todo).toEqual([]);
  expect(site.file("content/docs/a.mdx")).toContain('<Tabs>\n\n<TabItem value="a" label="One">');
  expect(site.file("build/docs/a.md")).toMatch(/\*\*One\*\*[^*]*1[^*]*\*\*Two\*\*/);
});

test("an address of the site that only its host knows is told", async () => {
  const address = "process.env.DEPLOYED_AT ?? 'http://localhost:3000'";
  const site = await passing({
    "docusaurus.config.js": `module.exports = { title: 'T', url: ${address}, presets: [['classic', {}]] };`,
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([
    "docusaurus.config.js:1: url is http://localhost:3000: set the address of the published site",
  ]);
});

test("the lines of <pre> in MDX 1 are joined, as those of JSX are", async () => {
  const pre = `<pre>
  (api:{" "}
  <a
    href="https://t.example">
    Api
  </a>
  , more:
  text) => void
</pre>
`;
  const files = (version: string) => ({
    "package.json": `{ "dependencies": { "@docusaurus/core": "${version}" } }`,
    "docs/a.mdx": `# A\n\n${pre}\nText.\n`,
  });
  const old = await passing(files("2.4.3"));
  expect(old.todo).toEqual([]);
  expect(old.page("docs/a")).toContain('<pre>(api: <a href="https://t.example">Api</a>, more: text) => void</pre>');
  const { page } = await passing(files("3.8.0"));
  expect(page("docs/a")).toMatch(/<pre>\n\(api: /);
});

test("tags of names that no element has are components in MDX 1, and plain elements in later ones", async () => {
  const files = (version: string) => ({
    "package.json": `{ "dependencies": { "@docusaurus/core": "${version}" } }`,
    "src/theme/MDXComponents.js":
      "import MDXComponents from '@theme-original/MDXComponents';\nimport Mark from '@site/src/mark';\n" +
      "export default { ...MDXComponents, mark2: Mark };\n",
    "src/mark.js": 'export default ({ children }) => <b className="m">{children}</b>;\n',
    "docs/a.mdx": "# A\n\nSome <mark2>marked</mark2> text.\n\n<mark2>\n\nA *block*.\n\n</mark2>\n",
  });
  const old = await passing(files("2.4.3"));
  expect(old.todo).toEqual([]);
  expect(old.page("docs/a")).toContain('Some <b class="m">marked</b> text.');
  const { todo, page } = await passing(files("3.8.0"));
  expect(todo).toEqual([]);
  expect(page("docs/a")).toContain("Some <span>marked</span> text.");
  expect(page("docs/a")).toMatch(/<div>\s*<p>A <em>block<\/em>/);
});

test("a type in angle brackets that begins as a tag does is text, and no place to compare", async () => {
  const site = await passing({ "docs/a.mdx": "# A\n\n| T |\n| --- |\n| <code>Promise<object &#124; null></code> |\n" });
  expect(site.todo).toEqual([]);
  expect(site.page("docs/a")).toContain("<code>Promise&lt;object | null&gt;</code>");
});

test("components that read environment variables are migrated, without their values", async () => {
  const site = await passing({
    "docs/a.mdx": "import Codes from '@site/src/codes';\n\n# A\n\n<Codes />\n",
    "src/codes.js": `import React, { useEffect, useState } from 'react';
export default function Codes() {
  const [shown, show] = useState(process.env.NODE_ENV);
  useEffect(() => {
    if (!process.env.INSIDE) show('later');
  }, []);
  return <p>Codes: {shown}</p>;
}
`,
  });
  expect(site.todo).toEqual(["src/codes.js:1: process.env.INSIDE is undefined: write its value, if a build sets it"]);
  expect(site.page("docs/a")).toMatch(/<p>Codes: (?:<!-- -->)?production/);
});

test("a plugin of the site for remark is told, also if its name is like that of a built-in one", async () => {
  const site = await passing({
    "docusaurus.config.js": config("", "docs: { beforeDefaultRemarkPlugins: [require('./plugins/slugify-anchors')] }"),
    "plugins/slugify-anchors.js": "module.exports = () => (tree) => tree;\n",
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([expect.stringMatching(/docs\.beforeDefaultRemarkPlugins .*slugify-anchors.* is removed/)]);
});

test("what is generated from docs that aren't there is left out and told", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      "themeConfig: { navbar: { items: [{ type: 'docSidebar', sidebarId: 'api', label: 'API' }, { type: 'docSidebar', sidebarId: 'docs', label: 'Docs' }] } },",
      "docs: { sidebarPath: './sidebars.js' }",
    ),
    "sidebars.js": `module.exports = {
      api: [{ type: 'autogenerated', dirName: 'api' }],
      docs: ['a', { type: 'category', label: 'Packages', items: [{ type: 'autogenerated', dirName: 'packages' }] }],
    };`,
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([
    'docusaurus.config.js:1: navbar: the item of the sidebar "api" is removed: it has no pages; create it, or run the script that generates it, then migrate again',
    'docusaurus.config.js:1: sidebars: the item of the folder "api" is removed: it has no pages; create it, or run the script that generates it, then migrate again',
    'docusaurus.config.js:1: sidebars: the item of the folder "packages" is removed: it has no pages; create it, or run the script that generates it, then migrate again',
  ]);
  expect(site.page("docs/a")).not.toContain("Packages");
});

test("a style sheet for Tailwind is told", async () => {
  const { todo } = await passing({
    "docusaurus.config.js": config("", "theme: { customCss: './src/custom.css' }"),
    "src/custom.css": "@tailwind base;\n.a { @apply font-bold; }\n",
    "docs/a.md": "# A\n",
  });
  expect(todo).toEqual([expect.stringMatching(/^src\/custom\.css:1: needs Tailwind: compile it/)]);
});

test("a component that only sloppy code can load is told, and the site builds", async () => {
  const site = await passing({
    "docs/a.mdx": "import Show from '@site/src/show.jsx';\n\n# A\n\n<Show>Shown</Show>\n",
    "src/show.jsx": "export default Show = ({ children }) => <b>{children}</b>;\n",
  });
  expect(site.todo).toEqual([expect.stringMatching(/^content\/docs\/a\.mdx:1: <Show> throws .*Show is not defined/)]);
});

test("indented code is code in MDX 1, and text in later ones", async () => {
  const page = `# A

Set:

    # a comment
    key={value}

    url=https://t.example

1.  An item:

        <b>in a list</b>

> Quoted:
>
>     # quoted

<div>
    <b>in a tag</b>
</div>

{unknown.value}
`;
  const files = (version: string) => ({
    "package.json": `{ "dependencies": { "@docusaurus/core": "${version}" } }`,
    "docs/a.md": page,
  });
  const old = await migrated({ "docusaurus.config.js": config(), ...files("2.4.3") });
  expect(old.file("content/docs/a.md")).toContain(
    "Set:\n\n```\n# a comment\nkey={value}\n\nurl=https://t.example\n```\n",
  );
  expect(old.file("content/docs/a.md")).toContain("1.  An item:\n\n    ```\n    <b>in a list</b>\n    ```\n");
  expect(old.file("content/docs/a.md")).toContain("> Quoted:\n>\n> ```\n> # quoted\n> ```\n");
  expect(old.file("content/docs/a.md")).toContain("<b>in a tag</b>\n</div>");
  expect(old.changed.filter((note) => /as a fence|braces/.test(note))).toEqual([
    expect.stringMatching(/^docs\/a\.md:5: wrote indented code as a fence/),
    expect.stringMatching(/^docs\/a\.md:12: wrote indented code/),
    expect.stringMatching(/^docs\/a\.md:16: wrote indented code/),
    expect.stringMatching(/^docs\/a\.md:22: .*braces/),
  ]);
  expect((await old.build()).code).toBe(0);
  const { file } = await migrated({ "docusaurus.config.js": config(), ...files("3.8.0") });
  expect(file("content/docs/a.md")).not.toContain("```");
});

test("an item of a sidebar whose HTML a missing package makes is left out", async () => {
  const site = await passing({
    "docusaurus.config.js": config("", "docs: { sidebarPath: './sidebars.js' }"),
    "package.json": '{ "dependencies": { "not-there": "^1.0.0" } }',
    "sidebars.js":
      "const { crumb } = require('not-there');\n" +
      "module.exports = { docs: [{ type: 'html', value: crumb('v2') }, 'a'] };\n",
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([expect.stringMatching(/sidebars.*value is removed: .*"not-there"/)]);
});

test("a tag of an imported component that can't be parsed is a place by hand, also in MDX 1", async () => {
  const site = await migrated({
    "docusaurus.config.js": config(),
    "package.json": '{ "dependencies": { "@docusaurus/core": "2.4.3" } }',
    "docs/a.mdx": "import Show from '@site/src/show';\n\n# A\n\nText <Show>one\n\ntwo and List<Item>.\n",
    "src/show.js": "export default ({ children }) => <b>{children}</b>;\n",
  });
  expect(site.todo).toEqual([expect.stringMatching(/^docs\/a\.mdx:5: the tag is shown as text/)]);
  expect(site.changed).toContainEqual(expect.stringMatching(/^docs\/a\.mdx:7: the tag is shown as text/));
});

test("addresses of the configuration lead to their pages under a base URL, whatever key they have", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      `baseUrl: '/base/', themeConfig: {
        navbar: { items: [
          { href: '/docs/a', label: 'One' }, { href: 'pathname:///f.txt', label: 'Two' },
          { type: 'docsVersion', to: '/docs/a', label: 'Three' },
        ] },
        footer: { links: [{ href: '/docs/a', label: 'Four' }] },
      },`,
      "docs: { sidebarPath: './sidebars.js' }",
    ),
    "sidebars.js": `module.exports = { docs: ['a',
      { type: 'link', label: 'Five', href: '/docs/a' }, { type: 'link', label: 'Six', href: '/base/docs/a' }] };`,
    "docs/a.md": "# A\n",
    "static/f.txt": "text",
  });
  expect(site.todo).toEqual([]);
  const page = site.page("docs/a");
  const links = [...page.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(One|Two|Three|Four|Five|Six)</g)];
  expect(Object.fromEntries(links.map(([, link, label]) => [label, link]))).toEqual({
    One: "/base/docs/a",
    Two: "/base/f.txt",
    Three: "/base/docs/a",
    Four: "/base/docs/a",
    Five: "/base/docs/a",
    Six: "/base/docs/a",
  });
});

test("redirects of the host's file join those of the site, and what docgen can't write is told", async () => {
  const files = {
    "docusaurus.config.js": config(
      "plugins: [['client-redirects', { redirects: [{ from: '/old', to: '/docs/a' }] }]],",
    ),
    "docs/a.md": "# A\n",
    "static/_redirects": `# Moved
/one /docs/a
/two/* /docs/:splat 301

/three /docs/a 200
/four https://t.example/b 302
/docs/a /docs/b
/old /docs/a 301
`,
  };
  const site = await passing(files);
  const remedy =
    "docgen generates _redirects from redirects in site.config.ts, which can't express this rule: add it at the host";
  expect(site.todo).toEqual(
    ["3 /two/* /docs/:splat 301", "5 /three /docs/a 200", "6 /four https://t.example/b 302", "7 /docs/a /docs/b"].map(
      (rule) => `static/_redirects:${rule[0]}: is not migrated: "${rule.slice(2)}"; ${remedy}`,
    ),
  );
  expect(site.changed).toContain("static/_redirects:2: moved to redirects in site.config.ts");
  expect(site.file("build/_redirects")).toBe("/old /docs/a 301\n/one /docs/a 301\n");
  const { file, todo } = await passing({ ...files, "docusaurus.config.js": config() });
  expect(todo).toEqual([]);
  expect(file("build/_redirects")).toBe(files["static/_redirects"]);
});

test("code of files that <CodeBlock> gets is shown as it is, in every form of import", async () => {
  const site = await passing({
    "docs/a.mdx": `import CodeBlock from '@theme/CodeBlock';
import raw from '!!raw-loader!../src/code.js';
import asked from '../src/code.js?raw';
import page from '!!raw-loader!./_part.mdx';

# A

<CodeBlock language="js" title="1">{raw}</CodeBlock>

<CodeBlock language="js" title="2">{asked}</CodeBlock>

<CodeBlock language="js" title="3">{require('!!raw-loader!../src/code.js').default}</CodeBlock>

<CodeBlock language="js" title="4" children={raw} />

<CodeBlock language="md" title="5">{page}</CodeBlock>
`,
    "docs/_part.mdx": "A <b className='b'>{1 + 1}</b>.\n",
    "src/code.js": "const a = `<b>{x}</b>`;\n",
  });
  expect(site.todo).toEqual([]);
  const copy = site.file("build/docs/a.md");
  for (const number of [1, 2, 3, 4])
    expect(copy).toContain(`\`\`\`js title="${number}"\nconst a = \`<b>{x}</b>\`;\n\`\`\``);
  expect(copy).toContain("```md title=\"5\"\nA <b className='b'>{1 + 1}</b>.\n```");
});

test("the attributes of a fence in braces are its language and its title", async () => {
  const fence = (info: string) => `\`\`\`${info}\ncode\n\`\`\`\n`;
  const { todo, file } = await passing({
    "docs/a.md": `# A\n\n${fence('{.bash caption="Install it"}')}\n${fence("{.bash caption=}")}\n${fence("{ .c++ }")}`,
  });
  expect(todo).toEqual([]);
  const text = file("content/docs/a.md");
  for (const info of ['bash title="Install it"', "bash", "c++"]) expect(text).toContain(fence(info));
});

test("HTML on one line around a component is a component, or its components are told", async () => {
  const site = await passing({
    "package.json": '{ "dependencies": { "@docusaurus/core": "2.4.3" } }',
    "docs/a.mdx": `import Foo from '@site/src/foo';

# A

<details><summary>One</summary><Foo a={1} /></details><div>two</div>

<div><Foo a={2} /> three</div> four

<details><summary>Five</summary><Foo a={3} /></details><div><b>six

Text.

</b></div>
`,
    "src/foo.js": "export default ({ a }) => { console.log; return <i>{Math.max(0, a)} foo</i>; };\n",
  });
  expect(site.todo).toContainEqual(expect.stringMatching(/^docs\/a\.mdx:9: removed <Foo>/));
  const page = site.page("docs/a").replaceAll("<!-- -->", "");
  expect(page).toContain("<details><summary>One</summary><i>1 foo</i></details>");
  expect(page).toContain("<div><i>2 foo</i> three</div> four");
  expect(page).not.toMatch(/<p>\s*<div>|3 foo/);
  expect(site.file("build/docs/a.md")).toMatch(/One ?1 foo[\s\S]*2 foo three/);
});

test("tags of MDX 1 whose end begins a line are whole, and indented lines in and after them no code", async () => {
  const site = await passing({
    "package.json": '{ "dependencies": { "@docusaurus/core": "2.4.3" } }',
    "docs/a.mdx": `import Foo from '@site/src/foo';

# A

<pre>
  (api: <a
    href="https://t.example"
  >
    Api
  </a>
  ) end, <b
    className="b"
  >bold</b>
</pre>

<Foo
    list={[
        1,
    ]}
    onClick={() => {
        alert(1);
    }}
>
    inside
</Foo>

> <Foo
>     list={[2]}
> >
> quoted
> </Foo>

\`\`\`jsx
<a
  href="b"
>
\`\`\`

{unknown.value}
`,
    "src/foo.js": "export default ({ list, children }) => <section>{list.length + 1} {children}</section>;\n",
  });
  expect(site.todo).toEqual([]);
  const page = site.page("docs/a").replaceAll("<!-- -->", "").replace(/\s+/g, " ");
  expect(page).toContain('<pre>(api: <a href="https://t.example">Api</a>) end, <b class="b">bold</b></pre>');
  expect(page.match(/<section>\d\s*(?:<p>)?\s*(?:inside|quoted)/g)).toHaveLength(2);
  expect(page).toMatch(/<blockquote>\s*<section>/);
  expect(site.file("content/docs/a.mdx")).toContain('<a\n  href="b"\n>\n```');
  expect(site.changed).toContainEqual(expect.stringMatching(/^docs\/a\.mdx:39: .*braces/));
});

test("tags over several lines in a quote, and <pre> with a tag that can't be parsed, stay what they are", async () => {
  const site = await passing({
    "docs/a.mdx": `import Foo from '@site/src/foo';

# A

> <Foo
>     list={[2]}
> />
>
> <img
>   src="/i.svg"
>   className="c" alt="i"
> />

<pre>
one <br> two
</pre>
`,
    "src/foo.js": "export default ({ list }) => <section>{list.length + 1} foo</section>;\n",
    "static/i.svg": SVG,
  });
  expect(site.todo).toEqual([]);
  const page = site.page("docs/a").replaceAll("<!-- -->", "");
  expect(page).toMatch(/<blockquote>\s*<section>2 foo<\/section>[\s\S]*<img[^>]* class="c"[\s\S]*<\/blockquote>/);
  expect(page).toMatch(/<pre>\s*one <br> two\s*<\/pre>/);
});

test("what a partial doesn't read, and what a plugin gives to modules only, is no work; pages of plugins are", async () => {
  const site = await passing({
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://t.example', presets: ['classic'], plugins: [
  () => ({ name: 'data', contentLoaded: ({ actions: { setGlobalData } }) => setGlobalData({ n: 7 }) }),
  () => ({ name: 'routes', contentLoaded: ({ actions }) => { actions.setGlobalData(1); actions.addRoute({ path: '/x' }); } }),
  function named() { return { name: 'named', loadContent: () => 1, contentLoaded({ content, actions }) { actions.setGlobalData(content); } }; },
] };`,
    "docs/a.mdx": `import Part from './_part.mdx';
import Reads from './_reads.mdx';
import Data from '@site/src/data';

# A

<Part extra={missing()} {...others()}>left out</Part>

<Reads other={missing()} extra={missing()} />

<Data />

<div {...props} id="b">in</div>
`,
    "docs/_part.mdx": "Part.\n",
    "docs/_reads.mdx": "Reads {props.extra ?? 'it'}.\n",
    "src/data.js": `import { usePluginData } from '@docusaurus/useGlobalData';
export default () => <b>n is {usePluginData('data').n}</b>;
`,
  });
  expect(site.todo).toEqual([
    expect.stringMatching(/^docs\/_reads\.mdx:1: removed \{props\.extra/),
    "docs/a.mdx:9: <Reads>: extra needs code at run time; write the result in the partial",
    expect.stringMatching(
      /^docusaurus\.config\.js:\d+: plugins the plugin in docusaurus\.config is removed, with contentLoaded/,
    ),
  ]);
  const page = site.page("docs/a").replaceAll("<!-- -->", "");
  expect(page).toContain("<b>n is 7</b>");
  expect(page).toContain('<div id="b">in</div>');
});

test("what is left of the navbar, the footer and redirects after addresses without a page is no empty list", async () => {
  const items = "[{ label: 'More', items: [{ label: 'Gone', to: '/gone' }] }, { label: 'A', to: '/docs/a' }]";
  const footer =
    "[{ title: 'Docs', items: [{ label: 'A', to: 'gone' }] }, { title: 'B', items: [{ label: 'B', to: '/docs/a' }] }]";
  const redirects = "[{ from: '/x', to: '/docs/generated' }, { from: '/y', to: '/docs/a' }]";
  const { file, todo } = await passing({
    "docusaurus.config.js": config(
      `themeConfig: { navbar: { items: ${items} }, footer: { links: ${footer} } }, i18n: { defaultLocale: 'en', locales: [] },
       plugins: [['client-redirects', { redirects: ${redirects} }]],`,
    ),
    "docs/a.md": "# A\n",
  });
  const written = file("site.config.ts");
  for (const name of ["More", "Gone", '"Docs"', "generated"]) expect(written).not.toContain(name);
  for (const name of ['title: "B"', 'from: "/y"']) expect(written).toContain(name);
  expect(todo.map((note) => note.replace(/^\S+ /, ""))).toEqual([
    "/gone is removed: no page or file has this address; add it to site.config.ts once there is one",
    "gone is removed: no page or file has this address; add it to site.config.ts once there is one",
    "redirects: that to /docs/generated is removed: /docs/generated has no page; create it, or run the script that generates it, then migrate again",
  ]);
});

test("a navbar item that is refused for two reasons hides no dead link of the other items", async () => {
  const items = "[{ label: 'Gone', to: '/gone' }, { type: 'doc', label: 'B', position: 'x' }]";
  const { file, todo } = await migrated({
    "docusaurus.config.js": config(`themeConfig: { navbar: { items: ${items} } },`),
    "docs/a.md": "# A\n",
  });
  expect(file("site.config.ts")).not.toContain("Gone");
  expect(todo).toContainEqual(expect.stringContaining("/gone is removed"));
});

test("a sidebar in a dropdown is a link to its first doc, also if folders determine it", async () => {
  const items = "[{ label: 'More', items: [{ type: 'docSidebar', sidebarId: 's', label: 'Tools' }] }]";
  const { file, todo } = await passing({
    "docusaurus.config.js": config(
      `themeConfig: { navbar: { items: ${items} } },`,
      "docs: { sidebarPath: './sidebars.js' }",
    ),
    "sidebars.js": "module.exports = { s: [{ type: 'autogenerated', dirName: '200-tools' }] };\n",
    "docs/100-a.md": "# A\n",
    "docs/200-tools/b.md": "# B\n",
    "docs/200-tools/index.md": "# Tools\n",
  });
  expect(todo).toEqual([]);
  expect(file("build/docs/a/index.html")).toMatch(/<a href="\/docs\/tools\/?"[^>]*>Tools/);
});

test("components that MDXComponents spreads from a module are names of every page", async () => {
  const { page, todo } = await passing({
    "src/theme/MDXComponents.tsx": `import MDXComponents from '@theme-original/MDXComponents';
import * as Parts from '../parts';
import * as Unused from '../parts';
export default { ...MDXComponents, ...Parts };
`,
    "src/parts.tsx": `export { default as Card } from './card';
export const Grid = ({ children }: any) => <div className="grid">{children}</div>;
`,
    "src/card.tsx": "export default ({ title }: { title: string }) => <i>{title}</i>;\n",
    "docs/a.mdx": '# A\n\n<Grid>\n\nText *here*\n\n<Card title="T" />\n\n</Grid>\n',
  });
  expect(todo).toEqual([]);
  expect(page("docs/a")).toMatch(/<div class="grid"><p>Text <em>here<\/em><\/p>\s*<i>T<\/i>/);
});

test("React pages may require data in expressions, choose plural forms, and re-export Docusaurus' hooks", async () => {
  const { page, todo } = await passing({
    "src/pages/x.tsx": `import Layout from '@theme/Layout';
import { usePluralForm } from '../hooks';
const rows = [{ url: require('./x.json').url, list: require('../../data.yaml') }];
export default function X() {
  const { selectMessage } = usePluralForm();
  return <Layout title="X"><p>{rows[0].url} {rows[0].list[1]} {selectMessage(1, 'one|many')} {selectMessage(2, 'one|many')}</p></Layout>;
}
`,
    "src/hooks.js": "export { usePluralForm } from '@docusaurus/theme-common';\n",
    "src/pages/x.json": '{ "url": "u1" }',
    "data.yaml": "- a\n- b\n",
    "docs/a.md": "# A\n",
  });
  expect(todo).toEqual([]);
  expect(page("x").replaceAll("<!-- -->", "")).toContain("<p>u1 b one many</p>");
});

test("a component that lacks a style sheet of a package is told by its own path", async () => {
  const { todo } = await passing({
    "docs/a.mdx": "import Box from '../src/Box';\n\n# A\n\n<Box />\n",
    "src/Box.js": "import 'graphiql/graphiql.min.css';\nexport default () => <b>box</b>;\n",
    "package.json": "{}",
  });
  expect(todo).toEqual([
    "package.json:1: packages aren't installed, so graphiql in src/Box.js is not migrated: " +
      "run npm install --save graphiql in the Docusaurus site, then migrate again",
  ]);
});

test("pages of an API, tabs of the site's own and files of require.context are shown; generated folders are one place", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      "plugins: ['docusaurus-plugin-openapi-docs', 'docusaurus-plugin-typedoc'], themes: ['docusaurus-theme-openapi-docs'],",
      "docs: { docItemComponent: '@theme/ApiItem' }",
    ),
    "src/theme/MDXComponents.js":
      "import MDXComponents from '@theme-original/MDXComponents';\nimport Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\nexport default { ...MDXComponents, Tabs, TabItem };\n",
    "docs/add.api.mdx": `---
hide_title: true
api: eJzt
---

import Heading from "@theme/Heading";
import MethodEndpoint from "@theme/ApiExplorer/MethodEndpoint";
import RequestSchema from "@theme/RequestSchema";
import StatusCodes from "@theme/StatusCodes";
import Translate from "@docusaurus/Translate";

<span
  className={"badge"}
  children={"Version: 2"}
>
</span>

<Heading
  as={"h1"}
  children={"Add a pet"}
>
</Heading>

<MethodEndpoint
  method={"post"}
  path={"/pet"}
>
  
</MethodEndpoint>

<Heading
  id={"request"}
  as={"h2"}
>
  <Translate id="x">Request</Translate>
</Heading>

<RequestSchema
  {...require("./add.RequestSchema.json")}
>
  
</RequestSchema>

<StatusCodes
  responses={{"405":{"description":"Invalid **input**"}}}
>
  
</StatusCodes>

<table>
  <tbody><tr><td>
    <div>
      See: http://p.example/a
    </div>
  </td></tr></tbody>
</table>

[T](/docs/api/T), [U](/docs/api/sub/U)
`,
    "docs/add.RequestSchema.json": JSON.stringify({
      title: "Body",
      body: {
        required: true,
        content: {
          "application/json": {
            schema: {
              allOf: [{ required: ["name"], properties: { name: { type: "string", enum: ["a", "b"] } } }],
              properties: { tags: { type: "array", items: { properties: { id: { type: "integer" } } } } },
            },
          },
        },
      },
    }),
    "docs/tabs.mdx":
      "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\nimport { Chosen } from '@site/src/chosen';\n\n# Tabs\n\n<Tabs>{['x', 'y'].map((v) => <TabItem key={v} value={v}>{v}!</TabItem>)}</Tabs>\n\n| A |\n|---|\n| <Tabs><TabItem value=\"z\">in cell</TabItem></Tabs> |\n\n<Chosen />\n",
    "src/chosen.jsx":
      "import { useTabGroupChoice } from '@docusaurus/theme-common/internal';\nexport const Chosen = () => <i>chosen: {useTabGroupChoice().tabGroupChoices.os ?? 'none'}</i>;\n",
    "src/pages/list.jsx":
      "const files = require.context('../../data', false, /\\.ya?ml$/);\nexport default () => <p>{files.keys().map((name) => files(name).default.title).join()}</p>;\n",
    "data/a.yaml": "title: First\n",
    "data/b.yml": "title: Second\n",
    "data/c.json": "{}",
  });
  expect(site.todo).toEqual([
    expect.stringMatching(/^docs\/tabs\.mdx:11: removed the tags of a component: a Markdown table cell/),
    "docusaurus.config.js:1: links.ignore has 2 links to pages in /docs/api, such as /docs/api/T in content/docs/add.api.mdx: no page is there; create them, or run what generates them, and migrate again",
    expect.stringContaining("plugin-openapi-docs is removed: pages that it has written stay, without forms"),
    expect.stringContaining("plugin-typedoc is removed"),
  ]);
  const api = site.page("docs/add.api");
  for (const part of [
    "<h1>Add a pet</h1>",
    "Version: 2</span>",
    "<code>POST /pet</code>",
    'id="request"',
    "Body required",
    'id="responses"',
  ])
    expect(api).toContain(part);
  expect(api).toMatch(/<strong>name<\/strong> string required/);
  expect(api).toMatch(/<summary><strong>tags<\/strong> object\[\]/);
  expect(api).toContain("Invalid <strong>input</strong>");
  expect(api.match(/href="http:\/\/p\.example\/a"/g)).toHaveLength(1);
  expect(site.page("docs/tabs")).toMatch(/y!.*in cell.*chosen: .*none/s);
  expect(site.page("list")).toContain("First,Second");
});

test("what a missing package promises is empty, and the rest of the configuration stays", async () => {
  const site = await migrated({
    "package.json": '{ "dependencies": { "@docusaurus/core": "2.4.0", "translators": "^1.0.0" } }',
    "docusaurus.config.js": `const { progressOf } = require("translators");
module.exports = async () => {
  const title = "Promised";
  const shares = {};
  await progressOf(1).then((answer) => {
    for (const { name, share } of answer.data) shares[name] = share;
  });
  return { title, url: "https://example.com", baseUrl: "/", customFields: { shares }, presets: [["classic", {}]] };
};
`,
    "docs/a.md": "# A\n",
  });
  expect(site.file("site.config.ts")).toContain('title: "Promised"');
  expect(site.todo.join("\n")).toContain('lists are empty because they come from "translators"');
});

test("a page shows an imported image below the base URL, and no navbar item leads to docs without pages", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      `baseUrl: '/base/',
       plugins: [
         ['@docusaurus/plugin-content-docs', { path: 'guide' }],
         ['@docusaurus/plugin-content-docs', { id: 'docs', routeBasePath: 'api' }],
       ],
       themeConfig: { navbar: { items: [
         { type: 'doc', docId: 'a', label: 'A' }, { type: 'doc', docId: 'a', docsPluginId: 'docs', label: 'API' },
       ] } },`,
      "docs: false",
    ),
    "guide/a.md": "# A\n",
    "static/one.png": "png",
    "src/pages/index.js": `import React from 'react';
import Layout from '@theme/Layout';
import one from '@site/static/one.png';
export default () => <Layout><img src={one} alt="One" /></Layout>;
`,
  });
  expect(site.page("")).toContain('src="/base/one.png"');
  expect(site.todo.join("\n")).toContain('navbar: the item of the docs "docs" is removed: they have no page');
  expect(site.file("site.config.ts")).toContain('label: "A"');
});

test("a component requires data and pictures of a folder by a name that it computes", async () => {
  const site = await passing({
    "docs/a.mdx": `import Answers from "@site/src/Answers";

# A

<Answers of="gas" picture="one.png" />
`,
    "src/Answers.js": `import React from 'react';
export default function Answers(props) {
  const answers = require(\`./../data/\${props.of}-answers.json\`);
  const picture = require(\`../pictures/\${props.picture}\`).default;
  return <div>{answers.map((answer) => <p key={answer}>{answer}<a className="hash-link" href="#a"></a></p>)}<img src={picture} alt="One" /></div>;
}
`,
    "data/gas-answers.json": '["Fees are low."]',
    "data/other.json": "[]",
    "pictures/one.png": "png",
  });
  expect(site.todo).toEqual([]);
  expect(site.page("docs/a")).toContain("<p>Fees are low.<a ");
  expect(site.page("docs/a")).toMatch(/<img src="[^"]*one[^"]*\.png" alt="One"/);
});
