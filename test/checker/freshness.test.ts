import { execFileSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { CONFIG, makeSite, writeFiles } from "../helpers/docgen.ts";

afterEach(() => {
  delete process.env.SOURCE_DATE_EPOCH;
});

const LIBRARY =
  'scripts: [{ name: "x", src: "/x.js" }], live: { library: { scripts: "x", global: "x", package: "library" } }';
const page = (...keys: readonly string[]) => `---\n${keys.map((key) => `${key}\n`).join("")}---\n\n# Page\n`;

test("pages are due by their review, their last change or their samples, by owner", async () => {
  process.env.SOURCE_DATE_EPOCH = String(Date.UTC(2026, 1, 28) / 1000);
  const root = makeSite({
    "site.config.ts": CONFIG.replace("}", `, freshness: { months: 12 }, ${LIBRARY} }`),
    ".github/CODEOWNERS":
      "# who\n* @all\n/content/docs/ @docs a@example.com\ncontent/docs/api/* @api # direct\n*.tsx\n",
    "content/docs/old.md": page("reviewed: 2025-02-28"),
    "content/docs/recent.md": page("reviewed: 2025-03-01"),
    "content/docs/api/one.md": page("reviewed: 2020-01-01"),
    "content/docs/api/deep/two.md": page("reviewed: 2020-01-02"),
    "content/docs/own.md": page("reviewed: 2024-01-31", 'owner: "@me"'),
    "content/docs/ran.md": `${page("reviewed: 2026-01-01")}\n\`\`\`js run\n1;\n\`\`\`\n`,
    "content/docs/changed.md": "# Changed\n",
    "content/pages/index.tsx": "export default () => <h1>Home</h1>;\n",
    "content/blog/2019-01-01-post.md": "# Post\n",
    "node_modules/library/package.json": '{ "name": "library", "version": "1.9.0" }',
  });
  const when = { GIT_COMMITTER_DATE: "2024-06-01T12:00:00Z", GIT_AUTHOR_DATE: "2024-06-01T12:00:00Z" };
  const git = (...args: readonly string[]) => {
    const user = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    execFileSync("git", [...user, ...args], { cwd: root, env: { ...process.env, ...when }, stdio: "ignore" });
  };
  git("init");
  git("add", "content");
  git("commit", "-m", "All");
  writeFiles(root, { "content/docs/new.md": "# New\n" });
  await command("check-samples", "--root", root);
  writeFiles(root, { "node_modules/library/package.json": '{ "name": "library", "version": "1.10.0" }' });
  const { code, stdout, stderr } = await command("check-freshness", "--root", root);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n")).toEqual([
    "no owner",
    "    content/pages/index.tsx  last changed 2024-06-01",
    "@api",
    "    content/docs/api/one.md  reviewed 2020-01-01",
    "@docs a@example.com",
    "    content/docs/api/deep/two.md  reviewed 2020-01-02",
    "    content/docs/changed.md  last changed 2024-06-01",
    "    content/docs/old.md  reviewed 2025-02-28",
    "    content/docs/ran.md  samples passed with version 1.9.0, but not yet with 1.10.0",
    "@me",
    "    content/docs/own.md  reviewed 2024-01-31",
    "9 pages, 7 due; 1 without a date",
    "",
  ]);
  await command("check-samples", "--root", root);
  const { due, pages } = JSON.parse((await command("check-freshness", "--root", root, "--json")).stdout);
  expect([pages, due.map(({ path }: { path: string }) => path).includes("content/docs/ran.md")]).toEqual([9, false]);
  expect(due[0]).toEqual({
    path: "content/docs/api/one.md",
    route: "/docs/api/one",
    owner: "@api",
    date: "2020-01-01",
    reasons: ["reviewed 2020-01-01"],
  });
  writeFiles(root, { "content/docs/old.md": page("title: Old", "reviewed: 2025-02-30") });
  const build = await command("build", "--root", root);
  expect([build.code, build.stderr]).toEqual([1, expect.stringContaining("content/docs/old.md:3:1  error  ")]);
  writeFiles(root, { "site.config.ts": CONFIG });
  const refused = await command("check-freshness", "--root", root);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("freshness: say after how many months")]);
});
