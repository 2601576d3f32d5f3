import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docusaurusConfig as config, migrated, passing } from "../helpers/migrated.ts";

test("what a function requires moves with it, and runs only when it does", async () => {
  const site = await passing({
    "src/pages/play.js": `import React from 'react';
import Layout from '@theme/Layout';
import BrowserOnly from '@docusaurus/BrowserOnly';

export default () => (
  <Layout title="Play">
    <BrowserOnly fallback={<p>Wait</p>}>
      {() => {
        const Editor = require('../components/Editor').default;
        return <Editor />;
      }}
    </BrowserOnly>
  </Layout>
);
`,
    "src/components/Editor.js":
      "import React from 'react';\nconst width = window.innerWidth;\nexport default () => <p>editor {width}</p>;\n",
    "src/components/Box.js":
      "import React from 'react';\nexport default () => <b>{require('@site/src/lib').name}</b>;\n",
    "src/lib.js": "export const name = 'lib';\n",
    "docs/a.mdx": "import Box from '@site/src/components/Box';\n\n# A\n\n<Box />\n",
  });
  expect(site.todo).toEqual([]);
  expect(site.page("play")).toContain("<p>Wait</p>");
  expect(site.page("docs/a")).toContain("<b>lib</b>");
  const scripts = execFileSync("grep", ["-rl", "innerWidth", join(site.root, "build/assets")], { encoding: "utf8" });
  expect(scripts).toMatch(/\/page-/);
});

test("a configuration reads data and makes plugins with packages that aren't installed", async () => {
  const site = await migrated({
    "docusaurus.config.js": `const yaml = require('js-yaml');
import webpack from 'webpack';
import Dotenv from 'dotenv-webpack';
const env = new Dotenv();
import { parse } from 'yaml';
import matter from 'gray-matter';
import fs from 'fs-extra';
const { title } = yaml.load(fs.readFileSync('./data.yml', 'utf8'));
const { sub } = parse('sub: two');
const front = matter('---\\nx: three\\n---\\nText').data;
export default { title, tagline: sub, url: 'https://t.example', customFields: { x: front.x, y: fs.readJsonSync('./x.json').y },
  plugins: [() => ({ name: 'own', configureWebpack: () => ({ plugins: [env, new webpack.ProvidePlugin({})], resolve: { alias: { '@': __dirname + '/src', 'native$': 'native-web' } } }) })],
  presets: [['classic', {}]] };
`,
    "src/lib.js": "export const name = 'lib';\n",
    "data.yml": "title: One\n",
    "x.json": '{ "y": 4 }',
    "docs/a.mdx": "import { name } from '@/lib';\nimport { View } from 'native';\n\n# A\n\nof {name}\n",
  });
  expect(site.todo).toEqual([]);
  expect(site.file("site.config.ts")).toMatch(/vars: \{\s+name: "lib"/);
  expect(site.file("site.config.ts")).toMatch(/title: "One",\s+tagline: "two"[\s\S]*x: "three",\s+y: 4/);
});

test("a component of a package may have another name in MDXComponents", async () => {
  const site = await passing({
    "src/theme/MDXComponents.js": `import MDXComponents from '@theme-original/MDXComponents';
import { Icon } from '@iconify/react';
export default { ...MDXComponents, IIcon: Icon };
`,
    "docs/a.md": '# A\n\n<IIcon icon="mdi:check" /> one\n\n<IIcon icon="mdi:x">two</IIcon>\n',
  });
  expect(site.todo).toEqual([expect.stringMatching(/^package\.json:1: .* run npm install --save @iconify\/react in /)]);
  expect(site.page("docs/a")).toMatch(/one[\s\S]*two/);
});

test("style sheets that wait for Sass or for packages are one place", async () => {
  const site = await passing({
    "docusaurus.config.js": config("", "theme: { customCss: ['./src/css/custom.scss', 'modern/modern.css'] }"),
    "package.json": '{ "dependencies": { "sass": "^1.80.0", "modern": "3" } }',
    "src/css/custom.scss": ".a { .b { color: red; } }\n",
    "src/Box.js":
      "import React from 'react';\nimport styles from './box.module.scss';\nexport default () => <p className={styles.box}>box</p>;\n",
    "src/box.module.scss": ".box { color: red; }\n",
    "docs/a.mdx": "import Box from '../src/Box';\nimport 'embed/dist/embed.css';\n\n# A\n\n<Box />\n",
  });
  expect(site.todo).toEqual([
    "package.json:1: packages aren't installed, so src/css/custom.scss, modern/modern.css, embed/dist/embed.css, " +
      "src/box.module.scss are not migrated: run npm install --save sass@^1.80.0 modern@3 embed in the Docusaurus site, then migrate again",
  ]);
  expect(site.page("docs/a")).toMatch(/<p[^>]*>box<\/p>/);
});

test("plugins are known by their packages, wherever the configuration finds them, and llms.txt is docgen's", async () => {
  const site = await migrated({
    "docusaurus.config.js": config(
      "themes: [require('path').resolve(__dirname, 'node_modules/docusaurus-theme-github-codeblock/build/index.js')], plugins: ['./src/plugins/llms-txt'],",
    ),
    "src/plugins/llms-txt/index.js": "module.exports = () => ({ name: 'x', async postBuild() {} });\n",
    "docs/a.md": "# A\n",
  });
  expect(site.todo).toEqual([]);
});

test("links of a sidebar to pages of a plugin, and headings of what only code knows, keep no site from building", async () => {
  const site = await passing({
    "sidebars.js":
      "module.exports = { docs: ['a', { type: 'category', label: 'API', items: [{ type: 'link', label: 'Core', href: '/api/core' }] }, { type: 'link', label: 'B', href: '/docs/b' }] };\n",
    "docusaurus.config.js": config("plugins: ['docusaurus-plugin-typedoc'],", "docs: { sidebarPath: './sidebars.js' }"),
    "docs/a.mdx":
      "import TOCInline from '@theme/TOCInline';\nimport { metadata } from './b.md';\n\n# A\n\n<TOCInline toc={toc} />\n\n## {metadata.title}\n\nText\n\n## End\n",
    "docs/b.md": "# B\n",
  });
  expect(site.todo).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/removed \{metadata\.title\}, because it needs code at run time/),
      expect.stringContaining("plugins docusaurus-plugin-typedoc is removed"),
      expect.stringContaining("sidebars: the link to /api/core is removed: it has no page"),
    ]),
  );
  expect(site.page("docs/a")).toMatch(/Text[\s\S]*End<\/h2>|Text[\s\S]*End<a/);
});

test("links that only a plugin or the base of docs answers keep no site from building, each kind in one place", async () => {
  const site = await migrated({
    "docusaurus.config.js": `module.exports = { title: 'T', url: 'https://t.example', baseUrl: '/base/',
      plugins: ['./plugins/api.js'], presets: [['classic', { docs: { sidebarPath: './sidebars.json', beforeDefaultRemarkPlugins: [require('./links')] } }]] };`,
    "sidebars.json": '{"s": ["a"]}',
    "versioned_sidebars/version-1.0-sidebars.json": '{"s": ["a"]}',
    "plugins/api.js":
      "module.exports = () => ({ name: 'a', contentLoaded: ({ actions }) => actions.addRoute({ path: '/base/api' }) });\n",
    "links.js": "module.exports = () => () => {};\n",
    "versions.json": '["1.0"]',
    "versioned_docs/version-1.0/a.md": "# A\n\n[B]($docs$/b) and [c]($docs$/c/d)\n",
    "docs/a.md": "# A\n\n[B]($docs$/b)\n",
    "src/pages/index.jsx": `import Link from '@docusaurus/Link';
import { useVersions } from '@theme/hooks/useDocs';
import useThemeContext from '@theme/hooks/useThemeContext';
export default function Home() {
  const { isDarkTheme } = useThemeContext();
  return <ul>{useVersions().map(({ name, path }) => <li key={name}><Link to={path}>{name}</Link></li>)}
    <li><Link to="/api">{isDarkTheme ? 'dark' : 'light'}</Link></li></ul>;
}
`,
  });
  const told = (text: string) => `docusaurus.config.js:1: links.ignore has ${text}`;
  expect(site.todo.filter((line) => /:1: /.test(line))).toEqual([
    told(
      "1 link to pages in /api, such as /api in content/pages/index.tsx: no page is there; create them, or run what generates them, and migrate again",
    ),
    told(
      "2 links to /docs, /docs/next in content/pages/index.tsx: docs have no page there; write slug: / in the front matter of one",
    ),
    told(
      "3 links that begin with $docs$/, such as $docs$/b in content/docs/a.md: only a remark plugin knows them; write their addresses",
    ),
  ]);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b/)]);
});
