import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { command } from "./helpers/command.ts";
import { type Files, makeSite, PROJECT, readTree, writeFiles } from "./helpers/docgen.ts";

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
  "a variable in quotes": { expression: () => 'process.env["FIXTURE_VALUE"]', isInBrowser: true },
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
  test.each(Object.keys(KINDS))("is followed as to %s: what changes is in the next build", async (name) => {
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
