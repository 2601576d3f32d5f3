import { describe, expect, test } from "vitest";
import { compileText } from "../helpers/compile.ts";

/** HTML and problems of a page written for Docusaurus. */
async function outcomeOf(body: string): Promise<{ html: string; problems: readonly string[] }> {
  const { html, problems } = await compileText(body);
  return { html: html.trim(), problems: problems.map((problem) => problem.replace(/ \((?:add|use|put|write) .*/, "")) };
}

describe("JSX", () => {
  test("comments vanish: in a line, over lines, over blocks, in HTML; in code they stay", async () => {
    const { html, problems } = await outcomeOf(
      "{/* one */}\n\na {/* in\na line */} b\n\n{/* two\n\nblocks */}\n\n<p>\n{/* c */}d</p>\n\n- {/* e */}\n\n`{/* f */}`\n\n```\n{/* g */}\n```\n",
    );
    expect(problems).toEqual([]);
    expect(html).not.toMatch(/one|line|blocks|\* [ce]/);
    expect(html).toContain("<p>a  b</p>");
    expect(html).toContain("<code>{/* f */}</code>");
    expect(html).toContain("{/* g */}\n");
  });

  test("literals in attributes are HTML: inline, in blocks, in tables, from a spread", async () => {
    const { html, problems } = await outcomeOf(
      '<span style={{color: \'red\', fontSize: 12, borderWidth: 1}}>x</span> <a href={`/b`}>c</a>\n\n<div className="row" style={{textAlign: \'center\'}}>\n<td colSpan={2}>y</td>\n<pre><code {...{"className": "language-bash"}}>{`npm <i>`}</code></pre>\n</div>\n\n<style>{`a > b { color: red }`}</style>\n',
    );
    expect(problems).toEqual([]);
    expect(html).toContain('<span style="color:red;font-size:12px;border-width:1px">x</span> <a href="/b">c</a>');
    expect(html).toContain('<div class="row" style="text-align:center">\n<td colSpan="2">y</td>');
    expect(html).toContain('<code class="language-bash">npm &lt;i&gt;</code>');
    expect(html).toContain("<style>a > b { color: red }</style>");
  });

  test("code is reported at its place and never shown, and what an import has reported is not told again", async () => {
    const { html, problems } = await outcomeOf(
      `import {\n  a,\n} from './x';\nimport Badge from '@site/src/Badge';\nimport React, { useState } from 'react';\n\nexport const year = 2022;\n\nexport function X() {\n  return (\n    <p>secret</p>\n\n  );\n}\n\ntext <Badge>new</Badge> {a.b} {year}\n\n<Badge>\n\nin\n\n</Badge>\n\n<X />\n\n{list.map((x) => (\n  <li>{x}</li>\n))}\n\n<img alt="" src={require('./a.png').default} /> {f(1)} ![{g(2)}](/p.png) <Foo a="b" />\n\n<pre>{\`npm i \${current}\`}</pre>\n`,
    );
    expect(problems).toEqual([
      '1:1 error pages cannot import "./x"',
      '4:1 error pages cannot import "@site/src/Badge"',
      '7:1 error pages cannot export "year": they do not run code',
      '9:1 error pages cannot export "X": they do not run code',
      '26:1 error "{list.map((x) => ( <li>{x}</li> ))}" is code, which Markdown pages do not run',
      '30:1 warning <img>: "src" contains code, which Markdown pages do not run, and is left out',
      '30:49 error "{f(1)}" is code, which Markdown pages do not run',
      '30:56 error "{g(2)}" is code, which Markdown pages do not run',
      "30:74 error unknown component <Foo>",
      `32:6 error "{\`npm i \${current}\`}" is code, which Markdown pages do not run`,
    ]);
    expect(html).not.toMatch(/import|export|secret|useState|list|require|Badge|npm|a\.b|year/);
    expect(html).toContain("<p>text new");
    expect(html).toContain("<p>in</p>");
  });

  test("texts that only look like it stay: formulas, templates of other languages, types, code in raw blocks", async () => {
    const text = `{=SUM(A1:A2)} {a} {{ f(x) }} \${f(x)} {% f(x) %} #{f(x)} Array<string> Promise<Cell> <name> {it's} export default is`;
    const { html, problems } = await outcomeOf(
      `${text}\n\nText:\nimport x from "y"\n\n<CodeBlock>{\`\nimport a from "b";\n\nimport c from "d";\n\`}</CodeBlock>\n\n<script>const f = () => {/* x */};</script>\n`,
    );
    expect(problems).toEqual([]);
    expect(html).toContain(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    expect(html).toContain("import x from &quot;y&quot;");
    expect(html).toContain("import c from &quot;d&quot;;");
    expect(html).toContain("() => {/* x */};");
  });
});

describe("components", () => {
  test("take literals of JavaScript, content indented as formatters do, and docgen's own lists", async () => {
    const { html, problems } = await outcomeOf(
      "<Tabs\n  defaultValue={'b'}\n  values={[\n    {label: 'Apple', value: 'a'},\n    {label: 'Pear', value: 'b'}, // last\n  ]}>\n  <TabItem value=\"a\">\n    Text.\n\n    ```js\n    a\n      b\n    ```\n\n  </TabItem>\n  <TabItem value='b'>c</TabItem>\n</Tabs>\n\n<DocCardList items={useCurrentSidebarCategory().items} />\n",
    );
    expect(problems).toEqual([]);
    expect(html).toContain("<span>Apple</span>");
    expect(html).toContain('checked="" value="b"/><span>Pear</span>');
    expect(html).toContain('<div class="tab-panel" data-label="Apple"><p>Text.</p>');
    expect(html).toContain("<code>a\n  b\n</code>");
  });

  test("with code in braces are told of once, and their pairs still close", async () => {
    expect(
      (await outcomeOf("<Tabs values={load()}>\n<TabItem value='a'>x</TabItem>\n</Tabs>\n\n<TOCInline toc={toc} />\n"))
        .problems,
    ).toEqual([
      '1:1 error <Tabs>: "values" contains code, which Markdown pages do not run',
      "5:1 error unknown component <TOCInline>",
    ]);
  });
});

describe("admonitions", () => {
  test("have Docusaurus' older names, classes and ids, and a longer fence closes them", async () => {
    const { html, problems } = await outcomeOf(
      ":::important\n\nx\n\n::::\n\n:::success[My *t*]{.own #own-id}\n\n:::note\n\nin\n\n:::\n\n:::\n\n:::secondary\n\n::::tip\n\ny\n\n::::\n\n:::\n\nafter\n",
    );
    expect(problems).toEqual([]);
    expect(html).toContain('<div class="admonition info"><p class="admonition-title">Important</p>');
    expect(html).toContain('<div class="admonition tip own" id="own-id"><p class="admonition-title">My <em>t</em></p>');
    expect(html).toContain('<div class="admonition note"><p class="admonition-title">Secondary</p>');
    expect(html).toMatch(/<\/div><\/div>\n<p>after<\/p>$/);
  });
});

describe("GFM", () => {
  test("bare addresses are links, without the marks of the sentence around them", async () => {
    const { html, document } = await compileText(
      'See https://a.b/c. (http://a.b/d_(e)), **www.f.gh**, i@j.kl! http://localhost:30/?m;\n\n[https://n.o](/p) `http://q` <a href="/r">http://s</a> xlsx@0.20.3 a@b.c1 http:// www. @ x@\n',
    );
    const links = ["https://a.b/c", "http://a.b/d_(e)", "http://www.f.gh", "mailto:i@j.kl", "http://localhost:30/?m"];
    expect(document.slots.map(({ target }) => target)).toEqual([...links, "/p", "/r"]);
    expect(document.slots[2]).toMatchObject({ line: 1, column: 42, text: "www.f.gh" });
    expect(html).toContain(
      '<a href="https://a.b/c">https://a.b/c</a>. (<a href="http://a.b/d_(e)">http://a.b/d_(e)</a>), ',
    );
    expect(html).toContain("xlsx@0.20.3 a@b.c1 http:// www. @ x@");
    expect((await compileText("~one~ ~~two~~ ~ 5\n")).html.trim()).toBe("<p><s>one</s> <s>two</s> ~ 5</p>");
  });
});
