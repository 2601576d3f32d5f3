import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { PROJECT } from "./helpers/docgen.ts";

interface Job {
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
  readonly strategy?: { readonly matrix: { readonly node: readonly number[]; readonly include: readonly object[] } };
}

interface Workflow {
  readonly name: string;
  readonly on: object;
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = join(PROJECT, ".github/workflows");
const textOf = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const read = (name: string) => load(textOf(name)) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { scripts: object };

/** What GitHub's own parser has against a workflow: keys, expressions, jobs that need each other. */
async function faultsOf(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: "workflow.yml", content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return [...new Set(context.errors.getErrors().map(({ message }) => message))];
}

/** The workflows of a new site. */
const OF_INIT = ["../../templates/site/changes.yml", "../../templates/site/pages.yml"];

describe.each([...readdirSync(FOLDER), ...OF_INIT])("the workflow %s", (name) => {
  const { on, permissions, jobs } = read(name);

  test("is one by GitHub's schema", async () => expect(await faultsOf(textOf(name))).toEqual([]));

  test("names each action by a commit, and the version that it is beside it", () => {
    const uses = textOf(name)
      .split("\n")
      .filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/ uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("begins at something, and says what it may do", () => {
    expect(Object.keys(on).length).toBeGreaterThan(0);
    expect(permissions).toMatchObject({ contents: "read" });
  });

  test.each(Object.entries(jobs))(
    "%s gets the sources and packages before it runs a script that there is",
    (_, job) => {
      expect(job["runs-on"]).toBeTruthy();
      const steps = job.steps.map(({ uses = "", run = "" }) => uses || run);
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      expect(steps[0]).toMatch(/^actions\/checkout@/);
      const called = steps.flatMap((step) => /^npm (?:run )?(?:--silent )?(test|[\w:]+)/.exec(step)?.[1] ?? []);
      for (const script of called.filter((one) => !["ci", "audit"].includes(one))) {
        expect(Object.keys(scripts)).toContain(script);
        expect(steps.indexOf("npm ci")).toBeGreaterThan(0);
      }
    },
  );
});

test.each([
  ["a misspelt key", "runs-on", "run-on", "Unexpected value 'run-on'"],
  ["a misspelt step", "- run: npm ci", "- runs: npm ci", "Unexpected value 'runs'"],
  ["an unknown context", "matrix.os }}", "matrx.os }}", "Unrecognized named-value: 'matrx'"],
  ["a job that isn't there", "    runs-on", "    needs: nothing\n    runs-on", "at least one job with no dependencies"],
])("the parser refuses %s", async (_, from, to, message) => {
  expect((await faultsOf(textOf("test.yml").replace(from, to))).join("\n")).toContain(message);
});

test("what pull requests run is run on every supported release of Node, and on three systems", () => {
  const { matrix } = read("test.yml").jobs.test?.strategy ?? {};
  expect(matrix?.node).toEqual([20, 22, 24, 26]);
  expect(matrix?.include).toEqual([
    { os: "macos-latest", node: 24 },
    { os: "windows-latest", node: 24 },
  ]);
});

test.each(["bug.yml", "content.yml"])("the form %s asks for what is needed", (name) => {
  const form = load(readFileSync(join(PROJECT, ".github/ISSUE_TEMPLATE", name), "utf8")) as {
    readonly name: string;
    readonly body: readonly { readonly type: string; readonly attributes: { readonly label: string } }[];
  };
  expect(form.name).not.toBe("");
  for (const { type, attributes } of form.body) {
    expect(["input", "textarea"]).toContain(type);
    expect(attributes.label).toBeTruthy();
  }
});
