import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../helpers/docgen.ts";

const GUIDE = "src/theme/README.md";
const TOKENS = "src/theme/styles/tokens.css";
/** Writes the tables anew: `DOCGEN_UPDATE=1 npx vitest run test/theme/theme-variables`. */
const UPDATES = process.env.DOCGEN_UPDATE === "1";
const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");

/** The public variables: those that are declared for the whole page. */
const variables = [...read(TOKENS).matchAll(/^ {2}(--[\w-]+): (.*?);(?: \/\* (.*?) \*\/)?$/gm)].map(
  ([, name = "", value = "", sentence = ""]) => ({ name, value, sentence }),
);
const code = (text: string) => `\`${text}\``;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
const inModes = ({ value }: { readonly value: string }) => /^light-dark\((.*), (.*)\)$/.exec(value);
const TABLES = {
  colours: table(
    ["Variable", "Light", "Dark", "What it is"],
    variables.flatMap((one) => {
      const [, light, dark] = inModes(one) ?? [];
      if (light === undefined || dark === undefined) return [];
      return [[code(one.name), code(light), code(dark), one.sentence]];
    }),
  ),
  sizes: table(
    ["Variable", "Value", "What it is"],
    variables
      .filter((one) => inModes(one) === null)
      .map(({ name, value, sentence }) => [code(name), code(value), sentence]),
  ),
};

test.each(Object.entries(TABLES))("the guide's table of %s is that of the style sheets", (name, rows) => {
  const part = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
  if (UPDATES)
    writeFileSync(
      join(PROJECT, GUIDE),
      read(GUIDE).replace(part, (_, open, close) => `${open}${rows}\n${close}`),
    );
  expect(part.exec(read(GUIDE))?.[0]).toBe(`<!-- ${name} -->\n${rows}\n<!-- /${name} -->`);
});

test("every public variable has a sentence, and all of them are read", () => {
  expect(variables.length).toBe(read(TOKENS).match(/^ *--/gm)?.length);
  expect(variables.filter(({ sentence }) => !/^[A-Z].*\.$/.test(sentence))).toEqual([]);
  expect(new Set(variables.map(({ name }) => name)).size).toBe(variables.length);
});

test("the style sheets use each of them, and no variable that nothing declares", () => {
  const sheets = readdirSync(join(PROJECT, "src"), { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.css$/.test(path),
  );
  const css = sheets.map((path) => read(join("src", path))).join("\n");
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = ""]) => name));
  const declared = new Set([...css.matchAll(/(?<=[\s{;])(--[\w-]+):/g)].map(([, name = ""]) => name));
  // These are set by scripts, and the last by each wide formula.
  for (const name of ["--live-height", "--window-height", "--formula-width"]) declared.add(name);
  expect(variables.filter(({ name }) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
});
