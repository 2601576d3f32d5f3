import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { articleOf, buildSite, makeSite, readOutput, writeFiles } from "../helpers/docgen.ts";

const configWith = (api: string) => `export default { title: "Fixture", url: "https://example.com", api: ${api} };\n`;

const LIBRARY = {
  "content/pages/index.md": "# Home\n",
  "site.config.ts": configWith('{ declarations: "types/index.d.ts", name: "Lib" }'),
  "types/index.d.ts": `export as namespace Lib;
/** Reads data. */
export function read(data: string, opts?: ReadOptions): Book;
export function read(data: Uint8Array): Book;
export declare const utils: Lib$Utils;
export const version: string;
export enum Kind { One = 1, Two }
export type Mode = "fast" | 'slow';
export * from "./more.js";
export { hidden as shown, type Inner };
declare const hidden: number;
interface Inner { deep: string }
interface Lib$Utils {
  to_text<T>(book: Book, options?: Omit<ReadOptions, "mode">, callback?: (row: T, index: number) => void): string;
  first(): void;
}
`,
  "types/more.d.ts": `export interface Common {
  /** @default false */
  strict?: boolean;
}
export interface ReadOptions extends Common {
  /**
   * How to read.
   * @default 'fast'
   */
  mode?: Mode;
  name: string;
}
export class Book { readonly title: string; save(path: string): void }
`,
};

const optionsTable = (rows: string, attributes = "") => `<Options of="ReadOptions"${attributes}>

| Option | Default | Meaning |
|---|---|---|
${rows}

</Options>
`;
const GOOD = '| `strict` | `false` | |\n| `mode` | `"fast"` | |\n| `name` | required | |';

const READ = `# Read

${optionsTable(GOOD)}
## Read a file {#a-file}

<Signature of="read" />

## \`to_text\`

<Signature of="Lib.utils.to_text" />
`;

const USE = `# Use

Call \`Lib.read(data)\` or \`utils.to_text\`, not \`read\`, [\`Lib.read\`](read.md). Set \`ReadOptions.mode\`.

## About \`Lib.read\`

\`\`\`js
// Lib.read in a comment
const book = Lib.read("Lib.read").title + Lib.utils.to_text(book);
Lib.read(1);
\`\`\`

\`\`\`python
Lib.read(1)
\`\`\`
`;

test("signatures and names link to what documents them; an edited text renders no other page", async () => {
  const pages = { "content/docs/read.md": READ, "content/docs/use.md": USE };
  const root = await buildSite({ ...LIBRARY, ...pages });
  const read = articleOf(readOutput(root, "docs/read/index.html"));
  const textOf = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">");
  expect(textOf(read)).toContain("Lib.read(data: string, opts?: ReadOptions): Book\n");
  expect(read).toMatch(
    /<figure class="code" id="api-read"[\s\S]*<details><summary>Overloads<\/summary>[\s\S]*Uint8Array/,
  );
  expect(textOf(read)).toContain(
    "Lib.utils.to_text<T>(\n  book: Book,\n  options?: Omit<ReadOptions, &quot;mode&quot;>,",
  );
  expect(read).toContain(
    'Omit<span class="o">&lt;</span><a href="/docs/read">ReadOptions</a>'.replace("/docs/read", "#"),
  );
  // The heading names it, so that its anchor is the function's.
  expect(read).not.toContain("api-to_text");

  const use = articleOf(readOutput(root, "docs/use/index.html"));
  expect([...use.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, text]) => `${text} ${href}`)).toEqual([
    "Lib.read(data) /docs/read#api-read",
    "utils.to_text /docs/read#to_text",
    "ReadOptions.mode /docs/read#opt-mode",
    "read /docs/read#api-read",
    "to_text /docs/read#to_text",
  ]);
  expect(textOf(use)).toContain("Lib.read(1);");
  expect(readOutput(root, "docs/read.md")).toContain("```ts\nLib.read(data: string, opts?: ReadOptions): Book\n```");
  const found = await command("search", "to_text", "--root", root, "--json");
  expect(JSON.parse(found.stdout).results[0].route).toBe("/docs/read#to_text");

  const runs = async (...args: string[]) => {
    const { stderr } = await command("build", "--root", root, "--timeline", join(root, "times.json"), ...args);
    expect(stderr).toMatch(/^The timeline is in .*\n$/);
    const { traceEvents } = JSON.parse(readFileSync(join(root, "times.json"), "utf8")) as {
      traceEvents: readonly { ph: string; name: string; args?: { of?: string } }[];
    };
    return traceEvents
      .filter(({ ph, name, args }) => ph === "b" && /^(?:document|html)$/.test(name) && args?.of?.includes("/"))
      .map(({ name, args }) => `${name} ${args?.of}`)
      .sort();
  };
  writeFiles(root, { "content/docs/read.md": `${READ}\n- More, which is not what a list of pages says of it.\n` });
  expect(await runs()).toEqual(["document content/docs/read.md", "html content/docs/read.md"]);
  // A comment in the declarations changes no page.
  writeFiles(root, { "types/more.d.ts": LIBRARY["types/more.d.ts"].replace("How", "The way") });
  expect(await runs()).toEqual([]);

  writeFiles(root, { "site.config.ts": configWith('{ declarations: "types/index.d.ts", name: "Lib", link: false }') });
  await command("build", "--root", root);
  expect(articleOf(readOutput(root, "docs/use/index.html"))).not.toContain('<a href="/docs/read#');
  expect(articleOf(readOutput(root, "docs/read/index.html"))).toContain('<a href="#">ReadOptions</a>');
});

test.each([
  ["a member without a row", optionsTable(GOOD.replace(/.*mode.*\n/, "")), '3:1 "mode" of ReadOptions has no row'],
  [
    "a row without a member",
    optionsTable(`${GOOD}\n| \`nmae\` | | |`),
    '10:1 ReadOptions has no "nmae"; did you mean "name"?',
  ],
  ["two rows", optionsTable(`${GOOD}\n| \`mode\` | | |`), '10:1 "mode" of ReadOptions has two rows'],
  [
    "another default",
    optionsTable(GOOD.replace('"fast"', '"slow"')),
    `8:1 the default of "mode" is 'fast' in ReadOptions, not "slow"`,
  ],
  ["an optional member", optionsTable(GOOD.replace("`false`", "required")), '7:1 "strict" is optional in ReadOptions'],
  [
    "a required member",
    optionsTable(GOOD.replace("`name` | required", "`name?` | ")),
    '9:1 "name" is required in ReadOptions',
  ],
  [
    "a needless exception",
    optionsTable(GOOD, ' except="mode, x"'),
    '3:1 except: "mode" has a row',
    '3:1 except: "x" is not in ReadOptions',
  ],
  [
    "a needless addition",
    optionsTable(GOOD, ' also="mode, y"'),
    '3:1 also: "mode" is declared in ReadOptions now',
    '3:1 also: "y" has no row',
  ],
  [
    "a mistyped type",
    optionsTable(GOOD).replace("ReadOptions", "ReadOption"),
    '3:1 the declarations have no "ReadOption"; did you mean "ReadOptions"?',
  ],
  [
    "a function that is gone",
    '<Signature of="utils.to_txt" />',
    '3:1 the declarations have no "utils.to_txt"; did you mean "utils.to_text"?',
  ],
  [
    "a literal without a row",
    '<Options of="Mode">\n\n- x\n\n`fast`\n: a\n\n</Options>',
    '3:1 "slow" of Mode has no row',
  ],
  ["nothing", optionsTable(`${GOOD.replace(/.*mode.*\n/, "")}\n| \`plus\` | | |`, ' except="mode" also="plus"')],
  [
    "nothing in two tables",
    `${optionsTable(GOOD.replace(/.*mode.*\n/, ""))}\n${optionsTable("| `mode` | `'fast'` | |")}`,
  ],
  ["nothing in a list", '<Options of="Lib.Mode">\n\n`"fast"`\n: a\n\n`"slow"`\n: b\n\n</Options>'],
])("a table or a signature that differs from the declarations is an error: %s", async (_, body, ...expected) => {
  const root = makeSite({ ...LIBRARY, "content/docs/a.md": `# A\n\n${body}` });
  const { code, stderr } = await command("build", "--root", root);
  const errors = [...stderr.matchAll(/a\.md:(\S+) {2}error {2}(.*)/g)].map(
    ([, place, message]) => `${place} ${message}`,
  );
  expect(errors).toEqual(expected);
  expect(code).toBe(expected.length === 0 ? 0 : 1);
});

test("without declarations, <Options of> and the configuration are errors that say what to write", async () => {
  const root = makeSite({ "content/docs/a.md": `# A\n\n${optionsTable(GOOD)}` });
  expect((await command("build", "--root", root)).stderr).toContain(
    "a.md:3:1  error  the site's configuration names no API",
  );
  writeFiles(root, { "site.config.ts": configWith('{ declarations: "types/index.d.ts", name: "Lib" }') });
  expect((await command("build", "--root", root)).stderr).toContain(
    'site.config.ts:1:85  error  api: no file at "types/index.d.ts"',
  );
  writeFiles(root, { "types/index.d.ts": "// The build of the library failed.\n" });
  expect((await command("build", "--root", root)).stderr).toContain(
    'site.config.ts:1:85  error  api: "types/index.d.ts" declares nothing',
  );
});

test("check-api lists what no page names; api-debt.txt holds what is known, and a build compares it", async () => {
  const root = makeSite({
    ...LIBRARY,
    "content/docs/read.md": READ.replace("## `to_text`", "## `first` and `Kind.One`"),
  });
  const check = (...args: string[]) => command("check-api", "--root", root, ...args);
  const { code, stdout } = await check("--json");
  const { undocumented, problems } = JSON.parse(stdout);
  expect(code).toBe(1);
  const names = ["Lib.version", "Lib.Kind", "Lib.Kind.Two", "Lib.Mode", "Lib.Book", "Lib.Book.title", "Lib.Book.save"];
  const inner = ["Lib.shown", "Lib.Inner", "Lib.Inner.deep"];
  expect(undocumented.map(({ name }: { name: string }) => name).sort()).toEqual([...names, ...inner].sort());
  expect(problems).toHaveLength(names.length + inner.length);
  expect((await check("--format", "github")).stdout).toContain(
    "::error file=types/index.d.ts,line=6,col=1,title=api-undocumented::no page documents Lib.version",
  );

  expect((await check("--update")).code).toBe(0);
  const debt = readFileSync(join(root, "api-debt.txt"), "utf8");
  const edited = debt.replace("Lib.version\n", "").replace("Lib.Mode\n", "Lib.Mode # a string\n");
  writeFiles(root, { "api-debt.txt": `# Known gaps\n${edited}Lib.gone\n` });
  const { stderr, code: built } = await command("build", "--root", root);
  expect(built).toBe(0);
  expect(
    [...stderr.matchAll(/^(\S+) {2}warning {2}(.*)/gm)].map(([, place, message]) => `${place} ${message}`),
  ).toEqual([
    `api-debt.txt:${edited.split("\n").length + 1}:1 "Lib.gone" is documented, or no longer declared`,
    "types/index.d.ts:6:1 no page documents Lib.version",
  ]);
  await check("--update");
  expect(readFileSync(join(root, "api-debt.txt"), "utf8")).toBe(`# Known gaps\n${edited}Lib.version\n`);
  const windows = (text: string) => `\uFEFF# Known gaps\n\n${text}`.replaceAll("\n", "\r\n");
  writeFiles(root, { "api-debt.txt": windows(edited.trimEnd()) });
  await check("--update");
  expect(readFileSync(join(root, "api-debt.txt"), "utf8")).toBe(windows(`${edited}Lib.version`));
  writeFiles(root, { "api-debt.txt": `# Known gaps\n${edited}Lib.version\n` });
  rmSync(join(root, "types"), { recursive: true });
  const unread = await check("--update");
  expect([unread.code, unread.stderr]).toEqual([
    1,
    expect.stringMatching(/^\S+ {2}error {2}api: no file at .*\n.*\n$/),
  ]);
  expect(readFileSync(join(root, "api-debt.txt"), "utf8")).toBe(`# Known gaps\n${edited}Lib.version\n`);
  writeFiles(root, { "site.config.ts": 'export default { title: "A", url: "https://example.com" };' });
  expect((await check()).stderr).toContain("api: name the declarations");
});

test("types in an exported namespace inherit from each other, and values of an enum are no members", async () => {
  const table = (of: string, ...names: readonly string[]) => {
    return `<Options of="${of}">\n\n| Name |\n|---|\n${names.map((name) => `| \`${name}\` |\n`).join("")}\n</Options>\n\n`;
  };
  await buildSite({
    "content/pages/index.md": "# Home\n",
    "site.config.ts": LIBRARY["site.config.ts"],
    "types/index.d.ts": `export = Lib;
declare namespace Lib {
  interface Base { deep?: boolean }
  interface Options extends Base { wide?: boolean }
  type Both = Base & { flat?: boolean };
  enum Kind { One = "first", Two = "second" }
}
`,
    "content/docs/index.md": `# A\n\n${table("Options", "deep", "wide")}${table("Both", "deep", "flat")}${table("Kind", "One", "Two")}`,
  });
});

test("a type with thousands of members, each with a comment, is read whole", { timeout: 30_000 }, async () => {
  const members = Array.from(
    { length: 6000 },
    (_, index) => `  /** Its type. @default ${index} */\n  m${index}?: number;\n`,
  );
  const wrong = Array.from({ length: 300 }, (_, index) => `| \`n${index}\` | | |`);
  const root = makeSite({
    ...LIBRARY,
    "types/index.d.ts": `export interface ReadOptions {\n${members.join("")}}\nexport { kept as type, type Last };\ntype Last = "a";\n`,
    "content/docs/index.md": `# Read\n\n${optionsTable(`| \`m5999\` | \`1\` | |\n${wrong.join("\n")}`)}`,
  });
  const { stderr } = await command("check-api", "--root", root);
  expect(stderr).not.toContain("can't parse");
  expect(stderr).toContain('the default of "m5999" is 5999 in ReadOptions, not 1');
  expect(stderr.match(/of ReadOptions has no row/g)).toHaveLength(5999);
  expect(stderr).toContain("no page documents Lib.Last");
  // Names are compared with thousands of others only in the first messages.
  expect(stderr.match(/; did you mean/g)).toHaveLength(100);
});

test("addresses in strings and templates of declarations are no comments", async () => {
  const root = makeSite({
    ...LIBRARY,
    "types/index.d.ts": `export type Url = \`https://\${string}\`;\nexport interface ReadOptions { url?: Url; kind?: "http://a" }\n`,
    "content/docs/index.md": `# Read\n\n${optionsTable("| `url` | | |")}`,
  });
  const { stderr } = await command("check-api", "--root", root);
  expect(stderr).not.toContain("can't parse");
  expect(stderr).toContain('"kind" of ReadOptions has no row');
});
