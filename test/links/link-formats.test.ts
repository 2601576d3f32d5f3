import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { type Files, makeSite, PROJECT } from "../helpers/docgen.ts";

const SITE: Files = {
  "content/docs/a.md": "# A\n\n[x](/gone)\n\n[50 %, here](./b.md#gone)\n",
  "content/docs/b.md": "# B\n\n[x](/gone)\n\n[y](http://x.example.org) [z](https://x.example.org)\n",
};

async function run(format: string, files: Files = SITE) {
  return command("check-links", "--root", makeSite(files), "--format", format);
}

test("text: one block per broken target listing the places", async () => {
  const { stderr, stdout, code } = await run("text");
  expect(stderr).toBe(`content/docs/a.md:3:1  error  broken link "/gone": no page or file at /gone  [broken-link]
    also: content/docs/b.md:3:1
content/docs/a.md:5:1  error  broken link "./b.md#gone": /docs/b has no anchor "gone"  [broken-anchor]
content/docs/b.md:5:1  warning  link "http://x.example.org" uses http:, but other links to x.example.org use https:  [insecure-link]
    hint: write https://x.example.org
`);
  expect(stdout).toBe("5 links checked, 2 errors, 1 warning\n");
  expect(code).toBe(1);
});

test("--format json: further places are in `also`", async () => {
  const { stdout } = await run("json");
  const { problems } = JSON.parse(stdout) as { problems: unknown[] };
  expect(problems).toHaveLength(3);
  expect(problems[0]).toEqual({
    path: "content/docs/a.md",
    line: 3,
    column: 1,
    severity: "error",
    code: "broken-link",
    message: 'broken link "/gone": no page or file at /gone',
    also: [{ path: "content/docs/b.md", line: 3, column: 1 }],
  });
});

test("--format github: annotations", async () => {
  const { stdout, stderr, code } = await run("github", {
    "content/docs/a.md": "# A\n\n[x](/100%25,gone:x)\n\n[here](./b.md)\n",
    "content/docs/b.md": "# B\n",
  });
  const [first, second] = stdout.trimEnd().split("\n");
  expect(first).toBe(
    '::error file=content/docs/a.md,line=3,col=1,title=broken-link::broken link "/100%2525,gone:x": no page or file at /100%25,gone:x',
  );
  expect(second).toBe(
    '::warning file=content/docs/a.md,line=5,col=1,title=vague-text::link text "here" does not describe "./b.md"%0Ahint: describe the target of the link',
  );
  expect(stdout.trimEnd().split("\n")).toHaveLength(2);
  expect(stderr).toBe("");
  expect(code).toBe(1);
});

test("--format sarif: 2.1.0, valid against its schema", async () => {
  const { stdout, code } = await run("sarif");
  const log = JSON.parse(stdout) as { runs: { results: { ruleId: string; locations: unknown[] }[] }[] };
  // The schema is of draft 4, which names itself in another way and is the same in all that it uses.
  const file = join(PROJECT, "test/fixtures/sarif/sarif-2.1.0-rtm.5.json");
  const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  validate(log);
  expect(validate.errors).toBe(null);
  const [result] = log.runs[0]?.results ?? [];
  expect(result).toMatchObject({
    ruleId: "broken-link",
    level: "error",
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: "content/docs/a.md" }, region: { startLine: 3, startColumn: 1 } },
      },
      {
        physicalLocation: { artifactLocation: { uri: "content/docs/b.md" }, region: { startLine: 3, startColumn: 1 } },
      },
    ],
  });
  expect(code).toBe(1);
  validate({ ...log, runs: [{ results: [{ text: "no tool" }] }] });
  expect(validate.errors).not.toBe(null);
});

test("a site without faults has an empty report in every format", async () => {
  const clean = { "content/docs/a.md": "# A\n" };
  expect((await run("github", clean)).stdout).toBe("");
  const sarif = await run("sarif", clean);
  expect(JSON.parse(sarif.stdout)).toMatchObject({ version: "2.1.0", runs: [{ results: [] }] });
  expect(sarif.code).toBe(0);
});
