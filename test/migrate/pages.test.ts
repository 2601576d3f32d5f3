import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFiles } from "../helpers/docgen.ts";
import { migrated, passing } from "../helpers/migrated.ts";

const CONFIG = "module.exports = { title: 'T', url: 'https://t.example', presets: [['classic', { blog: false }]] };\n";

test("tabs are in the order of values, as Docusaurus shows them", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

export const systems = [{ value: 'mac', label: 'macOS' }, { value: 'win', label: 'Windows' }, { value: 'lin', label: 'Linux' }];

# A

<Tabs groupId="os" values={systems}>
<TabItem value="lin">

Text *of* Linux.

<Tabs values={[{ value: 'two', label: 'Two' }, { value: 'one', label: 'One' }]}>
  <TabItem value="one">First.</TabItem>
  <TabItem value="two">Second.</TabItem>
</Tabs>

</TabItem>
<TabItem value="win">Text of Windows.</TabItem>
<TabItem value="mac">

\`\`\`bash
brew
\`\`\`

</TabItem>
</Tabs>

- In a list:

  <Tabs defaultValue="b" values={[{ label: 'C', value: 'c' }, { label: 'B', value: 'b' }]}>
    <TabItem value="b">b</TabItem>
    <TabItem value="c">c</TabItem>
  </Tabs>

<Tabs values={[{ value: 'y', label: 'Y' }, { value: 'x', label: 'X' }]}>
<TabItem value="x">

## Usage

</TabItem>
<TabItem value="y">

## Usage

</TabItem>
</Tabs>
`,
    "src/pages/index.jsx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
export default () => (
  <Tabs values={[{ value: 'z', label: 'Z' }, { value: 'y', label: 'Y' }]}>
    <TabItem value="x" label="X">x</TabItem><TabItem value="y">y</TabItem><TabItem value="z">z</TabItem>
  </Tabs>
);
`,
  });
  expect(site.todo).toEqual([]);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken/)]);
  const labelsIn = (html: string) =>
    [...html.matchAll(/<label><input type="radio"([^>]*)>\s*<span>(.*?)<\/span>/g)].map(([, input = "", label]) =>
      input.includes("checked") ? `[${label}]` : label,
    );
  const html = site.file("build/docs/a/index.html");
  expect(labelsIn(site.file("build/index.html"))).toEqual(["[Z]", "Y", "X"]);
  expect(labelsIn(html)).toEqual(["[macOS]", "Windows", "Linux", "[Two]", "One", "C", "[B]", "[Y]", "X"]);
  expect(html).toMatch(/<h2 id="usage-1">.*<h2 id="usage">/s);
  expect(html).toMatch(/brew.*Text of Windows.*Text <em>of<\/em> Linux.*Second\..*First\./s);
});

test("modules with style sheets that docgen can't use are told with what makes it possible", async () => {
  const page = (sheet: string, name = "styles") =>
    `import ${name} from './${sheet}';\nexport default () => <p className={${name}.a}>A</p>;\n`;
  const files = {
    "docusaurus.config.js": CONFIG,
    "src/pages/sass.jsx": page("a.module.scss"),
    "src/pages/a.module.scss": "$c: red;\n.a { .b { color: $c; } }\n",
    "src/pages/less.jsx": page("a.module.less"),
    "src/pages/a.module.less": ".a { color: red; }\n",
    "src/pages/composed.jsx": page("a.module.css"),
    "src/pages/a.module.css": ".a { composes: b from './b.css'; }\n",
    "docs/a.mdx": "import Box from './_parts/box';\n\n# A\n\n<Box />\n",
    "docs/_parts/box.jsx": `import styles from './box.module.sass';\nimport Outer from '@site/src/pages/sass';\nexport default () => <Outer {...styles} />;\n`,
    "docs/_parts/box.module.sass": ".a\n  color: red\n",
  };
  const { todo, file, build } = await migrated(files);
  const lost = "the style sheet is not migrated, so what imports it has no styles";
  expect(todo).toEqual([
    "package.json:1: packages aren't installed, so src/pages/a.module.scss, docs/_parts/box.module.sass are not migrated: run npm install --save sass in the Docusaurus site, then migrate again",
    `src/pages/a.module.css:1: ${lost}: write the rules that @import, composes and @value name into it`,
    `src/pages/a.module.less:1: ${lost}: compile it with lessc, and import the .css file`,
  ]);
  expect((await build()).code).toBe(0);
  expect(file("build/docs/a/index.html")).toContain("<p>A</p>");

  const compiled = await migrated({
    ...files,
    "node_modules/sass/package.json": '{ "name": "sass" }',
    "node_modules/sass/index.js": "exports.compile = () => ({ css: '.a { color: red; }' });",
  });
  expect(compiled.todo).toEqual([expect.stringContaining("a.module.css"), expect.stringContaining("a.module.less")]);
  expect(compiled.file("docs/_parts/box.jsx")).toContain('{"a":"docs-_parts-box_a"}');
});

test("a component that imports Markdown is told by name, and with what to write in its place", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx":
      "import Box from '@site/src/box';\n\n# A\n\nBefore <Box />\n\n<Box title=\"x\">\n\nText *inside*.\n\n</Box>\n",
    "docs/_part.mdx": "Text of the *part*.\n",
    "src/box.jsx":
      "import { useId } from 'react';\nimport Part from '@site/docs/_part.mdx';\n" +
      "export default ({ children }) => { const id = useId(); return <div id={id}>{children}<Part /></div>; };\n",
    "src/pages/index.jsx": "import Part from '../../docs/_part.mdx';\nexport default () => <Part />;\n",
  });
  const remedy =
    "(Markdown: write it between the tags of the component in the page, with <Include>, and render children)";
  const shown = "so only the children of its components are shown: write the rest in src/placeholders";
  expect(site.todo).toEqual([`src/box.jsx:1: needs "@site/docs/_part.mdx" ${remedy}, ${shown}/src-box.jsx`]);
  expect(site.file("content/docs/a.mdx")).toContain('Before <Box />\n\n<Box title="x">\n\nText *inside*.\n\n</Box>');
  expect((await site.build()).code).toBe(0);

  // What the report says works.
  writeFiles(site.root, {
    "src/placeholders/src-box.jsx": 'export default ({ children }) => <div className="box">{children}</div>;\n',
    "content/docs/a.mdx": '# A\n\n<Box>\n\n<Include file="./_part.mdx" />\n\n</Box>\n',
  });
  expect((await site.build()).code).toBe(0);
  expect(site.file("build/docs/a/index.html")).toMatch(/<div class="box"><p>Text of the <em>part<\/em>/);
});

test("a prop that a page doesn't give to a partial shows nothing; one that only code knows is told", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx": "import Part from './_part.mdx';\n\n# A\n\n<Part name=\"N\" />\n\n<Part end={Date.now()} />\n",
    "docs/_part.mdx": "Text {props.name}{props.end && <b>{props.end}</b>} end.\n",
    // React shows the number.
    "docs/zero.mdx":
      "# Zero\n\nexport const Sum = ({ of }) => <p>{of && <b>{of}</b>}</p>;\n\n<Sum of={0} />\n\n<Sum of={2} />\n",
    "src/pages/index.md": "# Home\n",
  });
  expect(site.file("content/docs/zero.mdx")).toContain("<p>0</p>\n\n<p><b>2</b></p>");
  expect(site.todo).toEqual([
    expect.stringContaining("docs/_part.mdx:1: removed {props.end && <b>{props.end}</b>}"),
    expect.stringContaining("docs/_part.mdx:1: removed {props.name}"),
    expect.stringContaining("docs/a.mdx:7: <Part>: end needs code at run time"),
  ]);
  expect((await site.build()).code).toBe(0);
  expect(site.file("build/docs/a/index.html")).toContain("<p>Text N end.</p>");
});

test("what several uses lack is one place: a component, a package, a package of a package, values of an absent file", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "package.json": '{ "dependencies": { "drawn": "^1.0.0", "lacking": "^1.0.0" } }',
    "docs/a.mdx": `import Card from '@site/src/Card';
import { Gauge, GaugeOf } from 'drawn';
import Lacking from 'lacking';
import Gone from '../src/Gone';
import people from './people.json';

# A

<Card kind="x">Text *one*</Card>

<Gauge value={1} /> <Lacking />

<Gone who={people.a}>

Two

</Gone>
`,
    "docs/b/c.mdx": `import Card from '@site/src/Card';
import { Gauge } from 'drawn';
import Gone from '../../src/Gone';

# C

<Card>

Three

</Card>

<Gauge value={1} />

<Gone /> <Card />
`,
    "src/Card.jsx": `import Icon, { Sign } from 'icons/fa';
import Debug from '@theme/DebugLayout';
import 'icons/style.css';
// An Icon.
export default ({ children }) => <Debug><Icon />{children}<Sign as={Sign} /></Debug>;
`,
    "node_modules/drawn/package.json": '{ "name": "drawn", "version": "1.2.0" }',
    "node_modules/drawn/index.js":
      "const by = require('hoisted/by');\nexports.Gauge = ({ value }) => by(value);\nexports.GaugeOf = exports.Gauge;\n",
    "node_modules/hoisted/package.json": '{ "name": "hoisted", "version": "3.1.4" }',
    "node_modules/hoisted/by.js": "module.exports = (value) => 'gauge ' + value;\n",
    "node_modules/lacking/package.json": '{ "name": "lacking", "version": "1.0.0", "main": "index.js" }',
    "node_modules/lacking/index.js": "require('never-installed');\nmodule.exports = () => null;\n",
  });
  expect(site.todo).toEqual([
    expect.stringContaining(
      'content/docs/a.mdx:1: <Lacking> can\'t be bundled (imports: Could not resolve "never-installed"), so only its children are shown: run npm install --save never-installed in the Docusaurus site,',
    ),
    expect.stringMatching(
      /^docs\/a\.mdx:1: needs "\.\.\/src\/Gone" \(there is no such file\), so only the children of its components/,
    ),
    "package.json:1: components import drawn, hoisted, lacking: run npm install in the new site before docgen build",
    expect.stringMatching(/^package\.json:1: packages aren't installed, .*: run npm install --save icons in the Doc/),
    expect.stringMatching(/^src\/Card\.jsx:1: needs "@theme\/DebugLayout", so only .* the rest in src\/placeholders\//),
  ]);
  expect(JSON.parse(site.file("package.json"))).toMatchObject({ dependencies: { hoisted: "^3.1.4" } });
  expect(site.file("content/docs/b/c.mdx")).toContain("<Gauge value={1} />\n\n<Gone />");
  const { code, said } = await site.build();
  expect([code, said]).toEqual([1, expect.stringContaining('Could not resolve "drawn"')]);
});

test("React pages that only show Markdown become pages that include it; an admonition ends its fences", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "CHANGES.md": "## 1.0\n\nSome *text*.\n",
    "src/pages/changes.jsx": `import Layout from '@theme/Layout';
import Changes from '../../CHANGES.md';

export default function Page() {
  return <Layout title="Changes"><main className="wide"><h1>All</h1><Changes /></main></Layout>;
}
`,
    "docs/a.md":
      "# A\n\n:::note\n\n```js\nlet a;\n:::\n\nAfter *it*.\n\n- :::tip\n  ~~~\n  code\n  :::\n\n::::tip\n```\n:::\n```\n::::\n",
  });
  expect(site.todo).toEqual([]);
  expect((await site.build()).code).toBe(0);
  expect(site.file("build/changes/index.html")).toMatch(/<h1>All<\/h1>[\s\S]*<h2 id="10"[\s\S]*Some <em>text<\/em>/);
  const html = site.file("build/docs/a/index.html");
  expect(html).toContain("<p>After <em>it</em>.</p>");
  expect(html.match(/<div class="admonition /g)?.length).toBe(3);
});

test("without number prefixes, generated sidebars have the order of names", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG.replace("blog: false", "blog: false, docs: { numberPrefixParser: false }"),
    "docs/2-two.md": "# Two\n",
    "docs/10-ten.md": "# Ten\n",
    "docs/part/last.md": "---\nsidebar_position: 1\n---\n\n# First of all\n",
    "docs/part/1-one.md": "# One\n",
  });
  expect(site.todo).toEqual([]);
  expect((await site.build()).code).toBe(0);
  const links = [...site.file("build/docs/2-two/index.html").matchAll(/<a href="(\/docs\/[^".]+)"/g)].map(
    ([, url]) => url,
  );
  // The category is closed: its link is that of its first doc.
  expect([...new Set(links)].slice(0, 3)).toEqual(["/docs/10-ten", "/docs/2-two", "/docs/part/last"]);
});

/** A package in CommonJS that requires React and imports a style sheet. */
const TICKER: Readonly<Record<string, string>> = {
  "node_modules/ticker/package.json": '{ "name": "ticker", "version": "2.0.0" }',
  "node_modules/ticker/index.js": `const React = require('react');
require('./ticker.css');
exports.__esModule = true;
exports.default = exports.Ticker = ({ from }) => { const [at] = React.useState(from); return React.createElement('b', { className: 'ticker' }, 'at ', at); };
`,
  "node_modules/ticker/ticker.css": ".ticker { color: #0a0b0c }\n",
  "node_modules/ticker/more.css": ".more { color: #0d0e0f }\n",
};

test("what migrate tries of components is what a build bundles, for the server and for browsers", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "package.json": '{ "dependencies": { "disk": "^1.0.0", "ticker": "^2.0.0" } }',
    "docs/a.mdx": `import { Ticker } from 'ticker';
import 'ticker/more.css';
import './a.css';
import '../src/effect.js';
import Disk from '../src/Disk';

# A

<Ticker from={7} />

<Disk>Text</Disk>
`,
    "docs/a.css": ".own { color: #010203 }\n",
    "src/effect.js": "globalThis.effect = 1;\n",
    "src/Disk.jsx": `import { useState } from 'react';
import { sizeOf } from 'disk';
export default ({ children }) => { const [size] = useState(sizeOf); return <b>{size}{children}</b>; };
`,
    "src/pages/index.jsx": "import Ticker from 'ticker';\nexport default () => <Ticker from={8} />;\n",
    "node_modules/disk/package.json": '{ "name": "disk", "version": "1.0.0" }',
    "node_modules/disk/index.js": "exports.sizeOf = () => require('fs').existsSync('/') ? 1 : 0;\n",
    ...TICKER,
  });
  expect(site.todo).toEqual([
    expect.stringMatching(/^content\/docs\/a\.mdx:1: <Disk> can't be bundled \(uses fs in the browser\), so only/),
    "docs/a.mdx:1: removed the import of '../src/effect.js', which docgen doesn't run",
    "package.json:1: components import disk, ticker: run npm install in the new site before docgen build",
  ]);
  writeFiles(site.root, TICKER);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringContaining("error")]);
  expect(site.file("build/index.html")).toMatch(/<b class="ticker">at (?:<!-- -->)?8/);
  const html = site.file("build/docs/a/index.html");
  expect(html).toMatch(/<b class="ticker">at (?:<!-- -->)?7/);
  const [, sheet = ""] = /<link rel="stylesheet" href="\/([^"]+)">/.exec(html) ?? [];
  for (const rule of [".ticker{color:#0a0b0c}", ".more{color:#0d0e0f}", ".own{color:#010203}"])
    expect(site.file(`build/${sheet}`)).toContain(rule);
});

test("components between the tags of others are tried, too; pictures that components get stay components", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx": `import { Outer, Inner, Failing } from '../src/parts';
import logo from '../static/logo.svg';

# A

<Outer>

<Inner icon={logo} icons={[{ icon: logo }]}>

Text *inside*

</Inner>

<Failing of={[1]} />

</Outer>
`,
    "src/parts.jsx": `const Icons = ({ icons }) => icons.map(({ icon: Icon }, index) => <Icon key={index} className="small" />);
export const Outer = ({ children }) => { console.log; return <section>{children}</section>; };
export const Inner = ({ icon: Icon, icons, children }) => <div><Icon className="large" /><Icons icons={icons} />{children}</div>;
export const Failing = ({ of }) => <b>{of.none.none}</b>;
`,
    "static/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
  });
  expect(site.todo).toEqual([expect.stringMatching(/^content\/docs\/a\.mdx:1: <Failing> throws on the server/)]);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringContaining("error")]);
  const html = site.file("build/docs/a/index.html");
  expect(html).toMatch(/<section>.*<div>.*logo\.svg.*Text <em>inside<\/em>.*<\/div>.*<\/section>/s);
  for (const name of ["large", "small"]) expect(html).toMatch(new RegExp(`<img [^>]*class="${name}"`));
});

test("files that migrate adds have different names, whatever the names that they are made of", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG.replace(
      "presets:",
      "clientModules: ['./src/a/index.js', './src/b/index.js'], presets:",
    ),
    "docs/a.mdx": `import { One } from '@x/icons';
import { Two } from 'x-icons';
import { Box } from '../src/a-b';
import { Box as Other } from '../src/a/b';
import Styled from '../src/styled';

# A

<One>first</One> <Two>second</Two> <Box /> <Other /> <Styled />
`,
    "src/a-b.jsx": "export const Box = () => { console.log; return <i>{String(Math.min(1, 2))} hyphen</i>; };\n",
    "src/a/b.jsx": "export const Box = () => { console.log; return <i>{String(Math.min(3, 2))} folder</i>; };\n",
    "src/a/index.js": "console.log('script a');\n",
    "src/b/index.js": "console.log('script b');\n",
    "src/styled.jsx": `import './styled.css';
import one from './styled.module.css';
import two from './a/c.module.css';
import three from './a-c.module.css';
export default () => { console.log; return <u className={one.x + ' ' + two.x + ' ' + three.x}>{String(Math.min(1, 2))}</u>; };
`,
    "src/styled.css": ".plain { color: red }\n",
    "src/styled.module.css": ".x { color: green }\n",
    "src/a/c.module.css": ".x { color: blue }\n",
    "src/a-c.module.css": ".x { color: lime }\n",
  });
  const config = site.file("site.config.ts");
  expect(["x-icons.jsx", "x-icons2.jsx"].map((name) => site.file(`src/placeholders/${name}`))).toEqual([
    expect.stringContaining('"@x/icons"'),
    expect.stringContaining('"x-icons"'),
  ]);
  expect(config).toMatch(/"\/js\/index\.js"[\s\S]*"\/js\/index2\.js"/);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringContaining("error")]);
  const html = site.file("build/docs/a/index.html");
  for (const text of ["first", "second", "1 hyphen", "2 folder"]) expect(html).toContain(text);
  const [, ...classes] = /<u class="(\S+) (\S+) (\S+)">/.exec(html) ?? [];
  expect(new Set(classes).size).toBe(3);
  const [, sheet = ""] = /<link rel="stylesheet" href="\/([^"]+)">/.exec(html) ?? [];
  for (const rule of [".plain{color:red}", ...["green", "#00f", "#0f0"].map((colour) => `{color:${colour}}`)])
    expect(site.file(`build/${sheet}`)).toContain(rule);
});

test("a React page around Markdown files becomes a Markdown page that includes them, with components for the rest", async () => {
  const page = (imports: string, body: string) =>
    `import { useState } from 'react';\nimport Layout from '@theme/Layout';\n${imports}\nexport default function Page() {\n${body}\n}\n`;
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.md": "# A\n\nText *of A*.\n",
    "src/pages/_one.md": "## One\n\n[A](/docs/a)\n\n```js\nconst one = 1;\n```\n",
    "src/pages/_two.mdx": "Two: {1 + 1}\n",
    "src/pages/around.tsx": page(
      "import useDocusaurusContext from '@docusaurus/useDocusaurusContext';\nimport TOC from '@theme/TOC';\nimport One, { toc } from './_one.md';\nimport Two from './_two.mdx';",
      `  const { siteConfig } = useDocusaurusContext();
  return <Layout title="Around" description="All of it"><main className="wide"><h1>About {siteConfig.title}</h1>
    <One /><TOC toc={toc} /><section id={siteConfig.title}><Two /></section></main></Layout>;`,
    ),
    "src/pages/state.jsx": page(
      "import Doc from '@site/docs/a.md';",
      "  const [on] = useState(true);\n  return <Layout><button onClick={() => 0}>B</button>{on && <Doc />}</Layout>;",
    ),
    "src/pages/_three.mdx": "---\ntitle: Third\n---\nThree.\n",
    "src/pages/matter.jsx": page(
      "import { MDXProvider } from '@mdx-js/react';\nimport MDXComponents from '@theme/MDXComponents';\nimport Three, { frontMatter as matter } from './_three.mdx';",
      "  return <Layout title={matter.title}><MDXProvider components={MDXComponents}><h1>{matter.title}</h1><Three /></MDXProvider></Layout>;",
    ),
    "src/pages/both.jsx": page(
      "import Doc from '@site/docs/a.md';\nimport One from './_one.md';",
      "  const [on] = useState(true);\n  return <Layout>{on ? <One /> : <Doc />}</Layout>;",
    ),
  });
  expect(site.todo.filter((line) => !line.startsWith("src/pages/both.jsx"))).toEqual([]);
  expect(site.todo).toHaveLength(2);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken/)]);
  expect(site.file("content/pages/around.md")).toContain(
    'title: "Around"\ndescription: "All of it"\nhide_title: true\n',
  );
  const around = site.file("build/around/index.html");
  expect(around).toMatch(
    /<main class="wide">\s*<h1>About T<\/h1>\s*<h2 id="one">.*const.*<section id="T">\s*<p>Two: 2<\/p>\s*<\/section>\s*<\/main>/s,
  );
  expect(around).toContain('href="#one"');
  expect(site.file("content/pages/matter.md")).toMatch(
    /title: "Third"\n.*<h1>Third<\/h1>\n\n<Include file="\.\/_three\.mdx" \/>/s,
  );
  expect(site.file("build/state/index.html")).toMatch(/<button>B<\/button>.*Text <em>of A<\/em>/s);
  expect(readdirSync(join(site.root, "src/components"))).toHaveLength(3);
});

test("the content between the tags of a partial is where the partial shows it, with links and names of the page", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.mdx": `import Part from './parts/_part.mdx';
import Badge from '../src/badge';
export const version = '1.2';

# A

<Part>in *line* {version}</Part>

- Item

  <Part>

  Text, [B](b.md#part), <Badge>x</Badge>.

  \`\`\`js
  if (a)
    b();
  \`\`\`

  </Part>

<Part><Part>inner</Part></Part>
`,
    "docs/b.md": "# B\n\n## Part\n",
    "docs/parts/_part.mdx":
      "Before.\n\n{props.children}\n\n- item\n\n  {props.children}\n\n<div>{props.children}</div>\n",
    "src/badge.jsx": "export default ({ children }) => <i>{children}</i>;\n",
  });
  expect(site.todo).toEqual([]);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken/)]);
  const html = site.file("build/docs/a/index.html").replace(/\s+/g, " ");
  expect(html.match(/in <em>line<\/em> 1\.2/g)).toHaveLength(3);
  expect(html.match(/Text, <a href="\/docs\/b\/?#part">B<\/a>, <i>x<\/i>\./g)).toHaveLength(3);
  expect(html.match(/ {2}b\(\)|<pre/g)).toHaveLength(3);
  expect(html.match(/> ?inner ?</g)).toHaveLength(9);
});

test("a React page that becomes a Markdown page keeps the texts of its translations", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG.replace(
      "presets:",
      "i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, presets:",
    ),
    "docs/a.md": "# A\n",
    "src/pages/_part.md": "Text *of the part*.\n",
    "src/pages/hello.jsx": `import Translate from '@docusaurus/Translate';
import Part from './_part.md';
export default () => <main><h1><Translate id="hello">Welcome</Translate></h1><Part /></main>;
`,
    "i18n/fr/code.json": '{ "hello": { "message": "Bienvenue" } }',
  });
  expect(site.todo).toEqual([]);
  expect((await site.build()).code).toBe(0);
  expect(site.file("build/hello/index.html")).toMatch(/Welcome.*Text <em>of the part/s);
  expect(site.file("build/fr/hello/index.html")).toMatch(/Bienvenue.*Text <em>of the part/s);
});

test("components of Docusaurus around Markdown in a React page become docgen's blocks", async () => {
  const site = await migrated({
    "docusaurus.config.js": CONFIG,
    "docs/a.md": "# A\n",
    "src/pages/_one.md": "## One\n\n:::note\n\nText.\n\n:::\n",
    "src/pages/_two.md": "Two.\n",
    "src/pages/tabs.jsx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
import Admonition from '@theme/Admonition';
import Details from '@theme/Details';
import TOCInline from '@theme/TOCInline';
import One, { toc } from './_one.md';
import Two from './_two.md';
export default () => <main>
  <TOCInline toc={toc} />
  <Tabs groupId="g"><TabItem value="1" label="First"><Admonition type="tip" title="Mind"><One /></Admonition></TabItem>
    <TabItem value="2" label="Second"><Details summary="More"><Two /></Details></TabItem></Tabs>
</main>;
`,
  });
  expect(site.todo).toEqual([]);
  const { code, said } = await site.build();
  expect([code, said]).toEqual([0, expect.not.stringMatching(/\berror\b|broken/)]);
  const html = site.file("build/tabs/index.html").replace(/\s+/g, " ");
  expect(html).toMatch(
    /data-group="g".*First.*Second.*class="admonition tip".*Mind.*<h2 id="one">.*class="admonition note".*Text\..*<details> ?<summary>More<\/summary> ?<p>Two\./,
  );
});

test("Markdown on a line of HTML elements inside an HTML block becomes HTML", async () => {
  const site = await passing({
    "package.json": '{"dependencies":{"@docusaurus/core":"3.4.0"}}',
    "docs/a.mdx": `# A

<figure>
  <img src="/x.svg" alt="x" />
  <em><figcaption>The *first* one, \`c\`</figcaption></em>
</figure>

<div>
  <span><b>The *second* text</b></span>
</div>
`,
    "static/x.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
  });
  expect(site.todo).toEqual([]);
  const html = site.page("docs/a");
  expect(html).toContain("<em><figcaption>The <em>first</em> one, <code>c</code></figcaption></em>");
  expect(html).toContain("<span><b>The <em>second</em> text</b></span>");
});

test("a component that requires the Markdown file that a prop names includes it; others are one place", async () => {
  const site = await passing({
    "docs/a.mdx": `import Snippet from '@site/src/snippet';
import FAQ from '@site/src/faq';

# A

<Snippet name="one" />

<Snippet name="two" isShort />

<FAQ name="one" />

<FAQ name="two" />
`,
    "snippets/_one.md": "One *text*.\n",
    "snippets/_two.md": "Two `text`.\n",
    "src/snippet.jsx": `export default function Snippet({ name, isShort }) {
  const file = require('../snippets/_' + name + '.md');
  const Content = file.default;
  return <div className="snippet">{isShort ? <Content /> : file.default({})}</div>;
}
`,
    "src/faq.jsx": `import { useState } from 'react';
export default function FAQ({ name }) {
  const [file, setFile] = useState();
  const load = () => import(\`../snippets/_\${name}.md\`).then(setFile);
  return <p onClick={load}>{file?.default({})}</p>;
}
`,
  });
  expect(site.todo).toEqual([
    "src/faq.jsx:1: needs Markdown that its code chooses (write it between the tags of the component in the page, with <Include>, and render children), so only the children of its components are shown: write the rest in src/placeholders/src-faq.jsx",
  ]);
  const html = site.page("docs/a");
  expect(html).toMatch(/<div class="snippet">\s*<p>One <em>text<\/em>\.<\/p>/);
  expect(html).toMatch(/<div class="snippet">\s*<p>Two <code>text<\/code>\.<\/p>/);
});

test("examples with their source text are placeholders where their packages aren't installed", async () => {
  const site = await passing({
    "package.json": '{"dependencies":{"@docusaurus/core":"3.4.0","native-ui":"1.0.0"}}',
    "docs/a.mdx": `import Example from '@site/src/examples/Example';
import ExampleSource from '!!raw-loader!@site/src/examples/Example';
import Shown from '@site/src/shown';

# A

<Shown src={ExampleSource} component={Example} />
`,
    "src/examples/Example.jsx": "import { View } from 'native-ui';\nexport default () => <View />;\n",
    "src/shown.jsx":
      "export default ({ src, component: Component }) => <figure><pre>{src}</pre><Component /></figure>;\n",
  });
  expect(site.todo).toEqual([
    expect.stringMatching(/^package\.json:1: packages aren't installed, so only the children/),
  ]);
  expect(site.page("docs/a")).toContain("import { View } from &#x27;native-ui&#x27;;");
});

test("an attribute that stands twice has its last value, as in JSX; React pages may have property types", async () => {
  const site = await passing({
    "docs/a.mdx": `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

# A

<Tabs>
  <TabItem value="a" label="First" label="Last">

Text.

  </TabItem>
</Tabs>

<p id="one" id="two">x</p>
`,
    "src/pages/index.jsx": `import PropTypes from 'prop-types';
const Part = ({ title }) => <h2>{title}</h2>;
Part.propTypes = { title: PropTypes.oneOfType([PropTypes.string, PropTypes.shape({ a: PropTypes.func.isRequired })]).isRequired };
export default () => <Part title="Home" />;
`,
  });
  expect(site.todo).toEqual([]);
  expect(site.page("docs/a")).toMatch(/<span>Last<\/span>.*<p id="two">x<\/p>/s);
  expect(site.page("")).toContain("<h2>Home</h2>");
});

test("front matter in braces is read as any other: its keys get lines of their own", async () => {
  const site = await passing({
    "docs/a.md":
      '---\n{\n    "title": "Doc A",\n    "language": "en",\n    "toc_max_heading_level": 4\n}\n---\n\n# Doc A\n\nText.\n',
    "blog/p.md":
      "---\n{\n    'title': 'A post',\n    'date': '2022-07-14',\n    'author': 'Jo',\n    \"picked\": \"true\"\n}\n---\n\nText.\n",
  });
  expect(site.todo).toEqual([]);
  expect(site.file("content/docs/a.md")).toMatch(
    /^---\ntitle: "Doc A"\n# language: "en"\ntoc_max_heading_level: 4\n---\n\n# Doc A/,
  );
  expect((await site.build()).said).not.toContain("unknown");
  expect(site.page("blog/p")).toContain("Jo");
});

test("directives without a plugin are text with their attributes, also those that docgen has a container for", async () => {
  const site = await passing({
    "package.json": '{"dependencies":{"@docusaurus/core":"3.5.0"}}',
    "docs/a.mdx": `---
sidebar_custom_props:
  source:
    name: x
---

# Title :icon[home]{size=2}

::space{height="5em"}

:::cards
Not a list.
:::
`,
  });
  expect(site.todo).toEqual([]);
  const html = site.page("docs/a");
  expect(html).toContain("Title :icon[home]{size=2}</h1>");
  expect(html).toMatch(/::space\{height=&quot;5em&quot;\}.*:::cards\s+Not a list\.\s+:::/s);
});
