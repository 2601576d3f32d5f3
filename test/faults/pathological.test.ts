import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { timeOf, whenOver } from "../../src/shared/user-code/time-limit.ts";
import { command } from "../helpers/command.ts";
import { compileText } from "../helpers/compile.ts";
import { buildSite, makeSite, PROJECT, readOutput } from "../helpers/docgen.ts";

const LIMIT_S = 5;
let worker: string;

beforeAll(async () => {
  const require = createRequire(join(PROJECT, "package.json"));
  const result = await build({
    entryPoints: [join(PROJECT, "test/helpers/compile-worker.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    write: false,
    logLevel: "error",
    plugins: [
      {
        name: "packages-by-address",
        setup: (api) => {
          api.onResolve({ filter: /^[a-z@]/ }, ({ path }) => {
            if (path.startsWith("node:")) return undefined;
            return { path: resolvePackage(require, path), external: true };
          });
        },
      },
    ],
  });
  worker = `data:text/javascript;base64,${Buffer.from(result.outputFiles[0]?.contents ?? "").toString("base64")}`;
});

function resolvePackage(require: NodeJS.Require, path: string): string {
  try {
    return import.meta.resolve(path);
  } catch {
    return pathToFileURL(require.resolve(path)).href;
  }
}

/** The thread that compiles one text after the other; started again behind one that was killed. */
let thread: Promise<Worker> | undefined;

async function startThread(): Promise<Worker> {
  const started = new Worker(new URL(worker));
  await once(started, "message");
  return started;
}

/** Compiles in a thread that is killed at the limit. */
async function compileInTime(source: string): Promise<{ length: number; problems: string[] }> {
  thread ??= startThread();
  const own = await thread;
  // Time of the processor, which a busy machine does not shorten.
  const time = timeOf(own, LIMIT_S);
  const over = new AbortController();
  const stop = whenOver(
    () => time,
    () => over.abort(),
  );
  const { signal } = over;
  try {
    own.postMessage(source);
    const [result] = await once(own, "message", { signal });
    return result as { length: number; problems: string[] };
  } catch (error) {
    thread = undefined;
    await own.terminate();
    throw signal.aborted ? new Error(`not compiled within ${LIMIT_S} s`) : error;
  } finally {
    stop();
  }
}

afterAll(async () => {
  await (await thread)?.terminate();
});

const N = 10_000;
const BLANKS = " ".repeat(10 * N);
const HOSTILE: Readonly<Record<string, string>> = {
  "nested brackets": `${"[".repeat(N)}a${"]".repeat(N)}`,
  "nested link openers": "[a](".repeat(N),
  "open brackets with text": "[a ".repeat(N),
  "nested pictures": `${"![".repeat(N)}a${"](b)".repeat(N)}`,
  "nested quotations": `${"> ".repeat(N)}a`,
  "nested lists": Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
  "list markers on one line": `${"- ".repeat(N)}a`,
  "admonition openers": ":::note\n".repeat(N),
  "admonition openers and closers": `${":::note\n".repeat(N)}${":::\n".repeat(N)}`,
  "100,000 colons lines": ":::\n".repeat(100_000),
  "component openers": "<Tabs>\n".repeat(N),
  "component openers and closers": `${"<Tabs>\n\n".repeat(N)}${"</Tabs>\n\n".repeat(N)}`,
  "component closers": "</Tabs>\n".repeat(N),
  "unclosed component tag": `<Tabs ${'a="b" '.repeat(N)}`,
  "unclosed component tags": '<Tabs a="\n'.repeat(N),
  "braces in a component": `<Tabs a={${"{".repeat(N)}`,
  "many components with braces": "<Tabs a={[[[[\n".repeat(2000),
  "JSX: open braces": "{".repeat(10 * N),
  "JSX: open braces on lines": "{a\n\n".repeat(3 * N),
  "JSX: open braces in HTML": `<div>${"{`".repeat(N)}</div>`,
  "JSX: open comments": `${"{/*\n\n".repeat(N)}*/ a`,
  "JSX: open comments in a line": `${"a {/* ".repeat(N)}*/}`,
  "JSX: open comments in HTML": `<div>\n${"{/* ".repeat(N)}`,
  "JSX: open tags": "<a b={{".repeat(N),
  "JSX: tags of components": Array.from({ length: N }, (_, at) => `</Aa${at}> <Aa${at} `).join(""),
  "JSX: exports": "export const a = {\n\n".repeat(N),
  "JSX: imports": "import {\n\n".repeat(N),
  "components in a text: open": `${"<Badge>".repeat(N)}</Badge>`,
  "components in a text: open, with attributes": 'a <Badge type="a">'.repeat(N),
  "components in a text: nested": `a ${"<Badge>".repeat(N)}${"</Badge>".repeat(N)}`,
  "components in a text: side by side": "a <Badge>b</Badge> ".repeat(N),
  "components in a text: closed": "a </Badge>".repeat(N),
  "components in a text: braces": "a <Badge type={'/*{".repeat(N),
  "addresses: schemes": "http://".repeat(N),
  "addresses: schemes in parentheses": "(http://a".repeat(N),
  "addresses: marks": `https://a${".)".repeat(5 * N)}`,
  "addresses: many": "https://a.b/c ".repeat(N),
  "addresses: mail": "a@".repeat(5 * N),
  "addresses: domains": `a@${"b.".repeat(5 * N)}`,
  "addresses: entities": "https://a&amp;".repeat(N),
  tildes: "~a ~~b ".repeat(N),
  "code groups": "::: code-group\n".repeat(N),
  alerts: "> [!NOTE]\n\n".repeat(N),
  "nested emphasis": `${"*a **a ".repeat(N)}b${"** a* ".repeat(N)}`,
  "emphasis openers": "**a ".repeat(N),
  underscores: "_a __a ".repeat(N),
  "nested strong emphasis": `${"*a **a ".repeat(N)}b${" a** a*".repeat(N)}`,
  "emphasis closers without openers": "a_ ".repeat(N),
  "emphasis openers without closers": "_a ".repeat(N),
  "openers and closers that do not match": "*a_ ".repeat(N),
  "openers and closers by threes": `a**b${"c* ".repeat(N)}`,
  "emphasis across links": `${"**x [a*b**c*](d)".repeat(N / 10)}`,
  "open brackets in emphasis": "*[a_".repeat(N),
  "nested quotations with emphasis": `${">".repeat(N)}${"a*".repeat(N)}`,
  "quotations of one list each": "> - a\n\n".repeat(N / 10),
  "empty lines in nested lists": `- ${Array.from({ length: 500 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")}${"\n".repeat(N)}`,
  "empty lines in a list in a quotation": `> - a\n${">\n".repeat(N)}`,
  "unclosed links": "[a](<b".repeat(N),
  "unclosed links with a blank": "[ (](".repeat(N),
  "unclosed pictures": "![[]()".repeat(N),
  "unclosed comments": `</${"<!--".repeat(N)}`,
  autolinks: `${"<".repeat(N)}a${">".repeat(N)}`,
  "addresses that are nearly links": `${"https://a.".repeat(N)}`,
  "addresses of mail": `${"a@".repeat(N)}`,
  "labels of references": `[${"\\[".repeat(N)}`,
  "long run of stars": "*".repeat(5 * N),
  "backticks of growing length": Array.from({ length: 1000 }, (_, length) => `e${"`".repeat(length)}`).join(""),
  "open backticks": "`a ".repeat(N),
  entities: "&".repeat(N * 5),
  "nested inline HTML": "<a b='".repeat(N),
  "HTML openers": "<!--".repeat(N),
  "processing instructions": "<?".repeat(N),
  declarations: "<!A ".repeat(N),
  CDATA: "<![CDATA[".repeat(N),
  "HTML tags that never end": `<div ${"a ".repeat(N)}`,
  "HTML with many attributes": `<div ${'a="b" '.repeat(N)}>`,
  references: Array.from({ length: N }, (_, index) => `[a${index}]: b`).join("\n"),
  "references to references": `${"[a]: b\n".repeat(N)}${"[a] ".repeat(N)}`,
  "tables with many columns": `${"|a".repeat(2000)}|\n${"|-".repeat(2000)}|\n${"|\n".repeat(100)}`,
  "table that grows": `|a|\n|-|\n${"|b".repeat(N)}`,
  footnotes: `${"[^1]".repeat(N)}\n\n[^1]: a`,
  "footnote definitions": Array.from({ length: N }, (_, index) => `[^${index}]: a`).join("\n"),
  "nested footnotes": "^[a".repeat(N),
  "headings alike": "# a\n".repeat(N),
  "headings with ids": "# a {#b}\n".repeat(N),
  "ids of a heading": `## a {#b${" #b".repeat(N)}`,
  "setext underlines": "a\n=\n".repeat(N),
  "fences never closed": "```js\n".repeat(N),
  "fences of growing length": Array.from({ length: 500 }, (_, length) => "`".repeat(length + 3)).join("\n"),
  "definition lists": "a\n: b\n".repeat(N),
  emoji: ":smile:".repeat(N),
  "emoji openers": ":a".repeat(N),
  variables: "{vars.a".repeat(N),
  includes: '<Include file="./_a.md" />\n'.repeat(N),
  "highlight comments": `\`\`\`js\n${"// [!code ++]\n".repeat(N)}\`\`\``,
  "marked words": `\`\`\`js /a/\n${"a".repeat(N)}\n\`\`\``,
  "a long line of code": `\`\`\`js\n${"a+".repeat(100_000)}\n\`\`\``,
  "comments never closed": "<!-- ".repeat(10 * N),
  "comments never closed in HTML": `<div>\n${"<!-- ".repeat(10 * N)}`,
  "tags never closed in HTML": `<div>\n${"<a\n".repeat(2 * N)}`,
  "tags in HTML": "<p id=x>\n".repeat(3 * N),
  "tags of links in a paragraph": "<a href=x>".repeat(3 * N),
  "links in the cell of a table": `|a|\n|-|\n|${"[a](b) \\|".repeat(2 * N)}|`,
  "ids given twice": Array.from({ length: 3 * N }, (_, index) => `<p id=x${index >> 1}>`).join("\n"),
  "brackets open on lines of code": `\`\`\`js\n${"[[\n".repeat(2 * N)}\`\`\``,
  "brackets in a fence's label": `::: code-group\n\n\`\`\`js ${"[".repeat(20 * N)}\nx\n\`\`\`\n\n:::`,
  "blanks behind an opened comment": `<!-- ${BLANKS}x`,
  "blanks behind import": `import ${BLANKS}x`,
  "blanks in a heading": `# a${BLANKS}x`,
  "blanks in an address": `[a](${BLANKS}x`,
  "blanks in the title of an admonition": `:::note a${BLANKS}x\u2028\n:::`,
  "blanks in an include": `<<< a x${BLANKS}x\u2028`,
  "blanks in the fence of a package manager": `\`\`\`bash npm2yarn${BLANKS}x\nnpm i\n\`\`\``,
  "signs that end a heading": `# ${"#".repeat(10 * N)}x`,
  "a table of three million cells": `${"|a".repeat(300)}|\n${"|-".repeat(300)}|\n${`${"|a".repeat(300)}|\n`.repeat(N)}`,
  backslashes: "\\".repeat(N * 5),
  "hard breaks": "a  \n".repeat(N),
  "null characters": "\0".repeat(N),
  "slot characters": "\u00800\u0081".repeat(N),
  "lone surrogates": "\uD800".repeat(N),
  "5 MB of one letter": "a".repeat(5_000_000),
  "5 MB of words": "some words ".repeat(450_000),
  "5 MB of short lines": "a\n".repeat(2_500_000),
};

test.each(Object.keys(HOSTILE))("%s: compiled within the limit", async (name) => {
  await expect(compileInTime(HOSTILE[name] ?? "")).resolves.toBeDefined();
});

test("pages whose first headings are full of blanks and brackets are built", { timeout: 20_000 }, async () => {
  const root = await buildSite({
    "content/docs/blanks.md": `# a${BLANKS}x\n`,
    "content/docs/brackets.md": `# a ${"[".repeat(10 * N)}\n`,
    "content/docs/addresses.md": `# a ${"[a](".repeat(2 * N)}\n`,
    "content/docs/tags.md": `# a ${"<a ".repeat(2 * N)}\n`,
    "content/docs/head.md": `<head>\n${"<script>".repeat(4 * N)}\n</head>\n\n# a\n`,
  });
  expect(readOutput(root, "docs/blanks/index.html")).toContain("</html>");
});

test("pages with a long run of one sign are read to their end", { timeout: 60_000 }, async () => {
  const pages = Array.from("!#$%&'*+-./:;<=>?@[]^_`{|}~", (sign, at) => [
    `content/docs/sign-${at}.md`,
    `# a\n\nb ${sign.repeat(2 * N)}\n\n${sign.repeat(2 * N)}\n\n[broken](/${at})\n`,
  ]);
  const root = makeSite(Object.fromEntries(pages));
  const { stderr } = await command("build", "--root", root);
  // What a fence that isn't closed contains is code.
  for (const [path, at] of pages.map(([path], at) => [path, at])) {
    expect(stderr).toMatch(new RegExp(`${path}:\\d+:\\d+ .*(?:"/${at}"|fence is not closed)`));
  }
});

test("a table with too many cells is left out, and told of at its line", async () => {
  const { problems, html } = await compileText(
    `# a\n\n${"|a".repeat(100)}|\n${"|-".repeat(100)}|\n${"|\n".repeat(2000)}\nb`,
  );
  expect(problems).toEqual([
    "3:1 error this table takes the page to more than 100,000 cells (split the page, or offer the table as a file)",
  ]);
  expect(html).toBe("<p>b</p>\n");
});

test("any mixture of the dialect's marks is compiled without an exception", { timeout: 120_000 }, async () => {
  const pieces = fc.constantFrom(
    "a",
    " ",
    "\n",
    "\n\n",
    "    ",
    "\t",
    "# ",
    "> ",
    "- ",
    "1. ",
    "*",
    "**",
    "_",
    "`",
    "```js\n",
    "```\n",
    "~~~",
    "|",
    "|-|\n",
    "[",
    "]",
    "(",
    ")",
    "![",
    "<",
    ">",
    "<Tabs>\n",
    "</Tabs>\n",
    '<TabItem value="a">\n',
    "</TabItem>",
    "<Foo/>",
    "<Badge>",
    "</Badge>",
    "<head>\n",
    "</head>\n",
    "<details>\n",
    "</details>",
    ":::note\n",
    ":::",
    "::: code-group\n",
    "> [!NOTE]\n",
    "[^1]",
    "[^1]: ",
    ": ",
    ":smile:",
    "{vars.a}",
    "{#id}",
    "<!--",
    "-->",
    "&amp;",
    "\\",
    "$",
    "import a from 'b'\n",
    "<<< ./a.js\n",
    '<Include file="./_a.md" />\n',
    "// [!code ++]",
    "// highlight-start\n",
    "\u0080",
    "\uD800",
    "\0",
    "é",
    "中",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async (parts) => {
      const { document } = await compileText(parts.join(""));
      const marks = [...document.html.matchAll(/\u0080(\d+)\u0081/g)].map(([, index]) => Number(index));
      expect(marks.filter((index) => document.slots[index] === undefined)).toEqual([]);
      expect(document.html.replace(/\u0080\d+\u0081/g, "")).not.toMatch(/[\u0080\u0081]/);
    }),
    { numRuns: 3000 },
  );
});
