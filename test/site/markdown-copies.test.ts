import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";
import { startServer } from "../helpers/server.ts";

const PAGES = {
  "site.config.ts":
    'export default { title: "Books", description: "About books.", url: "https://example.com", vars: { version: "1.2" }, redirects: [{ from: "/docs/old", to: "/docs/api/stream" }] };',
  "content/docs/index.md": "---\ndescription: Where to begin.\n---\n\n# Start `here`\n\n<DocCardList />\n",
  "content/docs/api/index.md": "# API\n\nAll *functions*.\n",
  "content/docs/api/stream.md": [
    "---\ntitle: Stream\n---\n",
    ":::tip Fast\n\nVersion {vars.version}, see [the start](../index.md), [here](#more), [old](/docs/old) and ![p](./p.svg).\n\n:::\n",
    '<Include file="./_more.md" />\n',
  ].join("\n"),
  "content/docs/api/_more.md": '## More\n\n<a href="/docs/">raw</a> <https://example.org> [file](/f%20x.txt)\n',
  "content/docs/api/p.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>',
  "content/docs/made/_category_.json":
    '{ "label": "Made", "link": { "type": "generated-index", "description": "A folder." } }',
  "content/docs/made/one.md": "# One\n",
  "content/docs/hidden.md": "---\nunlisted: true\n---\n\n# Hidden\n",
  "content/pages/about.md": "# About\n\nUs.\n",
  "content/pages/app.tsx": "export default () => <p>App</p>;\n",
  "content/blog/2026-01-31-first.md": "---\ntitle: First [post]\n---\n\nShort.\n\n<!-- truncate -->\n\nLong.\n",
  "content/static/f x.txt": "x",
};

const STREAM = `# Stream

> **Tip: Fast**
>
> Version 1.2, see [the start](https://example.com/docs/index.md), [here](https://example.com/docs/api/stream.md#more), [old](https://example.com/docs/api/stream.md) and ![p](https://example.com/assets/media/p-HASH.svg).

## More

<a href="https://example.com/docs/index.md">raw</a> <https://example.org> [file](https://example.com/f%20x.txt)
`;

test("a clean Markdown copy of each page: includes and variables in their places, links absolute, to copies", async () => {
  const root = await buildSite(PAGES);
  expect(readOutput(root, "docs/api/stream.md").replace(/p-\w{8}/, "p-HASH")).toBe(STREAM);
  expect(readOutput(root, "docs/index.md")).toBe(
    "# Start `here`\n\n- [API](https://example.com/docs/api/index.md)\n- [Made](https://example.com/docs/made/index.md): A folder.\n",
  );
  expect(readOutput(root, "docs/made/index.md")).toBe(
    "# Made\n\nA folder.\n\n- [One](https://example.com/docs/made/one.md)\n",
  );
  const copies = [...readTree(`${root}/build`).keys()].filter((file) => file.endsWith(".md"));
  expect(copies).toEqual([
    "about.md",
    "blog/2026/01/31/first.md",
    "docs/api/index.md",
    "docs/api/stream.md",
    "docs/hidden.md",
    "docs/index.md",
    "docs/made/index.md",
    "docs/made/one.md",
  ]);
});

test("each page links to its copy, as does the development server", async () => {
  const root = await buildSite(PAGES);
  const link = (href: string) => `<link rel="alternate" type="text/markdown" href="${href}">`;
  expect(readOutput(root, "docs/api/stream/index.html")).toContain(link("/docs/api/stream.md"));
  expect(readOutput(root, "docs/api/index.html")).toContain(link("/docs/api/index.md"));
  for (const file of ["app/index.html", "404.html", "blog/index.html"]) {
    expect(readOutput(root, file)).not.toContain("text/markdown");
  }
  const address = await startServer("serve", "--root", root);
  const response = await fetch(`${address}/docs/api/stream.md`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"]);
  expect((await response.text()).replace(/assets\/media\/p-\w{8}/, "assets/media/p-HASH")).toBe(STREAM);
  for (const served of [address, await startServer("preview", "--root", root)]) {
    for (const [path, accept, type] of [
      ["/docs/api/stream", "text/markdown", "text/markdown"],
      ["/docs/api/", "text/markdown, text/html;q=0.9, */*;q=0.1", "text/markdown"],
      ["/docs/", "text/markdown, text/html, */*", "text/markdown"],
      ["/docs/", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html"],
      ["/docs/", "text/html, text/markdown;q=0.5", "text/html"],
      ["/docs/", "*/*", "text/html"],
      // Without a copy.
      ["/app", "text/markdown", "text/html"],
    ] as const) {
      const { status, headers } = await fetch(served + path, { headers: { accept } });
      const vary = path === "/app" ? expect.not.stringMatching(/accept(?!-)/i) : "Accept, Accept-Encoding";
      expect([status, headers.get("content-type"), headers.get("vary") ?? ""]).toEqual([
        200,
        `${type}; charset=utf-8`,
        vary,
      ]);
    }
    expect((await fetch(`${served}/docs/none`, { headers: { accept: "text/markdown" } })).status).toBe(404);
  }
});

test("under a base URL copies and their links stand below it", async () => {
  const root = await buildSite(PAGES, "--base-url", "/x/");
  expect(readOutput(root, "docs/api/stream.md")).toContain("[the start](https://example.com/x/docs/index.md)");
  expect(readOutput(root, "docs/api/stream/index.html")).toContain('href="/x/docs/api/stream.md"');
  expect(readOutput(root, "llms.txt")).toContain("(https://example.com/x/docs/api/stream.md)");
});

test("a file of the site's own stands in the place of a copy and of llms.txt", async () => {
  const own = { "content/static/docs/made/one.md": "mine", "content/static/llms.txt": "mine" };
  const root = await buildSite({ ...PAGES, ...own });
  expect(readOutput(root, "docs/made/one.md")).toBe("mine");
  expect(readOutput(root, "llms.txt")).toBe("mine");
  expect(readOutput(root, "docs/made/one/index.html")).not.toContain("text/markdown");
});

test("llms.txt has titles, descriptions and links by section", async () => {
  expect(readOutput(await buildSite(PAGES), "llms.txt")).toBe(`# Books

> About books.

## Docs

- [Start here](https://example.com/docs/index.md): Where to begin.

## API

- [API](https://example.com/docs/api/index.md): All functions.
- [Stream](https://example.com/docs/api/stream.md): raw https://example.org file

## Made

- [Made](https://example.com/docs/made/index.md): A folder.
- [One](https://example.com/docs/made/one.md)

## Blog

- [First \\[post\\]](https://example.com/blog/2026/01/31/first.md): Short.

## More

- [About](https://example.com/about.md): Us.
- [App](https://example.com/app)
`);
});

test("llms-full.txt has all of them in that order, and says where each stands", async () => {
  const text = readOutput(await buildSite(PAGES), "llms-full.txt");
  expect(
    text.startsWith("# Books\n\n> About books.\n\n---\n\nSource: https://example.com/docs/\n\n# Start `here`\n"),
  ).toBe(true);
  expect([...text.matchAll(/^Source: https:\/\/example\.com(.*)$/gm)].map(([, path]) => path)).toEqual([
    "/docs/",
    "/docs/api/",
    "/docs/api/stream",
    "/docs/made/",
    "/docs/made/one",
    "/blog/2026/01/31/first",
    "/about",
  ]);
  expect(text).not.toContain("Hidden");
});

test("llms-full.txt of an edited build is that of a clean one, also where a page quotes what another begins with", async () => {
  const root = await buildSite(PAGES);
  const quote = "# Quote\n\n```text\n\n---\n\nSource: https://example.com/docs/api/\n\n```\n";
  const edits = [
    { "content/docs/api/index.md": "# API\n\nAll *functions*, edited.\n" },
    { "content/pages/about.md": "# About\n\nUs, edited.\n", "content/docs/index.md": "# Start\n" },
    { "content/docs/index.md": quote },
    { "content/docs/api/index.md": "# API\n\nEdited again.\n" },
    { "content/docs/made/one.md": "# One, again\n" },
    { "content/docs/made/two.md": "# Two\n" },
  ];
  for (const files of edits) {
    writeFiles(root, files);
    expect((await command("build", "--root", root)).code).toBe(0);
    const edited = readOutput(root, "llms-full.txt");
    expect((await command("build", "--root", root, "--no-cache", "--out", "clean")).code).toBe(0);
    expect(edited).toBe(readTree(join(root, "clean")).get("llms-full.txt"));
  }
});

test("a picture in a title has its address", async () => {
  const p = PAGES["content/docs/api/p.svg"];
  const root = await buildSite({ "content/docs/index.md": "# Start ![dot](p.svg)\n", "content/docs/p.svg": p });
  expect(readOutput(root, "docs/index.md")).toMatch(
    /^# Start !\[dot\]\(https:\/\/example\.com\/assets\/media\/p-\w+\.svg\)\n$/,
  );
});
