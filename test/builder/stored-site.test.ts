import { hash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { makeSite, writeFiles } from "../helpers/docgen.ts";

/** Code differs when it is coloured: a page that a command compiles by itself is another result than that of a build. */
const page = (name: string) =>
  `# ${name}\n\n\`\`\`js\nconst ${name} = "${name}";\n\`\`\`\n\n[Lost](./gone-${name}.md)\n`;
const SITE = {
  "site.config.ts":
    'export default { title: "Fixture", url: "https://example.com", onBrokenLinks: "warn", docs: [{ showLastUpdateTime: true }] };\n',
  "content/docs/alpha.md": page("alpha"),
  "content/docs/beta.md": page("beta"),
};
const COMMANDS: readonly [name: string, ...args: string[]][] = [
  ["check-links"],
  ["check-samples"],
  ["check-samples", "content/docs/alpha.md"],
  ["search", "alpha"],
  ["draw"],
];

/** What a command says, without the time it took. */
async function said(root: string, [name = "", ...args]: readonly string[]) {
  const { code, stdout, stderr } = await command(name, "--root", root, ...args);
  return { code, stderr, stdout: stdout.replace(/ in \d+\.\d s/, "").replace(/\d+ from the cache/, "") };
}

function stored(root: string, kind = ""): string[] {
  const cache = join(root, ".docgen/cache");
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.filter(({ name }) => name.startsWith(kind)).map(({ parentPath, name }) => join(parentPath, name));
}

/** Puts another result in the place of a stored one. */
function seal(path: string, json: string): void {
  writeFileSync(path, `${hash("sha1", `${basename(path)}\n${json}`)}\n${json}`);
}

/** For each command, an edit of stored results that shows in what it says. */
const PLANTED = [
  [["check-links"], "gone-alpha", "gone-quill", "gone-quill"],
  [["check-samples"], "const alpha", "const quill!", "alpha.md"],
  [["check-samples", "content/docs/alpha.md"], "const alpha", "const quill!", "alpha.md"],
  [["search", "alpha"], "Lost", "Quill", "quill"],
  [["draw"], '"mermaid"', '"text"', "0 kept"],
] as const;

test.each(PLANTED)("docgen %s takes pages as a build has compiled them", async (run, from, to, shown) => {
  const diagram = "graph TD; a-->b";
  const drawing = `content/_diagrams/${hash("sha256", diagram).slice(0, 16)}.svg`;
  const root = makeSite({
    ...SITE,
    "content/docs/diagram.md": `# Diagram\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n`,
    [drawing]: "<svg></svg>\n",
  });
  expect((await command("build", "--root", root)).code).toBe(0);
  const before = await said(root, run);
  rmSync(join(root, ".docgen"), { recursive: true });
  writeFiles(root, { [drawing]: "<svg></svg>\n" });
  // Into whatever folder it was.
  expect((await command("build", "--root", root, "--out", join(root, "other"))).code).toBe(0);
  for (const path of stored(root, "value-")) {
    const text = readFileSync(path, "utf8");
    seal(path, text.slice(text.indexOf("\n") + 1).replaceAll(from, to));
  }
  const after = await said(root, run);
  expect(after).not.toEqual(before);
  expect((after.stderr + after.stdout).toLowerCase()).toContain(shown);
});

describe.each(COMMANDS)("docgen %s %s", (...run) => {
  test("compiles no page that a build has compiled, and of an edited site that page alone", async () => {
    const root = makeSite(SITE);
    const first = await said(root, run);
    rmSync(join(root, ".docgen"), { recursive: true, force: true });
    expect((await command("build", "--root", root)).code).toBe(0);
    const built = stored(root, "value-").sort();
    expect(await said(root, run)).toEqual(first);
    const documents = (paths: readonly string[]) =>
      paths.filter((path) => !built.includes(path) && /"document":/.test(readFileSync(path, "utf8")));
    expect(documents(stored(root, "value-"))).toEqual([]);
    writeFiles(root, { "content/docs/beta.md": page("gamma") });
    await said(root, run);
    for (const path of documents(stored(root, "value-"))) expect(readFileSync(path, "utf8")).toContain("gamma");
    // The build is newer than the graph of the command.
    expect((await command("build", "--root", root)).code).toBe(0);
    const rebuilt = stored(root, "value-").sort();
    await said(root, run);
    expect(stored(root, "value-").sort()).toEqual(rebuilt);
  });

  test("says the same where the store is damaged, forged or can't be written", async () => {
    const root = makeSite(SITE);
    const first = await said(root, run);
    expect((await command("build", "--root", root)).code).toBe(0);
    for (const [index, path] of stored(root).entries()) truncateSync(path, index % 2 === 0 ? 0 : 60);
    expect(await said(root, run)).toEqual(first);
    rmSync(join(root, ".docgen/cache"), { recursive: true });
    writeFileSync(join(root, ".docgen/cache"), "a file in its place");
    expect(await said(root, run)).toEqual(first);
  });

  test("goes on without results that are well sealed and of another shape", async () => {
    const root = makeSite(SITE);
    const first = await said(root, run);
    expect((await command("build", "--root", root)).code).toBe(0);
    for (const path of stored(root, "value-")) seal(path, "[]");
    expect(await said(root, run)).toEqual(first);
  });
});
