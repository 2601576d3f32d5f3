import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { command } from "../helpers/command.ts";
import {
  type Files,
  makeSite,
  NODE,
  PROJECT,
  readOutput,
  readTree,
  runOf,
  temporaryFolder,
  writeFiles,
} from "../helpers/docgen.ts";
import { get, serve } from "../helpers/watch.ts";
import { IS_WEEKLY, some } from "../helpers/weekly.ts";

afterEach(() => void vi.unstubAllEnvs());

/** Something that code reads: by an expression, with what it imports for it. */
interface Kind {
  readonly expression: (root: string) => string;
  readonly imports?: string;
  /** Whether browsers have it, too. */
  readonly isInBrowser?: true;
}

/** All kinds say `one` or `2001`, and after the change `two` or `2002`. */
const KINDS: Readonly<Record<string, Kind>> = {
  "a variable": { expression: () => "process.env.FIXTURE_VALUE", isInBrowser: true },
  "a variable of node:process": {
    imports: 'import { env } from "node:process";',
    expression: () => "env.FIXTURE_VALUE",
  },
  "a file by path": {
    imports: 'import { readFileSync } from "node:fs";',
    expression: (root) => `readFileSync(${JSON.stringify(join(root, "value.txt"))}, "utf8")`,
  },
  "a file that it seeks": {
    imports: 'import fs from "fs";\nimport { join } from "node:path";',
    expression: (root) => `fs.readFileSync(join(${JSON.stringify(root)}, "value.txt"), "utf8")`,
  },
  "the clock": { expression: () => "new Date().toISOString()", isInBrowser: true },
  chance: { expression: () => "Math.random()", isInBrowser: true },
};

interface Code {
  readonly imports: string;
  readonly expression: string;
  readonly isInBrowser: boolean;
}

const config = (more: string, imports = "", title = '"Fixture"') =>
  `${imports}\nexport default { title: ${title}, url: "https://example.com", ${more} };\n`;

/** Each way for code into a site. */
const DOORS: Readonly<Record<string, (code: Code) => Files>> = {
  configuration: ({ imports, expression }) => ({ "site.config.ts": config("", imports, `String(${expression})`) }),
  "part of the theme": ({ imports, expression }) => ({
    "templates/Footer.tsx": `${imports}\nexport default function Footer() { return <footer>{String(${expression})}</footer>; }\n`,
  }),
  component: ({ imports, expression }) => ({
    "site.config.ts": config('components: { Stamp: "./components/Stamp.tsx" }'),
    "components/Stamp.tsx": `import { stamp } from "./_stamp.ts";\nexport default function Stamp() { return <p>{stamp()}</p>; }\n`,
    "components/_stamp.ts": `${imports}\nexport const stamp = () => String(${expression});\n`,
    "content/docs/index.md": "# Start\n\n<Stamp />\n",
  }),
  "page in React": ({ imports, expression, isInBrowser }) => ({
    "content/pages/about.tsx": isInBrowser
      ? `export default function About() { return <p>{typeof process === "undefined" ? "" : String(${expression})}</p>; }\n`
      : `${imports}\nexport const load = () => String(${expression});\nexport default function About({ data }: { data: string }) { return <p>{data}</p>; }\n`,
  }),
  plugin: ({ imports, expression }) => ({
    "site.config.ts": config("markdown: { plugins: [stamp] }", `import { stamp } from "./plugin.ts";`),
    "plugin.ts": `${imports}
export const stamp = (md: any) => {
  md.core.ruler.push("stamp", ({ tokens }: any) => {
    for (const { children } of tokens) for (const child of children ?? []) child.content = child.content.replace("STAMP", String(${expression}));
  });
};
`,
    "content/docs/index.md": "# Start\n\nSTAMP\n",
  }),
  check: ({ imports, expression }) => ({
    "site.config.ts": config(
      `checks: [{ name: "stamp", level: "warning", run: () => [{ path: "content/docs/index.md", message: String(${expression}) }] }]`,
      imports,
    ),
  }),
  output: ({ imports, expression }) => ({
    "site.config.ts": config(
      `outputs: [{ name: "stamp", files: () => ["stamp.txt"], make: () => String(${expression}) }]`,
      imports,
    ),
  }),
};

/** Every third kind, each door beginning with the next one; in the weekly run all. */
function kindsFor(door: string): string[] {
  const first = Object.keys(DOORS).indexOf(door);
  return Object.keys(KINDS).filter((_, index) => IS_WEEKLY || (index + first) % 3 === 0);
}

/** What a site says at a time: all kinds change together. */
function turnTo(root: string, value: "one" | "two"): void {
  const isFirst = value === "one";
  vi.stubEnv("FIXTURE_VALUE", value);
  vi.stubEnv("FIXTURE_NOW", isFirst ? "2001-01-01" : "2002-01-01");
  vi.stubEnv("FIXTURE_CHANCE", isFirst ? "0.2001" : "0.2002");
  writeFiles(root, { "value.txt": value });
}

function useGivenClock(): void {
  vi.stubEnv("NODE_OPTIONS", `--import ${pathToFileURL(join(PROJECT, "test/helpers/given-clock.mjs"))}`);
}

/** All that a build says and makes. */
async function built(root: string, ...args: readonly string[]) {
  const out = args.includes("--no-cache") ? "clean" : "build";
  const { code, stderr } = await command("build", "--root", root, "--out", join(root, out), ...args);
  return { code, stderr, files: code === 0 ? readTree(join(root, out)) : new Map<string, string>() };
}

describe.each(Object.keys(DOORS))("code of a site: %s", (door) => {
  test.each(kindsFor(door))("is followed as to %s: what changes is in the next build", async (name) => {
    const { imports = "", expression, isInBrowser = false } = KINDS[name] as Kind;
    const root = makeSite({ "content/docs/index.md": "# Start\n" });
    writeFiles(root, DOORS[door]?.({ imports, expression: expression(root), isInBrowser }) ?? {});
    useGivenClock();
    turnTo(root, "one");
    const first = await built(root);
    if (door === "part of the theme" && !isInBrowser) {
      expect(first.stderr).toMatch(/templates\/Footer\.tsx:\d+:\d+ {2}error {2}uses (?:node:)?\w+ in the browser/);
      expect(first.stderr).toContain("hint: ");
      return;
    }
    expect(first.code, first.stderr).toBe(0);
    turnTo(root, "two");
    const second = await built(root);
    expect(second).toEqual(await built(root, "--no-cache"));
    const said = [second.stderr, ...second.files.values()].join("\n");
    expect(said).toMatch(/\btwo\b|2002/);
  });
});

describe("code of a site", () => {
  test("that always does the same, and what it reads by name, leave an unchanged site alone", async () => {
    const reads = `${JSON.stringify("ROOT/value.txt")}, "utf8"`;
    const root = makeSite({ "content/docs/index.md": "# Start\n\n<Stamp />\n" });
    writeFiles(root, {
      "value.txt": "one",
      "site.config.ts": config(
        'components: { Stamp: "./Stamp.tsx" }, markdown: { plugins: [(md) => { const Date = md; String(Date); }] }, checks: [{ name: "none", run: () => [] }]',
        "",
        'process.env.FIXTURE_VALUE ?? "Fixture"',
      ),
      "Stamp.tsx": `import fs, { readFileSync } from "node:fs";
import { join } from "node:path";
const sorted = (process: { env: string[] }) => process.env.toSorted((a, b) => Math.sign(a.length - b.length));
class Text { constructor(readonly text: string) {} }
const text = readFileSync(${reads.replace("ROOT", root)}) + fs.existsSync("/nowhere/at/all");
export default () => <p>{new Text(text + sorted({ env: [join("b", "a")] })).text} {new Date("2001-01-01").getTime()}</p>;
`,
      "templates/Footer.tsx":
        'import { useState } from "react";\nexport default function Footer() { const [random] = useState(Math.max(1, 2)); return <footer>{random}</footer>; }\n',
      "content/pages/index.tsx":
        "export default () => <main>{[2, 1].map((Date) => <b key={Date}>{Date}</b>)}</main>;\n",
    });
    expect((await command("build", "--root", root)).code).toBe(0);
    const stages = (await command("build", "--root", root, "--verbose")).stderr.match(/^[a-z ]+(?=: \d)/gm);
    expect(stages).toEqual(["compare"]);
  });

  test("that only a browser calls leaves an unchanged site alone", async () => {
    const root = makeSite({
      "content/docs/index.md": "# Start\n",
      "content/pages/clock.tsx": `import * as React from "react";
import { useEffect, useState } from "react";
const now = () => new Date().toISOString();
async function ask(address: string) { return (await fetch(address)).text(); }
const follow = async () => { localStorage.setItem("at", String(Math.random())); await ask(now()); };
const later = async () => (await import("./_later.ts")).at();
export default function Clock() {
  const [text, setText] = useState("");
  const update = () => setText(now());
  useEffect(() => { void follow(); }, []);
  React.useLayoutEffect(() => update());
  return <button ref={(button) => button?.focus(performance.now())} onClick={update} onFocus={() => void ask("/")} onBlur={later}>{text}</button>;
}
`,
      "content/pages/_later.ts":
        "const start = performance.now();\nexport function at() { return ask(); }\nasync function ask() { return fetch(String(start)); }\n",
    });
    expect((await command("build", "--root", root)).code).toBe(0);
    const stages = (await command("build", "--root", root, "--verbose")).stderr.match(/^[a-z ]+(?=: \d)/gm);
    expect(stages).toEqual(["compare"]);
  });

  test("that only reads files of the site as it loads runs again when one of them changes", async () => {
    const root = makeSite({
      "content/docs/index.md": "# Start\n",
      "content/pages/sizes.tsx": `import { gzipSync } from "node:zlib";
export const load = ({ read }) => ({ text: read("value.txt"), size: gzipSync(read("value.txt")).byteLength });
export default ({ data }) => <p>{data.text} {data.size}</p>;
`,
    });
    const missing = await command("build", "--root", root);
    expect(missing.code).toBe(1);
    for (const value of ["one", "two"]) {
      writeFiles(root, { "value.txt": value });
      expect((await command("build", "--root", root)).code).toBe(0);
      expect(readOutput(root, "sizes/index.html")).toContain(`<p>${value}`);
      const stages = (await command("build", "--root", root, "--verbose")).stderr.match(/^[a-z ]+(?=: \d)/gm);
      expect(stages).toEqual(["compare"]);
    }
  });

  test("that the server calls is rendered in each build", async () => {
    const pages = [
      "const Page = () => <button onClick={now}>{now()}</button>;",
      'export const load = async () => (await import("./_later.ts")).at();\nconst Page = ({ data }) => <p>{data}</p>;',
      "const Page = () => <Row onFormat={now} />;\nconst Row = ({ onFormat }) => <p>{onFormat()}</p>;",
      "const useEffect = (run) => run();\nconst Page = () => useEffect(() => <p>{now()}</p>);",
      "const texts = { now };\nconst Page = () => <p>{texts.now()}</p>;",
      "const text = useMemo(() => now());\nconst Page = () => <p>{text}</p>;\nfunction useMemo(make) { return make(); }",
      "const [, second] = [1, now];\nfunction Page() { return <p>{second()}</p>; }",
    ];
    const root = makeSite({
      "content/docs/index.md": "# Start\n",
      "content/pages/_later.ts": "export const at = () => performance.now();\n",
      ...Object.fromEntries(
        pages.map((page, number) => [
          `content/pages/clock-${number}.tsx`,
          `const now = () => new Date().toISOString();\n${page}\nexport default Page;\n`,
        ]),
      ),
    });
    const texts = async () => {
      expect((await command("build", "--root", root)).code).toBe(0);
      return pages.map((_, number) => readOutput(root, `clock-${number}/index.html`));
    };
    const before = await texts();
    const after = await texts();
    expect(pages.filter((_, number) => before[number] === after[number])).toEqual([]);
  });

  const changing = some(6, [
    "[Date].map((Clock) => new Clock())[0]",
    "(({ random }) => random())(Math)",
    'await (await import("node:fs/promises")).readdir("/")',
    'globalThis["Da" + "te"].now()',
    'await fetch("data:,x")',
    'eval("Date.now()")',
    "Date.now()",
    "Date()",
    "new (Date)()",
    "performance.now()",
    "crypto.randomUUID()",
    "process.uptime()",
    "process.cwd()",
    "new Intl.DateTimeFormat().format()",
    '["b", "a"].sort((a, b) => a.localeCompare(b))',
    'Function("return Date.now()")()',
  ]);
  test.each(changing)("with %s is asked in each build", async (expression) => {
    const root = makeSite({ "content/docs/index.md": "# Start\n", "value.txt": "one" });
    writeFiles(root, { "site.config.ts": config(`vars: { stamp: String(${expression}) }`) });
    expect((await command("build", "--root", root, "--out", join(root, "build"))).stderr).not.toContain("error");
    const { stderr } = await command("build", "--root", root, "--verbose");
    expect(stderr).toMatch(/^read: /m);
  });

  test("is rendered again by a server when a file changes that it read as it was loaded", async () => {
    const root = makeSite({ "value.txt": "one", "content/docs/index.md": "# Start\n\n<Stamp />\n" });
    writeFiles(root, {
      "site.config.ts": config('components: { Stamp: "./Stamp.tsx" }'),
      "Stamp.tsx": `import { readFileSync } from "node:fs";\nconst text = readFileSync(${JSON.stringify(join(root, "value.txt"))}, "utf8");\nexport default () => <p>It is {text}.</p>;\n`,
    });
    const server = await serve(root);
    const shown = async () => (await get(`${server.address}/docs/`)).body;
    expect(await shown()).toContain("It is one.");
    writeFiles(root, { "value.txt": "two" });
    await expect.poll(shown).toContain("It is two.");
  });

  test("reads a relative path from the working folder, also when that is another one", async () => {
    const root = makeSite({ "content/docs/index.md": "# Start\n" });
    writeFiles(root, {
      "site.config.ts": config("", 'import { readFileSync } from "node:fs";', 'readFileSync("value.txt", "utf8")'),
    });
    for (const value of ["one", "two"]) {
      const cwd = temporaryFolder();
      writeFileSync(join(cwd, "value.txt"), value);
      const [node, ...flags] = NODE;
      const args = [...flags, join(PROJECT, "bin/docgen"), "build", "--root", root];
      expect((await runOf(spawn(node, args, { cwd }))).code).toBe(0);
      expect(readFileSync(join(root, "build/docs/index.html"), "utf8")).toContain(`| ${value}</title>`);
    }
  });
});
