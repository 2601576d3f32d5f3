import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { buildSite, type Files, makeSite, readOutput, readTree, writeFiles } from "../helpers/docgen.ts";
import { get, serve } from "../helpers/watch.ts";

const config = (make: string, settings = "") => ({
  "site.config.ts": `export default {
  title: "Fixture", url: "https://example.com", docs: [{ editUrl: "https://example.com/edit/" }], ${settings}
  pages: [{ name: "api", make: ${make} }],
};
`,
});

const data = (title: string, text: string) => JSON.stringify({ title, text });
const SITE: Files = {
  ...config(`({ task }) => task.list("data").map((file) => {
    const { title, text } = JSON.parse(task.read("data/" + file));
    return { path: "docs/api/" + file.replace("json", "md"), markdown: "---\\ntitle: " + title + "\\n---\\n\\n" + text + "\\n" };
  })`),
  "content/docs/index.md": "# Start\n\n[parse](./api/parse.md) [part](/docs/api/parse#part)\n",
  "content/docs/api/_note.md": "A note.\n",
  "data/parse.json": data(
    "parse",
    'See [write](write.md) and [start](../index.md).\n\n<Include file="_note.md" />\n\n## Part',
  ),
  "data/write.json": data("write", "The ocarina is written."),
};

test("pages that the configuration makes are pages like those of files, and follow what their maker reads", async () => {
  const root = await buildSite(SITE);
  const parse = readOutput(root, "docs/api/parse/index.html");
  expect(parse).toContain(
    'See <a href="/docs/api/write">write</a> and <a href="/docs/">start</a>.</p>\n<p>A note.</p>',
  );
  expect(parse).toContain('<a href="/docs/api/parse" aria-current="page">parse</a>');
  expect(parse).not.toContain("https://example.com/edit/");
  expect(readOutput(root, "docs/index.html")).toContain("https://example.com/edit/content/docs/index.md");
  expect(readOutput(root, "docs/index.html")).toContain('<a href="/docs/api/parse">parse</a>');
  expect(readOutput(root, "docs/api/write.md")).toContain("The ocarina is written.");
  expect((await command("search", "ocarina", "--root", root)).stdout).toContain("/docs/api/write");

  rmSync(join(root, "data/write.json"));
  writeFiles(root, {
    "data/parse.json": data("parse", "Now with [read](read.md).\n\n## Part"),
    "data/read.json": data("read", "New."),
  });
  expect(await command("build", "--root", root)).toMatchObject({ code: 0 });
  expect(readOutput(root, "docs/api/parse/index.html")).toContain('Now with <a href="/docs/api/read">read</a>.');
  const edited = readTree(join(root, "build"));
  expect([...edited.keys()].filter((file) => file.startsWith("docs/api/write"))).toEqual([]);
  expect(await command("build", "--root", root, "--no-cache")).toMatchObject({ code: 0 });
  expect(readTree(join(root, "build"))).toEqual(edited);
});

test("a fault in a made page is at its line, below the name of its maker", async () => {
  const root = makeSite({
    ...SITE,
    "data/write.json": data("write", "[gone](gone.md) [Start](../Index.md)\n\n:::oops\n"),
  });
  const place = 'pages "api": content/docs/api/write.md';
  const built = await command("build", "--root", root);
  expect(built.stderr).toContain(`${place}:5:1  warning  broken link "gone.md"`);
  expect(built.stderr).toContain(`${place}:7:1  warning  unknown admonition`);
  writeFiles(root, { "content/docs/index.md": "# Start\n\nEdited.\n" });
  expect((await command("build", "--root", root)).stderr).toBe(built.stderr);
  const checked = await command("check-links", "--root", root, "--fix");
  expect(checked.stderr).toContain(`${place}:5:1  warning  broken link "gone.md"`);
  // Nothing can be written into a page that has no file.
  expect(checked.stderr).toContain(`${place}:5:17  warning  broken link "../Index.md"`);
  expect(checked.code).toBe(0);
});

test("what a maker can't return is an error of the configuration", async () => {
  const faults = async (make: string, files: Files = {}) => {
    const root = makeSite({ "content/docs/index.md": "# Start\n", ...files, ...config(make) });
    const { code, stderr } = await command("build", "--root", root);
    const lines = stderr.split("\n").filter((line) => line.includes("  error  "));
    return [code, ...lines.map((line) => line.replace(/^site\.config\.ts(?::\d+:\d+)? {2}error {2}pages "api"/, ""))];
  };
  const made = (...paths: readonly string[]) =>
    `() => ${JSON.stringify(paths)}.map((path) => ({ path, markdown: "# A\\n\\nText.\\n" }))`;
  expect(await faults("() => null")).toEqual([1, " throws: did not return a list of pages"]);
  expect(await faults('() => [{ path: "docs/a.md" }]')).toEqual([
    1,
    expect.stringContaining("a page without a path and a text"),
  ]);
  expect(await faults('({ task }) => task.read("data/none.json")')).toEqual([
    1,
    ' throws: task.read("data/none.json"): the file can\'t be read',
  ]);
  expect(await faults('({ task }) => task.list("../..")')).toEqual([
    1,
    expect.stringContaining("outside the site's root"),
  ]);
  const paths = made("../a.md", "docs/a.txt", "guide/a.md", "docs/_a.md", "docs/b.md", "docs/B.md", "docs/index.md");
  expect(await faults(paths)).toEqual([
    1,
    ': "../a.md" is not the path of a page below content/, such as "docs/api/parse.md"',
    ': "docs/B.md" is already made by pages "api"',
    ': "docs/_a.md" starts with a character that marks files which are no pages',
    ': "docs/a.txt" is not the path of a page below content/, such as "docs/api/parse.md"',
    ': "guide/a.md" is in no folder of pages (valid: docs, blog, pages)',
    ": there is also a file content/docs/index.md",
  ]);
});

test("serve shows an edit of what a maker reads, also after one that made it throw", async () => {
  const root = makeSite(SITE);
  const { address } = await serve(root);
  const page = async () => (await get(`${address}/docs/api/parse`)).body;
  expect(await page()).toContain("A note.");
  writeFiles(root, { "data/parse.json": data("parse", "Edited.\n\n## Part") });
  await expect.poll(page).toContain("Edited.");
  writeFiles(root, { "data/parse.json": "{" });
  writeFiles(root, { "data/later.json": data("later", "Added.") });
  await expect.poll(page).toContain("Edited.");
  writeFiles(root, { "data/parse.json": data("parse", "Mended.\n\n## Part") });
  await expect.poll(page).toContain("Mended.");
  await expect.poll(async () => (await get(`${address}/docs/api/later`)).body).toContain("Added.");
});
