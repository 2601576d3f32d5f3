import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, makeSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";

const DOCS = { "content/docs/index.md": "# Start\n" };
const PAGES = {
  "content/pages/index.tsx": `import { Link } from "docgen/theme";
import React, { useState } from "react";
import { createPortal } from "react-dom";
import { shout } from "./_shout";
export default function Home() {
  const [count, add] = useState(0);
  const show = () => createPortal(<React.Fragment>{count}</React.Fragment>, document.body);
  return <p><button type="button" onClick={() => add(count + 1)}>{shout("one")}</button><Link to="/two">{typeof show}</Link></p>;
}
`,
  "content/pages/two.tsx": 'import { shout } from "./_shout";\nexport default () => <p>{shout("two")}</p>;\n',
  "content/pages/_shout.ts": 'export const shout = (text: string) => "shouted ".concat(text);\n',
};

const scripts = (root: string) =>
  new Map([...readTree(join(root, "build"))].filter(([file]) => /^assets\/.*\.js$/.test(file)));
const chunkOf = (html: string) => /"chunk":"\.\/([^"]+)"/.exec(html)?.[1];

test("pages written in React bring scripts of their own to a client that is the same for every site", async () => {
  const [plain, react] = await Promise.all([buildSite(DOCS), buildSite({ ...DOCS, ...PAGES })]);
  const client = scripts(plain);
  const all = scripts(react);
  for (const [file, text] of client) expect(all.get(file)).toBe(text);
  const own = [...all].filter(([file]) => !client.has(file));
  // One for each page, and what both import.
  expect(own).toHaveLength(3);
  expect(own.filter(([, text]) => text.includes("shouted "))).toHaveLength(1);
  // React and the theme are those of the client.
  for (const [, text] of own) expect(text.length).toBeLessThan(1000);
  const named = ["index.html", "two/index.html"].map((file) => `assets/${chunkOf(readOutput(react, file))}`);
  expect(new Set(named).size).toBe(2);
  for (const file of named) expect(all.has(file)).toBe(true);
  expect(chunkOf(readOutput(react, "docs/index.html"))).toBeUndefined();
});

test("a page's script is named anew when what it imports has changed, and no other", async () => {
  const root = await buildSite({ ...DOCS, ...PAGES });
  const before = scripts(root);
  const edited = await buildSite({ ...DOCS, ...PAGES, "content/pages/two.tsx": "export default () => <p>2</p>;\n" });
  const after = scripts(edited);
  const name = (built: string, file: string) => chunkOf(readOutput(built, file));
  expect(name(edited, "two/index.html")).not.toBe(name(root, "two/index.html"));
  expect([...after.keys()].filter((file) => before.has(file)).length).toBeGreaterThan(10);
});

test("what no browser can run is told at its place in the page", async () => {
  const root = makeSite({
    ...DOCS,
    "content/pages/index.tsx":
      'import { hostname } from "node:os";\n\nexport default () => <p>{typeof hostname}</p>;\n',
  });
  const { code, stderr } = await command("build", "--root", root);
  expect(stderr).toMatch(/content\/pages\/index\.tsx:1:26 {2}error {2}uses node:os in the browser/);
  expect(code).toBe(1);
  writeFiles(root, {
    "content/pages/index.tsx": 'import "./own.css";\n\nexport default () => <p>Styled</p>;\n',
    "content/pages/own.css": "p { color: red }\n",
  });
  const styled = (await command("build", "--root", root)).stderr;
  expect(styled).toMatch(/content\/pages\/index\.tsx:1:8 {2}error {2}.*\n +hint: .*add style sheets to customCss/);
});

test("Node's process and modules without a prefix are told where browsers get them, and free in load", async () => {
  const root = makeSite({
    ...DOCS,
    "content/pages/a.tsx": `import { hostname } from "os";
import { home } from "../../lib/home";
import { name } from "./_b";
export default () => <p>{typeof hostname}{name}{home}{process.env.NODE_ENV}</p>;
`,
    "lib/home.ts": "export const home = process.env.HOME;\n",
    "content/pages/_b.ts": 'export const name = process.env.HOME ?? "process.env.HOME";\n',
    "content/pages/c.tsx": `import { readdirSync } from "fs";
export const load = () => readdirSync(".").length + (process.env.HOME ?? "");
export default () => <p>{process.env.NODE_ENV}</p>;
`,
  });
  const told = async () => {
    const { stderr } = await command("build", "--root", root);
    return [...stderr.matchAll(/^(?:content\/pages|lib)\/(.*)/gm)].map(([, line]) => line);
  };
  expect(await told()).toEqual([
    "_b.ts:1:21  error  uses process.env.HOME in the browser",
    "a.tsx:1:26  error  uses os in the browser",
    "home.ts:1:21  error  uses process.env.HOME in the browser",
  ]);
  writeFiles(root, { "content/pages/a.tsx": 'export default () => <p>{"process.env.HOME"}</p>;\n' });
  expect(await told()).toEqual([]);
});

test("every address of a page is checked, and has to be that of a page or file below the base URL", async () => {
  const root = makeSite({
    ...DOCS,
    "site.config.ts": 'export default { title: "T", url: "https://example.com", baseUrl: "/x/" };\n',
    "content/static/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"/>',
    "content/pages/beside.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"/>',
    "content/pages/index.tsx": `import { Link, useUrl } from "docgen/theme";
export default function Home() {
  const url = useUrl();
  return <div>
    <link rel="author" href="/1.svg" />
    <a href="/docs/">raw</a><a href="docs/">relative</a><Link to="/docs/">link</Link><a href={"/x/docs/"}>whole</a>
    <img alt="a" src="/a.svg" />
    <img alt="b" src={url("/a.svg")} srcSet={url("/2.svg") + " 2x, " + url("/a.svg") + " 3x"} />
    <video title="v" poster={url("/3.svg")} src={url("/4.mp4")} />
    <object title="o" data="/x/5.svg"></object>
    <p style={{ backgroundImage: "url('/x/6.svg')" }}>{"&"}</p>
    <img alt="c" src="./beside.svg" />
    <a href="../docs/index.md">file</a><a href={'/x/7"&.svg'}>quoted</a>
  </div>;
}
`,
  });
  const { code, stderr } = await command("build", "--root", root);
  expect(code).toBe(1);
  const outside = (address: string) => `"${address}" leads to ${address}, outside the base URL "/x/"`;
  const broken = (address: string) => `broken link "${address}": no page or file at ${address}`;
  expect(
    [...stderr.matchAll(/index\.tsx:(\S+) {2}error {2}(.*)/g)].map(([, place, message]) => `${place} ${message}`),
  ).toEqual([
    `5:29 ${broken("/1.svg")}`,
    `6:13 ${outside("/docs/")}`,
    `7:22 ${outside("/a.svg")}`,
    `8:50 ${broken("/2.svg")}`,
    `9:34 ${broken("/3.svg")}`,
    `9:54 ${broken("/4.mp4")}`,
    `10:31 ${broken("/5.svg")}`,
    `11:42 ${broken("/6.svg")}`,
    '12:22 "./beside.svg" leads to /x/beside.svg',
    '13:13 "../docs/index.md" leads to /docs/index.md',
    `13:52 ${broken('/7"&.svg')}`,
  ]);
  expect([...stderr.matchAll(/hint: (write.*|put.*)/g)].map(([, hint]) => hint)).toEqual([
    'write <Link to="/docs/"> from "docgen/theme"',
    'write useUrl()("/a.svg") from "docgen/theme"',
    'put the file into content/static/, and write useUrl()("/beside.svg") from "docgen/theme"',
    'write <Link to="/docs/"> from "docgen/theme"',
  ]);
  expect((await command("build", "--root", root, "--base-url", "/")).stderr).not.toContain("outside of the base URL");
});

test("a Link leads to the site's pages below the base URL, to anchors of its page, and outside", async () => {
  const links = ["/docs/", "docs/", "#own", "https://example.org/", "mailto:a@example.org", "//cdn.example.org/"];
  const root = await buildSite({
    ...DOCS,
    "site.config.ts": 'export default { title: "T", url: "https://example.com", baseUrl: "/x/" };\n',
    "content/pages/a.tsx": `import { Link } from "docgen/theme";
export default () => <p id="own">{${JSON.stringify(links)}.map((to) => <Link key={to} to={to}>to {to}</Link>)}</p>;
`,
  });
  const [, main = ""] = readOutput(root, "a/index.html").split("<main");
  expect([...main.matchAll(/<a href="([^"]*)">to/g)].map(([, href]) => href)).toEqual([
    "/x/docs/",
    "/x/docs/",
    ...links.slice(2),
  ]);
});

test("a package that a page imports works with the client's copy of React", async () => {
  const root = await buildSite({
    ...DOCS,
    "content/pages/index.tsx": 'import { Badge } from "badge";\nexport default () => <Badge />;\n',
    "node_modules/badge/package.json": '{ "name": "badge", "type": "module", "exports": "./index.js" }',
    "node_modules/badge/index.js":
      'import * as React from "react";\nexport const Badge = () => React.createElement("b", null, React.useId() && "badge");\n',
  });
  const html = readOutput(root, "index.html");
  expect(html).toContain("<b>badge</b>");
  const text = readFileSync(join(root, "build/assets", chunkOf(html) ?? ""), "utf8");
  expect(text).toMatch(/from"\.\/hydrate-\w+\.js"/);
  expect(text.length).toBeLessThan(3000);
});

test("packages may be CommonJS that requires React and Node's modules, and may import style sheets", async () => {
  const root = await buildSite({
    ...DOCS,
    "site.config.ts": `export default { title: "T", url: "https://example.com", customCss: ["./own.css"],
      components: { Sign: "./lib/sign.jsx", Counter: { path: "./lib/counter.jsx", client: "load" } } };\n`,
    "own.css": ".site { color: #010203 }\n",
    "lib/sign.jsx": 'export { Badge as default } from "badges";\n',
    "lib/counter.jsx": 'import "badges/counter.css";\nexport { Counter as default } from "badges";\n',
    "content/docs/index.md": "# Start\n\n<Sign />\n\n<Counter />\n",
    "content/pages/index.jsx": 'import { Counter } from "badges";\nexport default () => <Counter />;\n',
    "node_modules/badges/package.json": '{ "name": "badges", "version": "1.0.0", "browser": "./browser.js" }',
    "node_modules/badges/index.js": `"use strict";
Object.assign(exports, require("./browser.js"));
const { format } = require("util");
exports.Badge = () => require("react").createElement("b", null, format("badge %d", 7));
`,
    "node_modules/badges/browser.js": `"use strict";
const React = require("react");
const { jsx } = require("react/jsx-runtime");
require("./badge.css");
exports.Counter = () => {
  const [count, add] = React.useState(40);
  return jsx("button", { type: "button", onClick: () => add(count + 1), children: "count " + (count + 2) });
};
`,
    "node_modules/badges/badge.css": '@import "./parts/base.css";\n.badge { background: url(dot.svg) }\n',
    "node_modules/badges/parts/base.css": ".badge-base { color: #040506 }\n",
    "node_modules/badges/counter.css": ".badge-counter { color: #070809 }\n",
    "node_modules/badges/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="3"/>',
  });
  const docs = readOutput(root, "docs/index.html");
  expect(docs).toContain("<b>badge 7</b>");
  for (const html of [docs, readOutput(root, "index.html")]) {
    expect(html).toContain("count 42");
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)">/g)].map(([, name = ""]) => name);
    expect(sheets).toHaveLength(1);
    // The site's own style sheet comes last, so that it may override those of packages.
    expect(readOutput(root, sheets[0] ?? "")).toMatch(
      /\.badge-base\{.*\.badge\{background:url\("?\.\/dot-\w+\.svg"?\)\}.*\.badge-counter\{.*\.site\{/s,
    );
  }
  expect([...readTree(join(root, "build")).keys()].filter((file) => /^assets\/page-.*\.css$/.test(file))).toEqual([]);
});
