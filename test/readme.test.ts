import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { drawChart, readCharts } from "./bench/chart.mjs";
import { command } from "./helpers/command.ts";
import { PROJECT } from "./helpers/docgen.ts";

const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const README = read("README.md");
/** Kinds of changes, in their order. */
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

test("the README is short, and answers in the order in which a newcomer asks", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(150);
  expect(README.match(/^## .+$/gm)).toEqual([
    "## What you get",
    "## Writing a page",
    "## Commands",
    "## Guides",
    "## Licence",
  ]);
});

const GUIDES = new Set([...README.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, guide = ""]) => guide));

test.each(["README.md", ...GUIDES])("%s links to files that exist", (guide) => {
  const text = read(guide).replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, "");
  const targets = [...text.matchAll(/\]\(([^)#\s]+)|(?:src|srcset)="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture,
  );
  const own = targets.filter((target): target is string => target !== undefined && !/^https?:/.test(target));
  expect(own.filter((target) => !existsSync(join(PROJECT, dirname(guide), target)))).toEqual([]);
});

test.each(["CONTRIBUTING.md"])("%s names files that exist", (guide) => {
  const named = [...read(guide).matchAll(/`((?:src|test|bin)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
});

test("the changelog has the form of Keep a Changelog: newest first, each kind of change once", () => {
  const [unreleased, ...versions] = read("CHANGELOG.md").split(/^## /m).slice(1);
  expect(unreleased).toMatch(/^\[Unreleased\]\n/);
  const dates = versions.map((part) => /^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)\n/.exec(part)?.[1] ?? part);
  expect(dates).toEqual(dates.toSorted().reverse());
  for (const part of [unreleased ?? "", ...versions]) {
    const kinds = [...part.matchAll(/^### (.*)$/gm)].map(([, kind = ""]) => kind);
    expect(KINDS.filter((kind) => kinds.includes(kind))).toEqual(kinds);
  }
});

test("the charts have the figures of the README's table", () => {
  for (const [mode, chart] of Object.entries(readCharts())) expect(chart).toBe(drawChart(README, mode));
});

test("a chart leaves out what was not measured to its end, and draws the others from zero", () => {
  const table =
    "| 9 pages | cold s |\n| --- | --- |\n| docgen | 2.00 |\n| a < b | 4.00 |\n| late | > 600 |\n| lost | |\n";
  const chart = drawChart(`<!-- bench -->\nToday.\n\n${table}<!-- /bench -->`, "light");
  expect(chart).toContain("First build, s, 9 pages");
  expect(chart).toContain("a &lt; b");
  expect(chart).not.toMatch(/late|lost|Build after/);
  const [own = 0, other = 0] = [...chart.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(other).toBe(own * 2);
});

test("the help of each command ends with examples, whose options it has, and with a guide that exists", async () => {
  const { stdout } = await command("--help");
  const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) /gm)].flatMap(([, name]) => (name === "help" ? [] : [name]));
  expect(names).toHaveLength(15);
  for (const name of names) {
    const help = (await command(String(name), "--help")).stdout;
    const [options = "", examples = ""] = help.split("Examples:\n");
    const lines = examples.match(/^ {2}docgen .*$/gm) ?? [];
    expect(lines.filter((line) => !line.startsWith(`  docgen ${name}`))).toEqual([]);
    expect(lines.length, help).toBeGreaterThan(0);
    for (const [option] of lines.join("\n").matchAll(/--[a-z-]+/g)) expect(options).toContain(`${option} `);
    expect(existsSync(join(PROJECT, /^Guide: (.*)$/m.exec(examples)?.[1] ?? "none"))).toBe(true);
  }
});
