import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { type CompiledDocument, fillCopy, fillSlots } from "../../src/markdown/document.ts";
import { compileText } from "../helpers/compile.ts";
import { GRAMMAR_FILES, GRAMMAR_VARS, readGrammar } from "../helpers/grammar.ts";

const { tests: EXAMPLES } = createRequire(import.meta.url)("commonmark-spec") as {
  tests: { markdown: string; number: number }[];
};

const attributeOf = ({ kind, url }: { kind: string; url: string }) => `${kind === "link" ? "href" : "src"}="${url}"`;

/** A page's copy with its addresses as they were written. */
function copyOf(document: CompiledDocument): string {
  const address = ({ kind, url }: { kind: string; url: string }) => {
    return kind === "cards"
      ? "(cards)"
      : /[\s()<>]/.test(url) || url === ""
        ? `<${url.replace(/[<>\n]/g, "\\$&")}>`
        : url;
  };
  return fillCopy(document, address, attributeOf);
}

async function copyText(body: string): Promise<string> {
  return copyOf((await compileText(body, GRAMMAR_VARS, GRAMMAR_FILES)).document);
}

/** What a reader sees, whatever stands in it for looks. */
function meaning(document: CompiledDocument): string {
  return fillSlots(document, attributeOf)
    .replace(/ id="[^"]*"/g, "")
    .replace(/<a class="anchor"[^>]*>#<\/a>/g, "")
    .replace(/(?<=>)\s+|\s+(?=<)/g, " ")
    .replace(/> </g, "><")
    .replace(/(?<=<(?:p|li|td|h\d)>) | (?=<\/(?:p|li|td|h\d)>)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Examples whose copy is another text with the same look: each says why. */
const DIFFERENT: Readonly<Record<number, string>> = {
  177: "the comment that made HTML of the line vanishes",
};

test.each(EXAMPLES)("a copy means what its page does: CommonMark example $number", async ({ markdown, number }) => {
  const page = (await compileText(markdown.replaceAll("→", "\t"))).document;
  const heading = page.heading === undefined ? "" : `# ${page.heading.markdown}\n\n`;
  const text = heading + copyOf(page);
  const again = (await compileText(text)).document;
  const same = meaning(again) === meaning(page) && again.heading?.html === page.heading?.html.replace(/\n/g, " ");
  expect(same, `${meaning(page)}\n---- ${text}\n----\n${meaning(again)}`).toBe(!Object.hasOwn(DIFFERENT, number));
});

describe("directives as plain Markdown", () => {
  const cases: Record<string, readonly [source: string, copy: string]> = {
    "an admonition": [":::note\n\nText.\n\n:::", "> **Note**\n>\n> Text."],
    "one with a title": [":::warning Mind `x`\n\n- a\n\n:::", "> **Warning: Mind `x`**\n>\n> - a"],
    "an alert of GitHub": ["> [!TIP]\n> Text.", "> **Tip**\n>\n> Text."],
    "tabs, one below the other": [
      '<Tabs>\n<TabItem value="a" label="A">\n\nOne.\n\n</TabItem>\n<TabItem value="b">\n\nTwo.\n\n</TabItem>\n</Tabs>',
      "**A**\n\nOne.\n\n**b**\n\nTwo.",
    ],
    "tabs whose labels are in their group": [
      '<Tabs values={[{ value: "a", label: "A" }]}>\n<TabItem value="a">\n\nOne.\n\n</TabItem>\n<TabItem value="b">\n\nTwo.\n\n</TabItem>\n</Tabs>',
      "**A**\n\nOne.\n\n**b**\n\nTwo.",
    ],
    "a package manager's commands": [
      "```bash npm2yarn\nnpm i xlsx\n```",
      ["npm", "pnpm", "yarn", "bun"]
        .map((name) => `**${name}**\n\n\`\`\`bash\n${name === "npm" ? "npm i" : `${name} add`} xlsx\n\`\`\``)
        .join("\n\n"),
    ],
    "code without what marks it": [
      '```js title="a.js" {1} showLineNumbers run\n// highlight-next-line\nlet a; // [!code ++]\nlet b; // [!code --]\n```',
      '```js title="a.js"\nlet a;\n```',
    ],
    "a sample's output": ["```text output\n2\n```", "Output:\n\n```text\n2\n```"],
    "a live sample": ["```jsx live\n<b/>\n```", "```jsx\n<b/>\n```"],
    "a table": ["| a | b |\n|:--|--:|\n| `x\\|y` | 1 |", "| a | b |\n| :-- | --: |\n| `x\\|y` | 1 |"],
    "a filtered table": ["<FilterTable>\n\n| a |\n|---|\n| 1 |\n\n</FilterTable>", "| a |\n| --- |\n| 1 |"],
    "an include": ['<Include file="./_part.md" />', "Included *Markdown*."],
    "a file": ["<<< ./sum.js#add", "```js\nfunction add(a, b) {\n  return a + b;\n}\n```"],
    "a variable": ["v{vars.version} `{vars.version}` [f](/{vars.version})", "v0.20.3 `0.20.3` [f](/0.20.3)"],
    "a heading with an id": ["## Title {#own}", "## Title"],
    tasks: ["- [ ] a\n- [x] b", "- [ ] a\n- [x] b"],
    footnotes: ["A[^x].\n\n[^x]: Its *source*.", "A[^1].\n\n[^1]: Its *source*."],
    definitions: ["Book\n: All.", "**Book**\n\nAll."],
    cards: ["<DocCardList />", "(cards)"],
    "raw HTML": [
      '<details>\n<summary>S</summary>\n\n<a href="/x">y</a>\n\n</details>',
      '<details>\n<summary>S</summary>\n\n<a href="/x">y</a>\n\n</details>',
    ],
    "an end of an excerpt": ["a\n\n<!-- truncate -->\n\nb", "a\n\nb"],
    "text that stays text": [
      "sheet_to_json, a * b, {a}, Array\\<T>, \\*, C:\\dir, 1\\. one, \\# x",
      "sheet_to_json, a * b, {a}, Array\\<T>, \\*, C:\\dir, 1. one, # x",
    ],
    "a line that would begin something": ["\\# x\n\n1\\. y\n\n\\- z\n\n\\> q", "\\# x\n\n1\\. y\n\n\\- z\n\n\\> q"],
  };
  test.each(Object.entries(cases))("%s", async (_, [source, copy]) => expect(await copyText(source)).toBe(copy));
});

test("every construct of the dialect has a copy without the dialect, which says the same when it is read again", async () => {
  const { constructs } = readGrammar();
  expect(constructs.length).toBeGreaterThan(50);
  for (const { source, kind } of constructs) {
    if (kind !== "html") continue;
    const copy = await copyText(source);
    const again = await compileText(copy);
    expect(again.problems, copy).toEqual([]);
    expect(await copyText(copy), source).toBe(copy);
    expect(copy).not.toMatch(/^:::|^<[A-Z]|\{vars\.|[\u0080\u0081]/m);
  }
});
