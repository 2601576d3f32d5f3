import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "./helpers/command.ts";
import { buildSite, makeSite, readOutput, readTree, writeFiles } from "./helpers/docgen.ts";

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
  expect(styled).toMatch(/content\/pages\/index\.tsx:1:8 {2}error {2}.*\n +hint: .*name a style sheet in customCss/);
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
