import { describe, expect, test } from "vitest";
import { compileText } from "../helpers/compile.ts";

/** HTML and problems of a page written for Docusaurus. */
async function outcomeOf(body: string): Promise<{ html: string; problems: readonly string[] }> {
  const { html, problems } = await compileText(body);
  return { html: html.trim(), problems: problems.map((problem) => problem.replace(/ \((?:add|use|put|write) .*/, "")) };
}

describe("JSX", () => {
  test("imports and exports are errors at the beginning of a block, and no text", async () => {
    const { html, problems } = await outcomeOf(
      "import {\n  a,\n} from './x';\nimport Tabs from '@theme/Tabs';\nimport './a.css';\n\nexport const year = 2022;\n\nexport function X() {\n  return <p>secret</p>;\n}\n\nText:\nimport x from \"y\"\n\n```js\nimport c from 'd';\n```\n\nexport it\n",
    );
    expect(problems).toEqual([
      '1:1 error pages cannot import "./x"',
      '4:1 error pages cannot import "@theme/Tabs" (remove it: components need no import; docgen migrate converts pages of Docusaurus)',
      '5:1 error pages cannot import "./a.css"',
      '7:1 error pages cannot export "year": they do not run code',
      '9:1 error pages cannot export "X": they do not run code',
    ]);
    expect(html).not.toMatch(/@theme|year|secret/);
    expect(html).toContain("<p>Text:\nimport x from &quot;y&quot;</p>");
    expect(html).toMatch(/<p>export it<\/p>$/);
  });

  test("comments in braces and attributes as in JSX are reported, as readers would see them", async () => {
    const { problems } = await outcomeOf(
      'a {/* b */} `{/* c */}`\n\n```\n{/* d */}\n```\n\n<div className="e">\n<td colSpan={2}>f</td>\n<a data-x="{g}">h</a>\n</div>\n',
    );
    expect(problems).toEqual([
      "1:3 warning {/* is text: readers see this comment",
      '7:1 warning <div>: "classname" is written as in JSX, which browsers misread',
      '8:1 warning <td>: "colspan" is written as in JSX, which browsers misread',
    ]);
  });

  test("texts that only look like it stay: formulas, templates of other languages, types", async () => {
    const text = `{=SUM(A1:A2)} {a} {{ f(x) }} \${f(x)} {% f(x) %} #{f(x)} Array<string> Promise<Cell> <name> {it's} {a.b()}`;
    const { html, problems } = await outcomeOf(
      `${text}\n\n<script type="text/x-template">const f = () => {/* x */};</script>\n`,
    );
    expect(problems).toEqual([]);
    expect(html).toContain(text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
    expect(html).toContain("() => {/* x */};");
  });
});

describe("components", () => {
  test("take content indented as formatters do", async () => {
    const { html, problems } = await outcomeOf(
      "<Tabs\n  defaultValue={'b'}\n  values={[\n    {label: 'Apple', value: 'a'},\n    {label: 'Pear', value: 'b'}, // last\n  ]}>\n  <TabItem value=\"a\">\n    Text.\n\n    ```js\n    a\n      b\n    ```\n\n  </TabItem>\n  <TabItem value='b'>c</TabItem>\n</Tabs>\n",
    );
    expect(problems).toEqual([]);
    expect(html).toContain("<span>Apple</span>");
    expect(html).toContain('checked="" value="b"/><span>Pear</span>');
    expect(html).toContain('<div class="tab-panel" data-label="Apple"><p>Text.</p>');
    expect(html).toContain("<code>a\n  b\n</code>");
  });

  test("with code in braces are told of once, and their pairs still close", async () => {
    expect(
      (
        await outcomeOf(
          "<Tabs values={load()}>\n<TabItem value='a'>x</TabItem>\n</Tabs>\n\n<TOCInline toc={toc} />\n\n<DocCardList items={items()} />\n\n<CodeBlock>x</CodeBlock>\n",
        )
      ).problems,
    ).toEqual([
      '1:1 error <Tabs>: "values" contains code, which Markdown pages do not run',
      "5:1 error unknown component <TOCInline>",
      '7:1 error <DocCardList> has no attribute "items" (remove it)',
      "9:1 error unknown component <CodeBlock>",
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
