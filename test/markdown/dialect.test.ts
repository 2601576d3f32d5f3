import { describe, expect, test } from "vitest";
import { compileText } from "../helpers/compile.ts";

/** HTML of a text that has no fault. */
async function htmlOf(body: string, vars: Readonly<Record<string, string>> = {}): Promise<string> {
  const { html, problems } = await compileText(body, vars);
  expect(problems).toEqual([]);
  return html.trim();
}

async function problemsOf(body: string): Promise<readonly string[]> {
  return (await compileText(body)).problems;
}

describe("GFM", () => {
  test("cells that a table has no column for are reported, wherever it stands", async () => {
    const lost = (place: string, columns: string, text: string) =>
      `${place} warning the table has ${columns}, so "${text}" is left out (write \\| for a bar in a cell, even in code, or add a column to the table's header)`;
    const tables =
      "| a | b |\n|---|---|\n| `A | B` | c |\n| \\| | 2 | |\n\n> | a |\n> |---|\n> | 1 | *2* | 3\n\n- | a |\n  |---|\n  | 1 | 2 |\n";
    expect(await problemsOf(tables)).toEqual([
      lost("3:1", "2 columns", "c"),
      lost("8:1", "1 column", "*2* | 3"),
      lost("12:1", "1 column", "2"),
    ]);
  });

  test("cells carry their header's text where the longest words are wider than a phone, or columns are many", async () => {
    const word = (length: number) => "w".repeat(length);
    const labels = async (...cells: string[]) => {
      const heads = cells.map((_, index) => `[\`h${index}\`](/a)`);
      const html = await htmlOf([heads, cells.map(() => "-"), cells].map((row) => `|${row.join("|")}|`).join("\n"));
      return [...html.matchAll(/<td data-label="(\w+)">/g)].map(([, label]) => label);
    };
    expect(await labels(word(20), word(20))).toEqual([]);
    expect(await labels(word(20), `\`${word(23)}\` a`)).toEqual(["h1"]);
    expect(await labels(`a [${word(10)}](/${word(40)}) `.repeat(9), word(20))).toEqual([]);
    expect(await labels(..."abcdef")).toEqual([]);
    expect(await labels(..."abcdefg")).toEqual(["h1", "h2", "h3", "h4", "h5", "h6"]);
  });

  test("each reference to a footnote shows its number, and each link back has a name", async () => {
    const html = await htmlOf("A[^a], B[^b], A again[^a]\n\n[^a]: One.\n\n[^b]: Two.\n");
    const references = html.matchAll(/<sup class="footnote-ref"><a href="#(\w+)" id="([\w:]+)">(.*?)<\/a>/g);
    expect([...references].map((found) => found.slice(1))).toEqual([
      ["fn1", "fnref1", "[1]"],
      ["fn2", "fnref2", "[2]"],
      ["fn1", "fnref1:1", "[1]"],
    ]);
    const back = html.matchAll(/<a href="#([\w:]+)" class="footnote-backref" aria-label="(.*?)">/g);
    expect([...back].map((found) => found.slice(1))).toEqual([
      ["fnref1", "Back to reference 1"],
      ["fnref1:1", "Back to reference 1-2"],
      ["fnref2", "Back to reference 2"],
    ]);
  });

  test("footnotes that no reader would see are reported", async () => {
    const notes = "A[^a] B[^b]\n\n[^a]: One.\n\n[^a]: Two.\n\n[^b]:\n\n[^c]: Lost.\n";
    expect(await problemsOf(notes)).toEqual([
      "5:1 warning the footnote [^a] is already defined on line 3: readers only see this definition (give one of the two another label)",
      "9:1 warning no text refers to the footnote [^c]: readers do not see it (add [^c] to the text, or remove the footnote)",
    ]);
    const text = "A[^known], [^knwon] *and[^2]*, `[^code]`, \\[^escaped], [^a-z]+ and [^x](y).\n\n[^known]: One.\n";
    const hint = (label: string) => `(add a line of [^${label}]: text, or write \\[ if it is text)`;
    expect(await problemsOf(text)).toEqual([
      `1:12 warning no footnote "knwon"; did you mean "known"? ${hint("knwon")}`,
      `1:25 warning no footnote "2" ${hint("2")}`,
    ]);
  });

  test("an attribute or a word of a fence that is written twice, and an empty admonition, are reported", async () => {
    const text = `<div class="a" ID="b" class="c" class="d">x</div>

A <b title="1" Title="2">b</b>.

\`\`\`js wrap title="a" title="b" wrap
let a;
\`\`\`

:::note

:::

:::note Only a title
:::
`;
    const hint = "(remove one of the two: browsers ignore the second)";
    expect(await problemsOf(text)).toEqual([
      '9:1 warning ":::note" is empty (write a text between its two lines, or remove them)',
      `1:1 warning <div> has the attribute "class" twice ${hint}`,
      `3:3 warning <b> has the attribute "title" twice ${hint}`,
      '5:1 warning "title" is written twice after the language (remove one of the two)',
      '5:1 warning "wrap" is written twice after the language (remove one of the two)',
    ]);
  });
});

describe("headings", () => {
  test("have ids by GitHub's rule, numbered where they repeat", async () => {
    const { document } = await compileText(
      "## Hello, World!\n\n## `sheet_to_json`\n\n## Hello World\n\n## 中文\n\n## 🎉\n",
    );
    expect(document.anchors).toEqual(["hello-world", "sheet_to_json", "hello-world-1", "中文", "section"]);
  });

  test("own ids come first, and automatic ones give way", async () => {
    const { document, html } = await compileText("## Same\n\n## Other {#same}\n");
    expect(document.anchors).toEqual(["same-1", "same"]);
    expect(html).toContain('<h2 id="same">Other<a class="anchor" href="#same"');
  });

  test("further ids of a heading are anchors; the first is that of the contents and the search", async () => {
    const { document, html, problems } = await compileText("## New `name` {#new #old  #Older}\n\n## Old\n");
    expect(document.anchors).toEqual(["new", "old", "Older", "old-1"]);
    expect(html).toContain('<h2 id="new"><span id="old"></span><span id="Older"></span>New <code>name</code><a');
    expect(document.toc[0]).toMatchObject({ id: "new", html: "New <code>name</code>" });
    expect(document.sections.map(({ id, title }) => [id, title])).toEqual([
      ["new", "New name"],
      ["old-1", "Old"],
    ]);
    expect(document.copy).toContain("## New `name`\n");
    expect(problems).toEqual([]);
    const twice = await compileText("## A {#x #y}\n\n## B {#z #y}\n\n## C {#w #w #y}\n\n## D {#y}\n");
    expect(twice.document.anchors).toEqual(["x", "y", "z", "w", "d"]);
    expect(twice.problems.map((problem) => problem.replace(/ \(.*/, ""))).toEqual([
      '3:1 error the id "y" is already used on line 1',
      '5:1 error the id "w" is already used on line 5',
      '5:1 error the id "y" is already used on line 1',
      '7:1 error the id "y" is already used on line 1',
    ]);
  });

  test("only an id of an element that the page has is an anchor", async () => {
    const { document, problems } = await compileText(
      [
        '<div id="real" title="<b id=attribute>"><!-- <b id="comment"> --><a name=&#x6e;amed></a></div>',
        '<script type="text/plain">const html = \'<b id="script">\';</script>',
        '<style>/* <b id="style"> */</style>',
        '<textarea aria-label="x"><b id="area"></textarea>',
        '<template><b id="template"></b><template></template><b id="rest"></b></template>',
        '<svg><title id="svg-title">a</title><style>b</style></svg><p id="after">x</p>',
      ].join("\n\n"),
    );
    expect(document.anchors).toEqual(["real", "named", "svg-title", "after"]);
    expect(problems).toEqual([]);
  });

  test("an image in HTML without alt is a warning at its tag; tags in scripts are no tags", async () => {
    const text =
      'A <img src="a.png"> b\n\n<p>\n  <IMG src="b.png">\n  <img src="c.png" alt>\n</p>\n\n<script type=text/plain>"<img src=d.png>"</script>';
    const warning = 'warning image has no alt text (add alt="…" with what it shows, or alt="" if it is decorative)';
    expect(await problemsOf(text)).toEqual([`1:3 ${warning}`, `4:3 ${warning}`]);
  });

  test("an id set twice is an error that names both lines", async () => {
    expect(await problemsOf("## A {#x}\n\n## B {#x}\n")).toEqual([
      '3:1 error the id "x" is already used on line 1 (give one of the two another id)',
    ]);
  });

  test("ids that are names of the browser or of objects are ids like others", async () => {
    const { document } = await compileText("## constructor\n\n## `__proto__`\n\n## location\n");
    expect(document.anchors).toEqual(["constructor", "__proto__", "location"]);
  });

  test("the table of contents lists headings without links", async () => {
    const { document } = await compileText("# T\n\n## A `b` [c](/d)\n\n### E\n\n#### F\n");
    expect(document.toc).toEqual([
      { level: 2, id: "a-b-c", html: "A <code>b</code> c" },
      { level: 3, id: "e", html: "E" },
      { level: 4, id: "f", html: "F" },
    ]);
    expect(document.heading).toEqual({ html: "T", text: "T", markdown: "T" });
  });
});

describe("headings without a text", () => {
  test("are reported and left out", async () => {
    const { html, problems, document } = await compileText("#\n\nA\n\n## {#own}\n\n##\n\n## B\n");
    expect(problems).toEqual([
      "1:1 warning heading is empty (add text, or remove it)",
      "5:1 warning heading is empty (add text, or remove it)",
      "7:1 warning heading is empty (add text, or remove it)",
    ]);
    expect(html).not.toMatch(/<h\d[^>]*><\/h/);
    expect(document.toc.map(({ id }) => id)).toEqual(["b"]);
  });
});

describe("admonitions", () => {
  test("one that is not closed, and one of no known kind, are reported at their line", async () => {
    expect(await problemsOf("x\n\n:::note A\n\ntext\n")).toEqual([
      '3:1 error ":::note" is not closed (close it with a line of :::)',
    ]);
    // The line that seems to end it is named.
    expect(await problemsOf("::::note\n\ntext\n\n:::\n")).toEqual([
      '1:1 error "::::note" is not closed (close it with a line of ::::; the ::: on line 5 does not close it)',
    ]);
    expect(await problemsOf(":::nott A\n\ntext\n\n:::\n")).toEqual([
      '1:1 warning unknown admonition ":::nott"; did you mean "note"?',
    ]);
    // Between other lines of a paragraph, too; its end is not told of apart, one without a beginning is.
    expect(await problemsOf("Text\n:::shrug\nmore\n:::\n")).toEqual([
      expect.stringMatching(/^2:1 warning unknown admonition ":::shrug" \(known: note, tip, /),
    ]);
    expect(await problemsOf("Text\n\n:::\n")).toEqual([
      '3:1 warning ":::" closes nothing (remove it, or open it with :::note)',
    ]);
  });
});

describe("components", () => {
  test("attributes are texts, flags and JSON5 in braces, over several lines", async () => {
    const { html, problems } = await compileText(
      "<Tabs\n  label=\"a > b\"\n  values={[{value: 'a', label: 'A}'}, /* } */ ]}\n  queryString\n  groupId='g'\n>\n<TabItem value=\"a\">x</TabItem>\n</Tabs>\n",
    );
    expect(problems).toEqual([]);
    expect(html).toContain('<div class="tabs" data-group="g" data-query="g"');
    expect(html).toContain('aria-label="a &gt; b"');
    expect(html).toContain("<span>A}</span>");
    expect(await problemsOf("<FilterTable label={1 + 1}>\n\n| a |\n|---|\n\n</FilterTable>\n")).toEqual([
      '1:1 error <FilterTable>: "label" contains code, which Markdown pages do not run (write a literal: a string, a number, true, false, null, an array or an object)',
    ]);
  });

  test("an unknown one is an error with the nearest name", async () => {
    expect(await problemsOf("a\n\n<Tabz>\n\nx\n\n</Tabz>\n")).toEqual([
      '3:1 error unknown component <Tabz>; did you mean "Tabs"? (write it in backticks if it is text, or add it to components in site.config.ts; components: Badge, DocCardList, FilterTable, Kbd, Options, Signature, TabItem, Tabs)',
    ]);
  });

  test("one that is not closed, or closes nothing, is an error at its line", async () => {
    expect(await problemsOf("<Tabs>\n\nx\n")).toEqual([
      "1:1 error <Tabs> is not closed (close it with </Tabs> on a line of its own)",
    ]);
    expect(await problemsOf("x\n\n</Tabs>\n")).toEqual([
      '3:1 error "</Tabs>" closes nothing (open it with <Tabs> or remove it)',
    ]);
  });

  test("what tabs would lose is an error, a tab without a label or a group a warning", async () => {
    const tabs =
      '<Tabs>\n<!-- fine -->\n\nLost\n\nLost, too\n\n<TabItem>\n\nx\n\n</TabItem>\n</Tabs>\n\n<TabItem label="b">y</TabItem>\n';
    const lost = "readers would not see";
    expect(await problemsOf(tabs)).toEqual([
      `4:1 error this is inside <Tabs>, but in none of its tabs: ${lost} it (move it into a tab, or above <Tabs>)`,
      '8:1 warning <TabItem> has no label (add label="…")',
      "15:1 warning <TabItem> is not directly in <Tabs> (put it between <Tabs> and </Tabs>)",
    ]);
    const tab = (attributes: string) => `<TabItem ${attributes}>x</TabItem>\n`;
    expect(
      await problemsOf(
        `<Tabs>\n${tab('value="a"')}${tab('label="b"')}${tab('value="a" label="c"')}</Tabs>\n<Tabs>\n${tab('value="a"')}</Tabs>\n`,
      ),
    ).toEqual([
      '4:1 error another <TabItem> of this group has the value "a", on line 2 (give each a different value="…": docgen remembers the choice by it)',
    ]);
    expect(await problemsOf("::: code-group\n\nLost\n\n```js\na\n```\n\n:::\n")).toEqual([
      `3:1 error a code group can only contain fences: ${lost} this (move it above the group)`,
    ]);
    const label = "write labels in brackets after the language, such as ```js [config.js]";
    const fences = "```js [a]\n1\n```\n\n```ts [a]\n2\n```\n";
    expect(await problemsOf(`::: code-group\n\n${fences}\n:::\n`)).toEqual([
      `7:1 error another fence of this group has the label "a", on line 3 (give each a different label: ${label.replace("labels", "it")})`,
    ]);
    expect(await problemsOf(`::: code-group Files\n\n${fences}\n:::\n`)).toEqual([
      `1:1 warning "::: code-group" is not alone on its line (remove the rest of the line, and ${label})`,
    ]);
  });
});

test("commands without an equivalent stay as they are, with a warning, and comments are no commands", async () => {
  const source = "```bash npm2yarn\nnpm ci && npm i a && npm run b\n# npm i\nnpm publish\n```\n";
  const { document, html } = await compileText(source);
  expect([...document.copy.matchAll(/```bash\n(.*?)\n```/gs)].map(([, code]) => code)).toEqual([
    "npm ci && npm i a && npm run b\n# npm i\nnpm publish",
    "npm ci && pnpm add a && pnpm run b\n# npm i\nnpm publish",
    "npm ci && yarn add a && yarn b\n# npm i\nyarn publish",
    "npm ci && bun add a && bun run b\n# npm i\nnpm publish",
  ]);
  expect(html).not.toContain("auto-convert");
  const hint = "write a ::: code-group in place of npm2yarn, with a fence for each package manager";
  expect(await problemsOf(source)).toEqual([
    `2:1 warning "npm ci" has no equivalent for pnpm, yarn, bun: their tabs show it as it is (${hint})`,
    `4:1 warning "npm publish" has no equivalent for pnpm, bun: their tabs show it as it is (${hint})`,
  ]);
});

test("marks in code that mark nothing are reported", async () => {
  const code =
    "// highlight-end\nlet a; // [!code fokus]\n// highlight-nextline\n// highlight-start\nlet b; // [!code ++]";
  const hint = `write highlight-next-line, highlight-start, highlight-end, or one of ${["++", "--", "focus", "highlight", "hl", "error", "warning", "word:text"].map((name) => `[!code ${name}]`).join(", ")}`;
  expect(await problemsOf(`\`\`\`js /nope/ /let a/\n${code}\n\`\`\`\n`)).toEqual([
    '2:1 warning "highlight-end" closes nothing (write a comment highlight-start before the first line to mark, or remove it)',
    `3:1 warning readers see the comment "// [!code fokus]": it marks nothing (${hint})`,
    `4:1 warning readers see the comment "// highlight-nextline": it marks nothing (${hint})`,
    '5:1 warning "highlight-start" is not closed (write a comment highlight-end after the last line to mark)',
    "1:1 warning /nope/ matches nothing (the code does not contain this text)",
  ]);
});

test("headings that only show components, HTML or formulas have no name", async () => {
  const warning = "warning the heading has no text: links to it have no name (add text beside it)";
  const source = "## <Kbd></Kbd>\n\n## <br>\n\n## ![Alt](a.png)\n\n## <Badge>new</Badge>\n";
  const { document } = await compileText(source);
  expect(document.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    "1 the heading has no text: links to it have no name",
    "3 the heading has no text: links to it have no name",
    "1 <Kbd> contains no text",
  ]);
  expect(document.toc.map(({ id }) => id)).toEqual(["section-1", "alt", "section-2"]);
  expect(await problemsOf("## &nbsp;\n")).toEqual([`1:1 ${warning}`]);
});

test("components in lower case are told, elements of HTML are not", async () => {
  const hint = (name: string) => `warning HTML has no element <${name.toLowerCase()}> (write <${name}>)`;
  expect(
    await problemsOf('A <badge type="tip">b</badge> <kbd>c</kbd>\n\n<include file="./_a.md" />\n\n<tabs>\n</tabs>\n'),
  ).toEqual([`1:3 ${hint("Badge")}`, `3:1 ${hint("Include")}`, `5:1 ${hint("Tabs")}`]);
});

test("lists in another form contain one list and nothing else", async () => {
  const fault = (name: string, hint = "move titles and other blocks out of it") =>
    `error "${name}" must contain a ${name === ":::steps" ? "numbered " : ""}list and nothing else (${hint})`;
  expect(
    await problemsOf(
      "x\n:::steps\n- a\n:::\n\n:::steps\n1. a\n2) b\n:::\n\n:::steps Title\n1. a\n:::\n\n:::steps\n3. a\n   1. b\n:::\n\n> :::cards\n> - a\n>\n> b\n> :::\n\n:::file-tree\n:::\n\n:::card\n- a\n:::\n",
    ),
  ).toEqual([
    `3:1 ${fault(":::steps", "write 1. before each item")}`,
    `8:1 ${fault(":::steps")}`,
    `11:1 ${fault(":::steps", "remove the title")}`,
    `23:1 ${fault(":::cards")}`,
    `26:1 ${fault(":::file-tree", "write a list in it")}`,
    '29:1 warning unknown admonition ":::card"; did you mean "cards"?',
  ]);
  expect(await problemsOf(":::steps\n1. a\n")).toEqual([
    '1:1 error ":::steps" is not closed (close it with a line of :::)',
  ]);
  const { html, document } = await compileText(":::steps\n3. a\n   1. b\n:::\n");
  expect(html).toContain('<ol start="3" class="steps">');
  expect(html.match(/class=/g)).toHaveLength(1);
  expect(document.copy).toBe("3. a\n   1. b");
});

describe("components inside a text", () => {
  const html = async (source: string) => (await compileText(source)).html.trim();

  test("are part of sentences, lists, tables, titles and links, and contain Markdown of their own", async () => {
    expect(await html("<Badge>a *b*</Badge> **c <Badge>d** e</Badge>")).toBe(
      '<p><span class="badge note">a <em>b</em></span> **c <span class="badge note">d** e</span></p>',
    );
    expect(await html("[<Kbd>a</Kbd>](/b)\n<Badge\ntype={'tip'}>x\ny</Badge>")).toBe(
      '<p><a href="/b"><kbd>a</kbd></a>\n<span class="badge tip">x\ny</span></p>',
    );
    expect(await html("<Badge>[a](/b) <Badge>`</Badge>`</Badge></Badge>")).toBe(
      '<p><span class="badge note"><a href="/b">a</a> <span class="badge note"><code>&lt;/Badge&gt;</code></span></span></p>',
    );
    expect(await html("- <Kbd>a</Kbd>\n")).toBe("<ul>\n<li><kbd>a</kbd></li>\n</ul>");
    expect(await html(":::tip See <Kbd>a</Kbd>\n:::\n")).toContain('title">See <kbd>a</kbd></p>');
    expect(await html("| <Kbd>a</Kbd> |\n|-|\n| <Badge>`b\\|c`</Badge> |\n")).toContain("<code>b|c</code></span></td>");
  });

  test("are their text in titles, contents, sections and copies; a badge is no part of an id or a row's name", async () => {
    const { document } = await compileText(
      "# Rows <Badge>*beta*</Badge>\n\n## Ctrl <Kbd>C</Kbd> <Badge>new</Badge>\n\n<Options>\n\n| Name |\n|-|\n| `dense` <Badge>0.20</Badge> |\n| raw <Badge>0.20</Badge> |\n\n</Options>\n",
    );
    expect(document.problems).toEqual([]);
    expect(document.heading).toEqual({
      html: 'Rows <span class="badge note"><em>beta</em></span>',
      text: "Rows beta",
      markdown: "Rows *beta*",
    });
    expect(document.toc).toEqual([{ level: 2, id: "ctrl-c", html: "Ctrl C new" }]);
    expect(document.anchors).toEqual(["ctrl-c", "opt-dense", "opt-raw"]);
    expect(document.copy).toBe("## Ctrl C new\n\n| Name |\n| --- |\n| `dense` 0.20 |\n| raw 0.20 |");
    expect(document.sections.map(({ title, defined }) => [title, defined])).toEqual([
      ["Ctrl C new", []],
      ["dense", ["dense"]],
    ]);
  });

  test("types in prose, code and escapes stay text", async () => {
    const text = "Array<Badge> Map<Cell, Kbd> <Cell> <T>x</T> a < b {a} <Badge";
    const { html: shown, problems } = await compileText(`${text} \`<Badge>\` \\<Badge>\n`);
    expect(problems).toEqual([]);
    expect(shown).toContain(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
  });

  test("have their faults reported at their place", async () => {
    const problems = (
      await problemsOf(
        "a\n\n| b | <Badge tpye='tip'>c</Badge> |\n|-|-|\n\nd\n![<Foo/>](/e.png) </Kbd> <Badge>f\n\ng</Badge>\n\n<Kbd>\nEsc\n</Kbd>\n",
      )
    ).map((problem) => problem.replace(/ \(.*/, ""));
    expect(problems).toEqual([
      "11:1 error <Kbd> is not inside a text",
      '3:7 error <Badge> has no attribute "tpye"; did you mean "type"?',
      "7:1 error unknown component <Foo>",
      '7:19 error "</Kbd>" closes nothing',
      "7:26 error <Badge> is not closed",
      '9:2 error "</Badge>" closes nothing',
    ]);
  });
});

describe("a tag whose quote or brace is not closed is the only error", () => {
  const tabs = (open: string, tab: string) => `${open}\n\n${tab}\n\nx\n\n</TabItem>\n\n</Tabs>\n`;
  test.each([
    ['A <Badge type="tip>x</Badge> b.\n', '1:3 error <Badge>: the quote of "type" is not closed'],
    // The next quote belongs to something else.
    [
      'A <Badge type="tip>x</Badge>, <Badge type="tip">y</Badge>.\n',
      '1:3 error <Badge>: the quote of "type" is not closed',
    ],
    ["A <Badge type='tip>x</Badge> that's 'new'.\n", '1:3 error <Badge>: the quote of "type" is not closed'],
    ['| <Badge type="tip>x</Badge> | "c" |\n|--|--|\n', '1:3 error <Badge>: the quote of "type" is not closed'],
    ['A <Badge type={"tip">x</Badge> b.\n', '1:3 error <Badge>: the braces of "type" are not closed'],
    ['A <Badge type="tip" a=b>x</Badge> b.\n', '1:3 error <Badge>: the value of "a" has no quotes'],
    [
      tabs('<Tabs groupId="os>', '<TabItem value="a" label="A">'),
      '1:1 error <Tabs>: the quote of "groupId" is not closed',
    ],
    [tabs('<Tabs groupId={"os">', '<TabItem label="A">'), '1:1 error <Tabs>: the braces of "groupId" are not closed'],
    ["<Tabs groupId={[\n1\n>\n", '1:1 error <Tabs>: the braces of "groupId" are not closed'],
  ])("%j", async (text, message) => {
    expect((await problemsOf(text)).map((problem) => problem.replace(/ \(.*/, ""))).toEqual([message]);
  });
});

describe("text that looks like something else", () => {
  test("a comment that is not closed would take the rest of the page with it, and is an error", async () => {
    const hint = "(close it with -->; inside HTML, without an empty line before that)";
    expect(await problemsOf("<div>\n  <!-- a\n\nb -->\n</div>\n\n<!-- c\n\nd\n")).toEqual([
      `2:3 error the comment is not closed ${hint}`,
      `7:1 error the comment is not closed ${hint}`,
    ]);
    expect(
      await problemsOf('<script type="text/plain">\nconst open = "<!--";\n</SCRIPT>\n\n<svg><style /><path /></svg>\n'),
    ).toEqual([]);
  });

  test("elements that their block leaves open, and ends of none, are reported where they stand", async () => {
    const open = "<div>\n\nText <b>bold\n\n- a <span>x\n- b </span>\n\n| a |\n|---|\n| c <i>d |\n\n<section/>\n";
    const hint = (name: string) => `(close it with </${name}> in the same block)`;
    expect((await problemsOf(open)).toSorted()).toEqual([
      `10:5 warning <i> is not closed ${hint("i")}`,
      `12:1 warning <section> is not closed ${hint("section")}`,
      `1:1 warning <div> is not closed ${hint("div")}`,
      `3:6 warning <b> is not closed ${hint("b")}`,
      `5:5 warning <span> is not closed ${hint("span")}`,
      "6:5 warning </span> closes nothing here (open it with <span> in the same block, or remove it)",
    ]);
    const cell = "<table>\n  <tr>\n    <td>\n\n    *a*\n\n    </td>\n  </tr>\n</table>\n";
    expect(await problemsOf(cell)).toEqual([
      "5:5 warning the indented lines below <td> are code (start these lines at the margin: four spaces turn them into code)",
    ]);
    await htmlOf("<div>\n\n    let a;\n\n</div>\n");
    await htmlOf(
      "<ul><li>a<li>b</ul>\n\nA<br>b <img alt='' src='/a.png'> <svg><path d='M0 0'/></svg> <!-- <b> -->\n\n<DIV>\n\n<details><summary>a</summary>\n\nx\n\n</details>\n</DIV>\n\n<style>\na > b {}\n</style>\n",
    );
  });

  test("javascript: addresses are not links, and the author is told", async () => {
    const { html, problems } = await compileText("[x](javascript:alert(1))\n");
    expect(html.trim()).toBe("<p>[x](javascript:alert(1))</p>");
    expect(problems.join()).toContain("1:3 warning docgen removes URLs that would run code");
  });
});

describe("variables", () => {
  test("an unknown one is an error at its column", async () => {
    const { problems } = await compileText("a {vars.verson}\n", { version: "1" });
    expect(problems).toEqual([
      '1:3 error no variable "verson"; did you mean "version"? (add it to vars in site.config.ts)',
    ]);
  });

  test("whose values are more than memory holds are one error, at the first too many", async () => {
    const { problems } = await compileText("{vars.a}\n".repeat(5000), { a: "y".repeat(1_000_000) });
    expect(problems).toEqual([
      "11:1 error the values of the variables on this page have more than 10,000,000 characters (split the page)",
    ]);
  });
});

describe("code blocks", () => {
  test("of an unknown language are plain, with one warning per language", async () => {
    const { html, problems } = await compileText("```javascrpt\na<b\n```\n\n```javascrpt\nc\n```\n");
    expect(html).toContain("a&lt;b");
    expect(problems).toEqual([
      '1:1 warning no highlighting for "javascrpt"; did you mean "javascript"? (write "text" for plain text)',
    ]);
  });

  test("that are not closed are errors at their line", async () => {
    expect(await problemsOf("a\n\n~~~js\nb\n")).toEqual([
      "3:1 error code fence is not closed (close it with a line of ~~~)",
    ]);
    expect(await problemsOf("> ```js\n> a\n> ```\n")).toEqual([]);
    expect(await problemsOf("```js\na\n~~~\n\ntext\n")).toEqual([
      "1:1 error code fence is not closed (close it with a line of ```; the ~~~ on line 3 does not close it)",
    ]);
  });

  test("with words or marks of lines that mean nothing are reported with the nearest word", async () => {
    expect(await problemsOf("```js showLineNumber {1,99} {x} wide=1 run [a.js] title='b' /a/\na\n```\n")).toEqual([
      `1:1 warning unknown word "showLineNumber" after the language of a fence; did you mean "showLineNumbers"?`,
      expect.stringMatching(/^1:1 warning unknown word "wide" .* \(known: \{1,4-6\}, \/text\/, title, .*nocheck\)$/),
      expect.stringContaining('"{x}" after'),
      "1:1 warning {99} matches no line (the code has 1 line)",
    ]);
    const faults = await problemsOf('```js {0,1} {3-1} {1-} title="a showLineNumbers=false\na\n```\n');
    expect(faults.map((fault) => fault.replace(/ after .*/, ""))).toEqual([
      ...["{0,1}", "{3-1}", "{1-}", 'title="a'].map((word) => `1:1 warning unknown word "${word}"`),
      "1:1 warning showLineNumbers=false is not a number (write showLineNumbers=7)",
    ]);
    expect(await problemsOf("```js run=true session\na\n```\n")).toEqual([
      '1:1 warning "run" takes no value (write run)',
      '1:1 warning "session" has no value (write session=a)',
    ]);
  });

  test("that are live are no modules", async () => {
    const warning =
      "a live sample can't be a module: readers would see an error instead (remove import and export: React and the library of live.library are available without them)";
    const live = (code: string) => problemsOf(`\`\`\`jsx live\n${code}\n\`\`\`\n`);
    expect(await live('import { useState } from "react";\n<b/>')).toEqual([`2:1 warning ${warning}`]);
    expect(await live("const A = () => <b/>;\nexport default A;")).toEqual([`3:1 warning ${warning}`]);
    expect(await live('const a = "import x";\n<b>import {a}</b>')).toEqual([]);
  });

  test.each([
    ["jsx live input=a.csv", 'fetch("/a.csv")', []],
    ["jsx live input", '<input type="file" />', []],
    [
      "jsx live input=a.csv",
      'fetch("/b.csv")',
      ["1:1 warning input=a.csv is not in the code (name the file that the sample fetches)"],
    ],
    [
      "jsx live input",
      "<b/>",
      ['1:1 warning "input" names no file, and the code has no <input type="file"> (write input=a.csv)'],
    ],
    ["jsx input=a.csv", "a.csv", ['1:1 warning "input" works with "live" only (add live, or remove input)']],
    ['jsx live expects="a"', "<b/>", ['1:1 warning "expects" works with "input" only (add input, or remove expects)']],
  ])("that take a reader's file read one: %s, %s", async (info, code, problems) => {
    expect(await problemsOf(`\`\`\`${info}\n${code}\n\`\`\`\n`)).toEqual(problems);
  });

  test.each([
    ["js keep=a.txt", '1:1 error "keep" works with "run" only (add run, or remove keep)'],
    ["js session=a", '1:1 error "session" works with "run" only (add run, or remove session)'],
    ["js timeout=5", '1:1 error "timeout" works with "run" or "live" only (add run, or remove timeout)'],
    [
      "js run timeout=5s",
      '1:1 error timeout "5s" is not a valid time (write seconds, at most 600, such as timeout=20)',
    ],
    ["js run timeout=0", '1:1 error timeout "0" is not a valid time (write seconds, at most 600, such as timeout=20)'],
    ["js run allow=everything", '1:1 error unknown permission "everything" (allow= takes worker and loopback)'],
    ["js run file=a.js", '1:1 error "run" has no effect on a file for samples (remove run, or remove file)'],
    [
      "js run keep=../a.csv",
      '1:1 error file "../a.csv" is not inside the sample\'s folder (write a name such as data/people.json)',
    ],
    ["tsx run", '1:1 error "run" works with js, mjs and ts, not with "tsx" (write tsx live)'],
    ["python run", '1:1 error "run" works with js, mjs and ts, not with "python" (write js run)'],
    ["jsx height=20", '1:1 warning "height" works with "live" only (add live, or remove height)'],
    ["jsx noInline", '1:1 warning "noInline" works with "live" only (add live, or remove noInline)'],
    ["js npm2yarn", '1:1 warning "npm2yarn" converts commands of a shell, not "js" (write bash npm2yarn)'],
  ])("tell words without an effect: %s", async (info, problem) => {
    expect(await problemsOf(`\`\`\`${info}\n1\n\`\`\`\n`)).toEqual([problem]);
  });

  test("that are diagrams have their caption, and words that mean nothing are told", async () => {
    const text = '```mermaid title="A & B"\nflowchart LR\n```\n';
    expect(await htmlOf(text)).toContain('<figure class="mermaid"><figcaption>A &amp; B</figcaption><pre');
    expect(await problemsOf(text.replace('"\n', '" wide\n'))).toEqual([
      expect.stringMatching(/^1:1 warning unknown word "wide" after/),
    ]);
  });
});

describe("rows of options", () => {
  const table = (...cells: string[]) =>
    `<Options>\n\n| Name | Text |\n|---|---|\n${cells.map((cell) => `| ${cell} |`).join("\n")}\n\n</Options>\n`;

  test("have ids of what they name, apart from those of headings and of each other", async () => {
    const rows = table("`cellDates` | a", "`!cols`, `!rows` | b", "plain *text* | c", " | d", "`cellDates` | e");
    const { document, problems } = await compileText(
      `## A {#opt-cols}\n\n${rows}\n| \`x\` | y |\n|---|---|\n| \`z\` | y |\n`,
    );
    expect(problems).toEqual([]);
    expect(document.anchors).toEqual(["opt-cols", "opt-celldates", "opt-cols-1", "opt-plain-text", "opt-celldates-1"]);
  });

  test("are sections of their own, and what follows belongs to the heading again", async () => {
    const { document } = await compileText(
      `## A\n\nOne.\n\n${table("`b(c)` | Of b.", "`x` | [There](/x).", "`d.e` | Of d.")}\nTwo.\n\n## E\n`,
    );
    expect(document.sections.map(({ id, title, text, defined }) => [id, title, text, defined])).toEqual([
      ["a", "A", "One. Name Text x There. Two.", []],
      ["opt-b", "b", "b(c) Of b.", ["b"]],
      ["opt-d-e", "d.e", "d.e Of d.", ["d.e"]],
      ["e", "E", "", []],
    ]);
  });
  test("explain the members of types, which are names of the section around them", async () => {
    const rows = table("`a` | Of a.").replace("<Options>", '<Options of="Info, Other.member">');
    const { document } = await compileText(`## A\n\n${rows}`);
    expect(document.sections.map(({ id, defined }) => [id, defined])).toEqual([
      ["a", ["Info"]],
      ["opt-a", ["a"]],
    ]);
  });
  test("have a section if they link to a place in another page, which only explains a word", async () => {
    const { document } = await compileText(table("`a` | [Text](/b#c).", "`d` | [There](/e)."));
    expect(document.sections.map(({ id, defined }) => [id, defined])).toEqual([
      ["", []],
      ["opt-a", ["a"]],
    ]);
  });
});

test("programs of more than 40 lines are folded, unless the fence says otherwise or they run in the page", async () => {
  const program = (info: string, lines: number) => htmlOf(`\`\`\`${info}\n${"a;\n".repeat(lines)}\`\`\`\n`);
  expect(await program("js", 41)).toContain(
    '</pre><details class="fold"><summary>Show all 41 lines</summary></details>',
  );
  for (const [info, lines] of [
    ["js", 40],
    ["js nofold", 41],
    ["jsx live", 41],
  ] as const)
    expect(await program(info, lines)).not.toContain("fold");
});

describe("search sections", () => {
  test("are the lead and each heading down to level 3, code apart", async () => {
    const { document } = await compileText("Lead.\n\n## A\n\nText *a*.\n\n```js\nlet b;\n```\n\n#### Deep\n\nMore.\n");
    expect(document.sections).toEqual([
      { id: "", title: "", level: 1, text: "Lead.", code: "", labels: "", defined: [] },
      { id: "a", title: "A", level: 2, text: "Text a. Deep More.", code: "let b;", labels: "", defined: [] },
    ]);
    expect(document.lead).toBe("Lead.");
  });

  test.each([
    ["a table's first cell of code is a name that is explained there", "`a` | b |", ["a"]],
    ["several of them, and calls", "`a`, `b(c, d)` | e |", ["a", "b"]],
    ["a name with a sign may stand behind what it is called", "Some format | `.xlsx` |", [".xlsx"]],
    ["a word in front of other names doesn't make them explained", "a task | `read` |", []],
    ["other cells are text", "`a` is b | c |", []],
    ["code that is no name", "`a b` | c |", []],
    ["a link to another page says where it is explained", "`a` | [b](/c) |", []],
    ["a link inside the page does not", "`a` | [b](#c) |", ["a"]],
  ])("%s", async (_, row, names) => {
    const { document } = await compileText(`| A | B |\n|---|---|\n| ${row}\n\n## C\n`);
    expect(document.sections[0]?.defined).toEqual(names);
  });
});

test("links with a space in their address, links in links, and headings without a space are reported", async () => {
  const lines = [
    '[x](my file.md) `[x](a b)` [t](https://x.example "t") fns[0](a b) [a](<b c>) ![p](./p.png =9x)',
    "",
    "#Title",
    "##B `c`",
    "#include \\##x #1 `x`#Foo",
    "",
    '[a <Badge>[b](/b)</Badge>](/c) <a href="/d">[y](/e)</a> [f](/g)[h](/i)',
    "",
    "| #Rows |",
    "|---|",
    "| 1 |",
    "",
    '<Badge type={["tip"]}>x</Badge>',
  ];
  const space = `warning a link's address contains a space (write the address between < and >, and <img src="…" width="…"> for the size of an image)`;
  const heading = "warning a heading without a space is text (add a space after #, or write \\# if it is text)";
  const nested = "warning a link inside a link (put it before or after the other one: browsers would end that here)";
  expect((await problemsOf(lines.join("\n"))).toSorted()).toEqual(
    [
      '13:1 error <Badge>: unknown type "["tip"]" (values: note, tip, info, warning, danger, caution)',
      `1:1 ${space}`,
      `1:78 ${space}`,
      `3:1 ${heading}`,
      `4:1 ${heading}`,
      `7:12 ${nested}`,
      `7:46 ${nested}`,
    ].toSorted(),
  );
});

test("components without the content that they show, or with content that they don't show, are reported", async () => {
  const lines = [
    'A <Badge/> <Kbd> </Kbd> <Badge type="tip">1</Badge>.',
    "",
    "<Tabs>\n</Tabs>",
    "",
    '<Tabs>\n<TabItem value="a"/>\n</Tabs>',
    "",
    "<FilterTable>\n\ntext\n\n</FilterTable>",
    "",
    "<DocCardList>\n\ntext\n\n</DocCardList>",
    "",
    "::: code-group\n\n:::",
    "",
    '<Tabs groupId="a" groupId={"b"}>\n<TabItem label="x" value={y} value={z}>\n\nt\n\n</TabItem>\n</Tabs>',
  ];
  const missing = (name: string, content: string) => {
    return `warning <${name}> contains no ${content} (write it between <${name}> and </${name}>, or remove them)`;
  };
  const code = `error <TabItem>: "value" contains code, which Markdown pages do not run (write a literal: a string, a number, true, false, null, an array or an object)`;
  const twice = (name: string, key: string) =>
    `error <${name}> has the attribute "${key}" twice (remove one of the two)`;
  expect((await problemsOf(lines.join("\n"))).toSorted()).toEqual(
    [
      `1:1 ${missing("Badge", "text")}`,
      `1:1 ${missing("Kbd", "text")}`,
      `3:1 ${missing("Tabs", "tab")}`,
      `7:1 ${missing("TabItem", "text")}`,
      `10:1 ${missing("FilterTable", "table")}`,
      "16:1 error <DocCardList> does not show its content: readers would not see this (write <DocCardList />)",
      "22:1 error the code group is empty (write fences in it)",
      `26:1 ${twice("Tabs", "groupId")}`,
      `27:1 ${twice("TabItem", "value")}`,
      `27:1 ${code}`,
      `27:1 ${code}`,
    ].toSorted(),
  );
});

test("links that a space tears apart, and unknown emoji, are reported where they are no other text", async () => {
  const apart = "warning a space between a link's text and its address (remove the space, or write \\[ if it is text)";
  const emoji = (name: string, guess = "") => `warning unknown emoji "${name}"${guess} (write \\: if it is text)`;
  const lines = [
    "[y] (x.md) ![p] (a/p.png) [z]  (https://x.example) [a] (#b) [s] (a remark) rows[0] (1.md) \\[e] (x.md) `[c] (x.md)`",
    "",
    ":rokcet: :smile: :unheard-of: a::b:: 10:20:30 [:alpha:] \\:left: `:code:` x:y:z https://a.example/:id:/",
  ];
  expect(await problemsOf(lines.join("\n"))).toEqual([
    ...[1, 12, 27, 52].map((column) => `1:${column} ${apart}`),
    `3:1 ${emoji(":rokcet:", '; did you mean "rocket"?')}`,
    `3:18 ${emoji(":unheard-of:")}`,
  ]);
});

test("blocks that are nested too deep for readers to see them are reported", async () => {
  const list = (depth: number) => Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- x\n`).join("");
  const message = "error lists and quotes are nested deeper than 50: readers would not see this (indent it less)";
  expect(await problemsOf(list(49))).toEqual([]);
  expect(await problemsOf(list(60))).toEqual([`50:1 ${message}`]);
  expect(await problemsOf(`Text.\n\n${">".repeat(120)} deep\n\nText.\n`)).toEqual([`3:1 ${message}`]);
});

test("braces at the end of a heading that are no id are reported", async () => {
  const warning =
    "warning braces in the heading are text (write ids as {#first #second} at its end, or write \\{ if it is text)";
  const source =
    "## A {#a b}\n\n## B { #b }\n\n## C {#c} {#d}\n\n## D {.wide}\n\n## E {#e #f}\n\n## `{#g h}`\n\n## H \\{#h i}\n\n## {x}\n";
  expect(await problemsOf(source)).toEqual([1, 3, 5, 7].map((line) => `${line}:1 ${warning}`));
});
