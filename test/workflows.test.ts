import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { PROJECT } from "./helpers/docgen.ts";

interface Job {
  readonly "runs-on": string;
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
const read = (name: string) => load(readFileSync(join(FOLDER, name), "utf8")) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { scripts: object };

describe.each(readdirSync(FOLDER))("the workflow %s", (name) => {
  const { on, permissions, jobs } = read(name);

  test("begins at something, and says what it may do", () => {
    expect(Object.keys(on).length).toBeGreaterThan(0);
    expect(permissions).toMatchObject({ contents: "read" });
  });

  test.each(Object.entries(jobs))(
    "%s gets the sources and packages before it runs a script that there is",
    (_, job) => {
      expect(job["runs-on"]).toBeTruthy();
      const steps = job.steps.map(({ uses = "", run = "" }) => uses || run);
      expect(steps[0]).toMatch(/^actions\/checkout@v\d+$/);
      for (const { uses } of job.steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
      const called = steps.flatMap((step) => /^npm (?:run )?(?:--silent )?(test|[\w:]+)/.exec(step)?.[1] ?? []);
      for (const script of called.filter((one) => !["ci", "audit"].includes(one))) {
        expect(Object.keys(scripts)).toContain(script);
        expect(steps.indexOf("npm ci")).toBeGreaterThan(0);
      }
    },
  );
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
