// What six public trees have that those before them had not.
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { docusaurusConfig as config, migrated, passing } from "../helpers/migrated.ts";

test("versions that versions.json doesn't list are left out, as Docusaurus does, also without that file", async () => {
  const files = {
    "docusaurus.config.js": config("", "docs: { routeBasePath: '/' }"),
    "src/pages/index.md": "# Home\n",
    "docs/a.md": "# A\n",
    "versioned_docs/version-1.0/a.md": "# One\n",
    "versioned_docs/version-2.0/a.md": "# Two\n",
    "versioned_sidebars/version-2.0-sidebars.json": '{ "other": ["gone"] }',
  };
  const none = await passing(files);
  expect(none.todo).toEqual([]);
  expect(none.page("a")).toContain("A</h1>");
  expect(existsSync(join(none.root, "content/versioned_docs"))).toBe(false);

  const some = await passing({ ...files, "versions.json": '["1.0"]' });
  expect(some.todo).toEqual([]);
  expect(some.changed).toContainEqual(expect.stringMatching(/^versioned_docs:1: version-2\.0: not migrated, as/));
  expect(some.page("a")).toContain("One</h1>");
  expect(some.page("next/a")).toContain("A</h1>");
  expect(some.page("")).toContain("Home</h1>");

  const off = await passing({
    ...files,
    "docusaurus.config.js": config("", "docs: { disableVersioning: true }"),
    "versions.json": '["1.0"]',
  });
  expect(off.todo).toEqual([]);
  expect(off.page("docs/a")).toContain("A</h1>");
});

test("a set of which only versions are published needs no sidebars for the current docs", async () => {
  const site = await passing({
    "docusaurus.config.js": config("", "docs: { includeCurrentVersion: false, sidebarPath: './sidebars.js' }"),
    "versions.json": '["1.0"]',
    "versioned_docs/version-1.0/a.md": "# One\n",
    "versioned_sidebars/version-1.0-sidebars.json": '{ "a": ["a"] }',
  });
  expect(site.todo).toEqual([]);
  expect(site.page("docs/a")).toContain("One</h1>");
});

test("values of one cause are one place, with what makes them known; components don't get them", async () => {
  const site = await passing({
    "docusaurus.config.js": `const matter = require('gray-matter');
      ${config("customFields: { posts: [1, 2].map((n) => ({ n, title: matter(n).data.title, tags: matter(n).data.tags })), f: [() => 1, () => 2], g() {} },")}`,
    "package.json": '{ "dependencies": { "gray-matter": "^4.0.0" } }',
    "docs/a.mdx": "import Posts from '@site/src/posts';\n\n# A\n\n<Posts />\n",
    "src/posts.js": `import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
export default () => <p>{useDocusaurusContext().siteConfig.customFields.posts.map(({ n, title }) => <b key={n}>{n}{title}</b>)}</p>;
`,
  });
  expect(site.todo).toEqual([
    expect.stringContaining("customFields.f[0] and 1 more value are removed: it is a function"),
    expect.stringContaining("customFields.g is removed: it is a function"),
    expect.stringMatching(
      /customFields\.posts\[0\]\.title and 3 more values are removed: they come from "gray-matter" \(run npm install --save gray-matter@\^4\.0\.0 /,
    ),
  ]);
  expect(site.page("docs/a")).toContain("<b>1</b><b>2</b>");
});

test("addresses of the configuration that lead nowhere are left out and told; settings that Docusaurus ignores are not", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      `favicon: 'img/favicon.ico', plugins: ['docusaurus-plugin-typedoc-api'],
       themeConfig: { ogImage: 'a.png', navbar: { logo: { src: 'img/none.svg' }, items: [{ to: 'api', label: 'API' }, { to: 'docs/a', label: 'A' }] },
         footer: { links: [{ title: 'More', items: [{ to: '/api', label: 'API' }, { to: '/docs/a', label: 'A' }] }] } },`,
      "blog: { truncateMarker: /<!--\\s*(truncate)\\s*-->/ }, docs: { docLayoutComponent: '@site/src/Layout', numberPrefixParser: () => ({}) }",
    ),
    "docs/a.md": "# A\n",
    "blog/2024-01-02-b.md": "# B\n\nShort\n\n<!-- truncate -->\n\nLong\n",
  });
  expect(site.todo.map((line) => line.replace(/^docusaurus\.config\.js:\d+: /, ""))).toEqual([
    expect.stringMatching(/^\/api is removed: no page or file has this address; add it/),
    expect.stringMatching(/^\/img\/favicon\.ico is removed: no page or file/),
    expect.stringMatching(/^\/img\/none\.svg is removed: no page or file/),
    expect.stringMatching(/^api is removed: no page or file/),
    expect.stringContaining("plugins docusaurus-plugin-typedoc-api is removed"),
    expect.stringContaining("docs.docLayoutComponent is removed: replace parts of docgen's theme"),
    expect.stringContaining("docs.numberPrefixParser is a function and is removed: set id, slug and"),
  ]);
  const html = site.page("docs/a");
  expect(html).not.toContain("API");
  expect(html).toMatch(/<footer[\s\S]*More[\s\S]*href="\/docs\/a"/);
  expect(site.page("blog")).not.toContain("Long");
});

test.each([
  [
    "['docusaurus-plugin-matomo']",
    "matomo: { matomoUrl: 'https://m.example/', siteId: '18' }",
    "matomo",
    "18",
    "https://m.example/",
  ],
  [
    "[['@dipakparmar/docusaurus-plugin-umami', { websiteID: 'u-1', analyticsDomain: 'u.example' }]]",
    "",
    "umami",
    "u-1",
    "https://u.example",
  ],
  ["[['docusaurus-plugin-plausible', { domain: 't.example' }]]", "", "plausible", "t.example", undefined],
])("the service of %s counts", async (plugins, theme, variant, trackingId, host) => {
  const site = await passing({
    "docusaurus.config.js": config(`plugins: ${plugins}, themeConfig: { ${theme} },`),
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([]);
  const settings = /analytics: (\{[^}]*\})/.exec(site.file("site.config.ts"))?.[1] ?? "";
  expect(settings).toContain(`variant: "${variant}"`);
  expect(settings).toContain(`trackingId: "${trackingId}"`);
  expect(/host: "(.*)"/.exec(settings)?.[1]).toBe(host);
});

test("in MDX 1, braces and tags in a text that are no code are text, however many; in later versions they are told", async () => {
  const page = `import { version } from '../data';

# A

- a list of { label, value } objects, appended onto the {schema, label}

### make<T = any, S extends Strict = RJSF>()

Version {version}.

${Array.from({ length: 90 }, (_, index) => `- [v${index}={}]: List<T, S> or <b>{html}</b>`).join("\n")}
`;
  const files = { "docs/a.mdx": page, "data.js": "export const version = '1.2';\n" };
  const first = await passing({ ...files, "package.json": '{ "dependencies": { "@docusaurus/core": "^2.4.0" } }' });
  expect(first.todo).toEqual([]);
  const html = first.page("docs/a");
  expect(html).toContain("a list of { label, value } objects, appended onto the {schema, label}");
  expect(html).toContain("make&lt;T = any, S extends Strict = RJSF&gt;()");
  expect(html).toContain("Version 1.2.");
  expect(html).toContain("[v89={}]: List&lt;T, S&gt;");

  const later = await migrated({
    "docusaurus.config.js": config(),
    ...files,
    "docs/a.mdx": page.replace(/\n- \[v[\s\S]*/, "\n"),
  });
  expect(later.todo.join("\n")).toMatch(
    /removed \{label, value\}, because the page neither imports[\s\S]*shown as text/,
  );
});

test("fences with the word tab become tabs, with the labels of the plugin's options", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      "",
      "docs: { remarkPlugins: [[require('docusaurus-remark-plugin-tab-blocks'), { labels: [['json', 'JSON']] }]] }",
    ),
    "docs/a.md":
      '# A\n\n```js tab\nlet a;\n```\n\n```ts title="x.ts" tab={"label":"Typed"}\nlet b;\n```\n\n- In a list\n\n  ```json tab {1}\n  {}\n  ```\n\n```js tab\nlet c;\n```\n\nText\n\n```js\nlet tab;\n```\n',
  });
  expect(site.todo).toEqual([]);
  const html = site.page("docs/a");
  expect([...html.matchAll(/<input[^>]* value="([^"]*)"\/?><span>/g)].map(([, label]) => label)).toEqual(
    expect.arrayContaining(["JavaScript", "Typed", "JSON"]),
  );
  expect(html.match(/<div class="tabs" data-group="code-examples">/g)).toHaveLength(3);
  expect(site.file("content/docs/a.md")).toContain('```ts title="x.ts"\nlet b;');
  expect(site.file("content/docs/a.md")).toContain("  ```json {1}\n  {}\n  ```\n  \n  </TabItem>\n  </Tabs>");
});

test("modules of every page become scripts with what they import; those that wait for a package are told", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      "clientModules: ['./src/run.ts', './src/own', require.resolve('./src/more.js')], plugins: ['./src/plugins/own'],",
    ),
    "src/run.ts": `import Environment from '@docusaurus/ExecutionEnvironment';
if (Environment.canUseDOM) globalThis.ran = ['start'];
export function onRouteDidUpdate({ location }: { location: { pathname: string } }) { globalThis.ran.push(location.pathname); }
`,
    "src/more.js": "import more from 'more';\nmore();\n",
    "src/own.js": "import { add } from '@site/src/lib/add';\nimport './own.css';\nadd('own');\n",
    "src/lib/add.ts": "export const add = (name: string) => globalThis.ran.push(name);\n",
    "src/own.css": ".own { color: red; }\n",
    "src/plugins/own/index.js":
      "module.exports = () => ({ name: 'own', getClientModules: () => [require.resolve('./client')] });\n",
    "src/plugins/own/client.js": "export default { onRouteUpdate: () => globalThis.ran.push('plugin') };\n",
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([
    "package.json:1: packages aren't installed, so src/more.js is not migrated: run npm install --save more in the Docusaurus site, then migrate again",
  ]);
  expect(site.page("docs/a")).toMatch(/<script src="\/js\/run\.js" defer/);
  const scope: { ran?: string[]; window?: object } = {};
  const run = (name: string) => new Function("globalThis", "window", site.file(`build/js/${name}.js`));
  for (const name of ["run", "own", "client"]) run(name)(scope, { location: { pathname: "/docs/a" } });
  expect(scope.ran).toEqual(["start", "/docs/a", "own", "plugin"]);
  expect(site.file("site.config.ts")).toContain('"./src/own.css"');
});

test("modules of every page read nothing outside of the repository, whatever their packages link or import", async () => {
  const secret = temporaryFolder();
  writeFiles(secret, { "key.json": '{ "key": "SECRET" }', "package.json": '{ "name": "linked", "main": "key.json" }' });
  for (const imported of ["linked", "reading"]) {
    const from = temporaryFolder();
    writeFiles(from, {
      ".git/HEAD": "",
      "docusaurus.config.js": config("clientModules: ['./src/run.js'],"),
      "docs/a.md": "# A\n",
      "src/run.js": `import key from '${imported}';\nwindow.key = key;\n`,
      "node_modules/reading/package.json": '{ "name": "reading", "main": "index.js" }',
      "node_modules/reading/index.js": `module.exports = require(${JSON.stringify(join(secret, "key.json"))});\n`,
    });
    symlinkSync(secret, join(from, "node_modules/linked"));
    const to = join(temporaryFolder(), "site");
    const { code, stdout } = await command("migrate", from, "--to", to);
    expect([code, stdout]).toEqual([0, expect.stringContaining("1 item to do by hand")]);
    expect(readFileSync(join(to, "MIGRATION.md"), "utf8")).toMatch(/key\.json is outside the site's repository/);
    expect(existsSync(join(to, "content/static/js/run.js"))).toBe(false);
  }
});

test("fences of a file of the own repository contain it; those of others are links", async () => {
  const site = await passing({
    "docusaurus.config.js": config("organizationName: 'o', projectName: 'p',"),
    ".git/HEAD": "",
    "lib/a.ts": "one\ntwo\nthree\n",
    "docs/a.md":
      '# A\n\n```ts title="a.ts" reference\nhttps://github.com/o/p/blob/main/lib/a.ts#L2-L3\n```\n\n```ts reference\nhttps://github.com/o/other/blob/main/a.ts#L1\n```\n',
  });
  expect(site.todo).toEqual([
    "docs/a.md:7: replaced the code block that shows https://github.com/o/other/blob/main/a.ts#L1 with a link: paste the code",
  ]);
  expect(site.file("content/docs/a.md")).toContain('```ts title="a.ts"\ntwo\nthree\n```');
  expect(site.page("docs/a")).toContain('<a href="https://github.com/o/other/blob/main/a.ts#L1">https://github.com');
});

test("ids with spaces get hyphens; the end of a fence may be indented; a tilde in an address belongs to it", async () => {
  const site = await passing({
    "docs/a.md":
      "# A\n\n1. One\n ```go\n let a;\n\t```\n After\n\n## Title {#first part}\n\n[There](#first-part) http://a.example/~b~/c\n",
  });
  expect(site.todo).toEqual([]);
  const html = site.page("docs/a");
  expect(html).toContain('<h2 id="first-part"');
  expect(html).toContain('<a href="http://a.example/~b~/c">http://a.example/~b~/c</a>');
  expect(html).toMatch(/<\/figure>[\s\S]*After/);
});

test("React pages may require React, have Docusaurus' layout without its parts, and read the configuration", async () => {
  const site = await passing({
    "docusaurus.config.js": config("customFields: { users: 3 }, themeConfig: { own: 'theme' },"),
    "src/pages/index.js": `const React = require('react');
import LayoutProvider from '@theme/Layout/Provider';
import Navbar from '@theme/Navbar';
import Footer from '@theme/Footer';
const names = ['a'];
class Index extends React.Component {
  render() {
    const { config: siteConfig } = this.props;
    return <p>{siteConfig.title} {siteConfig.customFields.users} {siteConfig.themeConfig.own} after the voting process.{names.map((name) => <img key={name} src={require(\`@site/static/img/\${name}.png\`).default} />)}</p>;
  }
}
export default function (props) {
  return <LayoutProvider><Navbar /><Index {...props} /><Footer />{process.env.NODE_ENV}</LayoutProvider>;
}
`,
    "static/img/a.png": "",
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([]);
  const text = site.page("").replaceAll("<!-- -->", "");
  expect(text).toContain("T 3 theme after the voting process.");
  expect(text).toContain('src="/img/a.png"');
  expect(text).toContain("production");
});

test("links of the footer in HTML that are only pictures are named by their host; unknown languages of Prism are told", async () => {
  const site = await passing({
    "docusaurus.config.js": config(
      `themeConfig: { footer: { links: [{ title: 'Social', items: [{ html: "<a href='https://github.com/o/p'>\\n<img src='https://img.example/a.svg'/></a>" },
      { html: "<a href='https://a.example/?b=1&amp;c=2'>A &amp; B</a>" }] }] } },`,
    ),
    "src/theme/prism-include-languages.js":
      "export default function (Prism) { Prism.languages.gotemplate = {}; Prism.languages.protobuf = {};\n  require('prismjs/components/prism-java'); }\n",
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([
    "src/theme/prism-include-languages.js:1: docgen doesn't know gotemplate: name a similar language in highlight.aliases",
  ]);
  expect(site.page("docs/a")).toMatch(/<a href="https:\/\/github\.com\/o\/p"[^>]*>github\.com</);
  expect(site.page("docs/a")).toMatch(/<a href="https:\/\/a\.example\/\?b=1&amp;c=2"[^>]*>A &amp; B</);
});

test("components that only put <Tabs> around their content become those, also as names of every page", async () => {
  const site = await passing({
    "docs/a.mdx": `import TabItem from '@theme/TabItem';
import { OfPage } from '@site/src/groups';

# A

<ConfigTabs>
<TabItem value="static">

Static text

</TabItem>
<TabItem value="dynamic">

Dynamic text

</TabItem>
</ConfigTabs>

<OfPage kind="tip">

Careful

</OfPage>
`,
    "src/groups.tsx": `import Tabs from '@theme/Tabs';
import Admonition from '@theme/Admonition';
import type { ReactNode } from 'react';
const values = [{ value: 'static', label: 'Static!' }, { value: 'dynamic', label: 'Dynamic!', default: true }];
export function ConfigTabs({ children }: { children: ReactNode }) {
  return (
    <Tabs groupId="config" values={values}>
      {children}
    </Tabs>
  );
}
export const OfPage = ({ kind, children }) => <Admonition type={kind} title="Mind">{children}</Admonition>;
`,
    "src/theme/MDXComponents.tsx": `import MDXComponents from '@theme-original/MDXComponents';
import { ConfigTabs } from '../groups';
export default { ...MDXComponents, ConfigTabs };
`,
  });
  expect(site.todo).toEqual([]);
  const html = site.page("docs/a");
  expect(html).toContain('<div class="tabs" data-group="config">');
  expect(html).toMatch(
    /<input[^>]*value="static"\/?><span>Static!<[\s\S]*checked=""[^>]*value="dynamic"\/?><span>Dynamic!</,
  );
  expect(html).toMatch(/class="admonition tip"[\s\S]*Mind[\s\S]*Careful/);
});

test("categories of written sidebars are open or fixed if the set says so", async () => {
  const site = await passing({
    "docusaurus.config.js": config("", "docs: { sidebarPath: './sidebars.js', sidebarCollapsed: false }"),
    "sidebars.js":
      "module.exports = { a: ['a', { type: 'category', label: 'Open', items: ['b'] }, { type: 'category', label: 'Closed', collapsed: true, items: ['c'] }] };",
    "docs/a.md": "# A\n",
    "docs/b.md": "# B\n",
    "docs/c.md": "# C\n",
  });
  expect(site.todo).toEqual([]);
  expect(site.file("site.config.ts").match(/collapsed: \w+/g)).toEqual(["collapsed: false", "collapsed: true"]);
});

test("messages about settings name their lines, not those of imports of the same name", async () => {
  const site = await migrated({
    "docusaurus.config.js": `const readingTime = require('reading-time');
module.exports = { title: 'T', url: 'https://t.example',
  presets: [['classic', { blog: {
    readingTime: ({ content }) => readingTime(content),
  } }]] };
`,
    "blog/2024-01-02-a.md": "# A\n",
    "docs/a.md": "# A\n",
  });
  expect(site.changed).toContainEqual(expect.stringMatching(/^docusaurus\.config\.js:4: blog\.readingTime is removed/));
});

test("<pre> inside HTML becomes a fence between blank lines; one with elements stays HTML, and isn't compared", async () => {
  const site = await passing({
    "docs/a.mdx": `# A

<aside className="note">
  <p>First</p>
  <pre className="x"><code>&lt;b>1&lt;/b></code></pre>
  <p>Second</p>
  <pre><code>\\{/* 2 */\\}</code></pre>
</aside>

<details>
<summary>More</summary>
<pre><code className="language-js">{\`const three = 3;

const four = 4;\`}</code></pre>
</details>

<table>
  <tbody>
    <tr>
      <td>
        <pre>{\`five\`}</pre>
      </td>
      <td><pre>six</pre></td>
    </tr>
  </tbody>
</table>

<details><summary>Less</summary><pre><code>seven</code></pre></details>

<pre>plain <b>eight</b> text</pre>
`,
  });
  expect(site.todo).toEqual([]);
  const page = site.page("docs/a");
  expect(page).not.toContain("\u0060\u0060\u0060");
  expect(page.match(/<pre\b/g)).toHaveLength(7);
  expect(page).toMatch(
    /<aside class="note">\s*<p>First<\/p>[\s\S]*&lt;b[\s\S]*<p>Second<\/p>[\s\S]*\{\/\* 2 \*\/\}[\s\S]*<\/aside>/,
  );
  expect(page).toMatch(/<td>[^`]*five[\s\S]*<\/td>\s*<td><pre>six<\/pre><\/td>/);
  expect(page).toContain("<pre>plain <b>eight</b> text</pre>");
});

test("anchors in another case are told with the right one and keep no site from building, as in Docusaurus", async () => {
  const { todo, build } = await migrated({
    "docusaurus.config.js": config("onBrokenAnchors: 'warn',"),
    "docs/a.md": "# A\n\n## toggleSidebar\n\n[here](#toggleSidebar) and [there](b.md#One)\n",
    "docs/b.md": "# B\n\n## one\n",
  });
  expect(todo).toEqual([]);
  const { code, said } = await build();
  expect([code, said]).toEqual([0, expect.stringMatching(/warning.*#toggleSidebar.*\n.*#togglesidebar/)]);
});

test("the summary of details on one line is no place to compare, in MDX 1 as in later versions", async () => {
  for (const version of ["2.4.1", "3.8.0"]) {
    const { page, todo } = await passing({
      "package.json": `{ "dependencies": { "@docusaurus/core": "${version}" } }`,
      "docs/a.md": `# A

<details><summary><b>More</b> (click to show)</summary>

Inner *text*

</details>

<details><summary>Code</summary>

\`\`\`js
let a;
\`\`\`

</details>

- item

  <details><summary>In an item</summary>

  Text

  </details>
`,
    });
    expect(todo).toEqual([]);
    const html = page("docs/a");
    expect(html.match(/<details>\s*<summary>/g)).toHaveLength(3);
    expect(html).toMatch(/<summary><b>More<\/b> \(click to show\)<\/summary>\s*<p>Inner <em>text<\/em><\/p>/);
  }
});

test("modules that end with .mjs make plugins; those that miss built files give names to folders", async () => {
  const site = await passing({
    "package.json": "{}",
    "docusaurus.config.ts": `import fs from 'node:fs';
import path from 'node:path';
import names from './tools/names.mjs';
import own from './plugins/own.mjs';
import absent from './plugins/absent.mjs';
function folders() {
  const built = names.map((name) => path.resolve(__dirname, 'dist', name));
  if (!built.every((file) => fs.existsSync(file))) throw new Error('Build first.');
  return { 'built-part': built[0], '@parts': path.resolve(__dirname, 'parts') };
}
export default { title: names[0], url: 'https://t.example', presets: [['classic', { blog: false }]],
  plugins: [own, [absent, {}], () => ({ name: 'folders', configureWebpack: () => ({ resolve: { alias: folders() } }) })] };
`,
    "tools/names.mjs": "export default ['Named'];\n",
    "plugins/own.mjs": "const own = () => ({ name: 'own', loadContent: () => {} });\nexport default own;\n",
    "docs/a.mdx": "import Part from '@site/src/part';\n\n# A\n\n<Part />\n",
    "src/part.jsx": "import Sum from '@parts/sum';\nexport default () => <p>part <Sum /></p>;\n",
    "parts/sum.jsx": "export default () => <b>{String(Math.max(1, 2))}</b>;\n",
  });
  expect(site.todo).toEqual([
    expect.stringContaining("there is no ./plugins/absent.mjs: run the script that creates it"),
    expect.stringContaining("plugins ./plugins/own.mjs is removed, with loadContent"),
  ]);
  const html = site.page("docs/a");
  expect(html).toMatch(/<title>[^<]*Named/);
  expect(html).toContain("part <b>2</b>");
});

test("functions of an imported object give labels, components keep pictures in assets/, and the theme own icons", async () => {
  const site = await passing({
    "docs/a.mdx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import constants, { upper } from '@site/core/constants';
import Badge from '@site/src/badge';
import twice from '@site/src/twice';

# A

{twice(2)} {twice.half(2)}

<Tabs groupId="os" values={constants.tabsOf(['ios', 'web'])}>
<TabItem value="web">

W

</TabItem>
<TabItem value="ios">

I

</TabItem>
</Tabs>

{upper('a', 'b')} {constants.later()}

<Badge name="b" />
`,
    "core/constants.js": `const labels = { ios: 'iOS' };
const tabsOf = (names = []) => [names.includes('web') ? { label: 'Web', value: 'web' } : undefined,
  names.includes('tv') ? { label: 'TV', value: 'tv' } : undefined, { label: labels.ios, value: 'ios' }].filter(Boolean);
export function upper(first, ...rest) { return first; }
export default { labels, tabsOf, later: () => Date.now() > 0 ? 'later' : '' };
`,
    // What a function has besides is another function.
    "src/twice.js": "export default function twice(x) { return 2 * x; }\ntwice.half = (x) => x / 2;\n",
    "src/badge.js": `import Apple from '@theme/Icon/Apple';
import One from '/assets/a.svg';
const other = 'assets/none/a.svg';
export default ({ name }) => <p title={other}><Apple /><One /><img src="/assets/a.svg" alt={String(Math.max(1, 2))} /><img src={\`/assets/\${name}.svg\`} alt="" /></p>;
`,
    "src/theme/Icon/Apple/index.js": "export default () => <i>apple</i>;\n",
    "static/assets/a.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "static/assets/b.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
  });
  expect(site.todo).toEqual([expect.stringContaining("static/assets:1: is renamed to site-assets/")]);
  const html = site.page("docs/a");
  expect(html.match(/<span>(?:Web|iOS)<\/span>/g)).toEqual(["<span>Web</span>", "<span>iOS</span>"]);
  expect(html).toMatch(/<p>4 (?:<[^>]*>)*1(?:<[^>]*>)*<\/p>/);
  expect(html).toMatch(/a (?:<[^>]*>)*later/);
  expect(html).toContain("<i>apple</i>");
  expect(html.match(/src="\/site-assets\/[ab]\.svg"/g)).toHaveLength(3);
  expect(html).toContain('title="assets/none/a.svg"');
});

test("a plugin that extends that for blogs keeps its posts; a configuration as an ES module names its own plugins", async () => {
  const site = await passing({
    "package.json": '{ "type": "module", "dependencies": { "@docusaurus/core": "^3.7.1" } }',
    "docusaurus.config.js": `import { DOCUSAURUS_VERSION, GlobExcludeDefault } from '@docusaurus/utils';
import version from './src/version.js';
export default { title: 'T', url: 'https://t.example', plugins: [['./plugins/news.cjs', { id: 'news', path: 'news', routeBasePath: 'news' }]],
  presets: [['classic', { blog: false, docs: { exclude: [...GlobExcludeDefault, '**/x.md'], remarkPlugins: [version] } }]],
  themeConfig: { footer: { copyright: \`Built with Docusaurus \${DOCUSAURUS_VERSION}.\` } } };
`,
    "plugins/news.cjs": `const blog = require('@docusaurus/plugin-content-blog');
module.exports = { ...blog, default: async (...args) => ({ ...await blog.default(...args), contentLoaded() {} }) };
`,
    "src/version.js": "export default () => () => {};\n",
    "news/2024-01-02-first.md": "# First\n\nPosted.\n",
    "docs/a.mdx": "# A\n\n<Step title='One'>\n\nText\n\n</Step>\n",
    "docs/x.md": "# X\n",
    "src/theme/MDXComponents.js": `import MDXComponents from '@theme-original/MDXComponents';
import Stepper from '@site/src/stepper';
import MDXHeading from '@theme/MDXComponents/Heading';
import MDXA from '@theme/MDXComponents/A';
const components = { ...MDXComponents, Step: Stepper, a: MDXA, h1: (props) => <MDXHeading as="h1" {...props} />,
  ul: (props) => <ul className="x" {...props} />, li: (props) => <li className="x" {...props} /> };
export default components;
`,
    "src/stepper.js": "export default ({ title, children }) => <section><b>{title}</b>{children}</section>;\n",
  });
  expect(site.todo).toEqual([
    expect.stringContaining("plugins ./plugins/news.cjs is removed, with contentLoaded"),
    expect.stringContaining("docs.remarkPlugins ./src/version.js is removed"),
    expect.stringContaining("<ul>, <li> are not replaced by components: docgen renders them itself"),
  ]);
  expect(site.page("news/2024/01/02/first")).toContain("Posted.");
  expect(site.page("docs/a")).toMatch(/<b>One<\/b>[\s\S]*Text[\s\S]*Built with Docusaurus 3\.7\.1\./);
  expect(existsSync(join(site.root, "content/docs/x.md"))).toBe(false);
});

test("configurations that write files, or that packages complete, are read; what texts and lists lack is told", async () => {
  const site = await passing({
    "package.json": '{ "dependencies": { "moment": "^2.0.0" } }',
    "docusaurus.config.js": `#!/usr/bin/env node
const fs = require('fs');
const moment = require('moment');
const JSON5 = require('json5');
const { links } = require('@acme/parts');
module.exports = async () => {
  await fs.promises.mkdir('gen', { recursive: true });
  fs.writeFileSync('gen/a.json', '[]');
  const { items } = await (await fetch('http://127.0.0.1:9')).json();
  return require('@acme/config').create(__dirname, { title: 'T', url: 'https://t.example', customFields: { names: items.map(({ name }) => name) },
    presets: [['classic', { blog: false }]],
    themeConfig: { navbar: { title: 'N', items: JSON5.parse("[{label: 'A', to: '/docs/a'}]") }, footer: { links, copyright: \`Since \${moment().format('YYYY')}.\` } } }, { title: 'U' });
};
`,
    "docs/a.md": "# A\n",
  });
  expect(site.todo.map((line) => line.replace(/^docusaurus\.config\.js:\d+: /, "")).toSorted()).toEqual([
    expect.stringMatching(/^customFields\.names is removed: its value comes from "http:\/\/127\.0\.0\.1:9\./),
    expect.stringMatching(/^footer\.links is removed: its value comes from "@acme\/parts"/),
    expect.stringMatching(/^nothing is fetched from http:\/\/127\.0\.0\.1:9: /),
    expect.stringMatching(/^nothing is written to gen\/a\.json: /),
    expect.stringMatching(/^nothing is written to gen: /),
    expect.stringMatching(/^texts lack values that come from "moment" \(run npm install --save moment@\^2\.0\.0 /),
    expect.stringMatching(/^the configuration lacks what it gets from "@acme\/config" \(.*\), or write that yourself$/),
  ]);
  const html = site.page("docs/a");
  expect(html).toMatch(/<title>[^<]*U<\/title>/);
  expect(html).toMatch(/<a href="\/docs\/a"[^>]*>A<\/a>[\s\S]*Since \./);
});

test("React pages keep titles of their head, parts that open, and the configuration; <Mermaid> becomes a diagram", async () => {
  const site = await passing({
    "docusaurus.config.js": config("tagline: 'Line', customFields: { a: 5 },", "blog: false"),
    "docs/a.mdx": "import Mermaid from '@theme/Mermaid';\n\n# A\n\n<Mermaid value={`graph TD\n  One-->Two`} />\n",
    "src/pages/open.js": `import siteConfig from '@generated/docusaurus.config';
import Head from '@docusaurus/Head';
import Interpolate from '@docusaurus/Interpolate';
import useIsomorphicLayoutEffect from '@docusaurus/useIsomorphicLayoutEffect';
import { Collapsible, ThemeClassNames, useCollapsible, useLocalPathname } from '@docusaurus/theme-common';
import { useActivePluginAndVersion, useAllDocsData } from '@docusaurus/plugin-content-docs/client';
import SkipToContent from '@theme/SkipToContent';
import Layout from '@theme/Layout';
export default function Open() {
  const { collapsed, toggleCollapsed } = useCollapsible({ initialState: true });
  useIsomorphicLayoutEffect(() => {}, []);
  return <Layout><SkipToContent /><Head><title>Opened</title></Head>
    <h1 className={ThemeClassNames.docs.docMarkdown}>{siteConfig.tagline} {siteConfig.customFields.a}{useLocalPathname()}</h1>
    <p><Interpolate values={{ n: <b>two</b> }}>{'{n} of'}</Interpolate> {useActivePluginAndVersion().activeVersion.path} {Object.keys(useAllDocsData())}</p>
    <button onClick={toggleCollapsed}>More</button><Collapsible lazy={false} collapsed={collapsed}>Inside</Collapsible></Layout>;
}
`,
    "src/pages/single.js":
      "import Layout from '@theme/Layout';\nexport default () => <Layout title='Single \"one\"'><h1>S</h1></Layout>;\n",
  });
  expect(site.todo).toEqual([]);
  expect(site.file("content/docs/a.mdx")).toContain("```mermaid\ngraph TD\nOne-->Two\n```");
  const html = site.page("open");
  expect(html).toContain("<title>Opened");
  expect(html).toMatch(/<h1 class="">Line<!-- --> <!-- -->5<\/h1>/);
  expect(html).toMatch(/<b>two<\/b> of<!-- --> <!-- -->\/docs<!-- --> <!-- -->default/);
  expect(html).toMatch(/<div hidden="">Inside<\/div>/);
  expect(site.page("single")).toContain("<title>Single &quot;one&quot;");
});

test("React code may list headings and cards, and show diagrams and live samples; what these lack is told", async () => {
  const code = "function A() { return <b>live</b>; }";
  const site = await migrated({
    "docusaurus.config.js": config(),
    "docs/a.mdx": `import Playground from '@theme/Playground';\nimport Cards from '../src/cards';\n\n# A\n\n<Cards toc={toc} />\n\n## One\n\n### Sub\n\n## Two\n\n<Playground>{\`${code}\`}</Playground>\n`,
    "src/cards.jsx": `import DocCardList from '@theme/DocCardList';
import TOCInline from '@theme/TOCInline';
const items = [{ label: 'A', href: '/docs/a', description: 'About A' }, { label: 'C', items: [{ label: 'B', href: '/docs/a' }] }];
export default ({ toc }) => <nav><TOCInline toc={toc} /><DocCardList items={items} /></nav>;
`,
    "src/pages/index.jsx": `import Mermaid from '@theme/Mermaid';
import Playground from '@theme/Playground';
import ReactLiveScope from '@theme/ReactLiveScope';
import DocCardList from '@theme/DocCardList';
export default () => <><Mermaid value="graph TD; A-->B;" /><Playground scope={ReactLiveScope}>{'${code}'}</Playground><DocCardList /></>;
`,
  });
  expect(site.todo).toEqual([
    expect.stringMatching(/^src\/pages\/index\.jsx:1: <DocCardList> without items .* in a Markdown page, and render/),
    expect.stringMatching(/^src\/pages\/index\.jsx:1: <Mermaid> shows the code .* as a fence, and render children$/),
    expect.stringContaining("<Playground> shows its code"),
  ]);
  const { code: exit, said } = await site.build();
  expect([exit, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken/)]);
  const html = site.file("build/docs/a/index.html");
  expect(html).toContain(
    '<nav><ul><li><a href="#one">One</a><ul><li><a href="#sub">Sub</a></li></ul></li><li><a href="#two">Two</a></li></ul><ul class="cards"><li><a href="/docs/a">A</a><p>About A</p></li><li><a href="/docs/a">C</a></li></ul></nav>',
  );
  expect(site.file("content/docs/a.mdx")).toContain(`\`\`\`jsx live\n${code}\n\`\`\``);
  expect(site.file("build/index.html")).toMatch(/<figure class="mermaid">.*graph TD; A--&gt;B;.*&lt;b&gt;live/s);
});

test("addresses of <Link> in code are relative to the page, as in Docusaurus", async () => {
  const site = await passing({
    "docs/a.mdx": "import Card from '../src/card';\n\n# A\n\n<Card />\n",
    "docs/b.md": "# B\n\n## Part\n",
    "src/card.jsx":
      'import Link from \'@docusaurus/Link\';\nexport default () => <p><Link to="b#part">1</Link><Link to="./b.md">2</Link><Link to="/docs/b">3</Link></p>;\n',
  });
  expect(site.page("docs/a")).toContain(
    '<p><a href="/docs/b#part">1</a><a href="/docs/b">2</a><a href="/docs/b">3</a></p>',
  );
});
