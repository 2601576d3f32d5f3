// docgen and its peers over the same pages in the same run: `npm run bench -- --help`. Needs Linux or macOS (memory:
// Linux), bash and, for page weight and servers, a Chromium.
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { chromium } from "playwright-core";
import { findBrowser } from "../helpers/find-browser.mjs";
import { writeCharts } from "./chart.mjs";
import { measureBuilds } from "./measure/builds.mjs";
import { measureMemory } from "./measure/memory.mjs";
import { measureOwnSite } from "./measure/own-site.mjs";
import { measureServers } from "./measure/server.mjs";
import { createSite, emptyAside, install, versionOf } from "./measure/site.mjs";
import { measureStart } from "./measure/start.mjs";
import { measureWeight } from "./measure/weight.mjs";
import { OWN_SITES, PEERS } from "./peers.mjs";
import { fullTable, omissions, overview } from "./report.mjs";

const PARTS = ["build", "memory", "weight", "edit", "start", "own"];
/** Those that the others are compared with. */
const ALWAYS = new Set(["docgen", "node", "shiki"]);
/** Too many values to be shown one by one. */
const MANY = new Set(["start", "edit to browser"]);
const README = fileURLToPath(new URL("../../README.md", import.meta.url));

// Leaving through "exit" ends what was started.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
await main(readOptions());

async function main({ parts, counts, names, runs, limit, json, withReadme }) {
  const samples = [];
  const notes = [];
  const note = (text) => {
    if (notes.includes(text)) return;
    notes.push(text);
    console.error(`! ${text}`);
  };
  const record = (measure, pages, peer, unit, value, { isLate = false, fault } = {}) => {
    const found = samples.find((one) => one.measure === measure && one.pages === pages && one.peer === peer.name);
    if (found === undefined) samples.push({ measure, pages, peer: peer.name, unit, values: [value], isLate, fault });
    else {
      found.values.push(value);
      found.isLate ||= isLate;
      found.fault ??= fault;
    }
    if (!MANY.has(measure) && !measure.endsWith("processor"))
      console.error(`  ${pages} ${measure}, ${peer.title}: ${value.toFixed(2)} ${unit}`);
  };
  const [load] = loadavg();
  if (load > availableParallelism() / 4) note(`the machine was busy at the start: load ${load.toFixed(1)}`);
  const peers = PEERS.filter(({ name }) => ALWAYS.has(name) || names.includes(name)).filter((peer) =>
    isHere(peer, note),
  );
  const versions = Object.fromEntries(peers.map((peer) => [peer.name, versionOf(peer)]));
  /** What there is so far is written after each part, since a whole run takes long. */
  const save = () => {
    const date = new Date().toISOString().slice(0, 10);
    const result = { date, machine: machine(), versions, samples: inOrder(samples), notes };
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
    return result;
  };
  const browser = parts.some((part) => part === "weight" || part === "edit") ? await launch(note) : undefined;
  try {
    if (parts.includes("start")) measureStart({ record });
    for (const count of counts) {
      let contenders = peers.map((peer) => ({ peer, site: createSite(peer, count) }));
      const task = { browser, runs, limit, count, record, note };
      if (parts.includes("build")) contenders = await measureBuilds(contenders, task);
      save();
      if (parts.includes("weight") && browser !== undefined) await measureWeight(contenders, task);
      if (parts.includes("memory")) await measureMemory(contenders, task);
      save();
      if (parts.includes("edit") && browser !== undefined) await measureServers(contenders, task);
    }
    if (parts.includes("own")) await measureOwnSite({ runs, limit, record, note });
  } finally {
    emptyAside();
    await browser?.close();
  }
  const result = save();
  print(result);
  if (withReadme) writeReadme(result);
}

function print({ date, machine: where, samples, notes }) {
  const tables = [...overview(samples), fullTable(samples)].join("\n\n");
  console.log(`\n${date}, ${where}\n\n${tables}\n\nLeft out by\n${omissions(samples).join("\n")}`);
  if (notes.length > 0) console.log(`\nNotes\n${notes.map((line) => `- ${line}`).join("\n")}`);
}

function readOptions() {
  const values = new Command("npm run bench --")
    .description("measure docgen beside its peers, in one run")
    .option("--only <parts>", "what to measure", PARTS.join(","))
    .option("--pages <counts>", "numbers of pages of the sites, such as 230,1000,5000", "230")
    .option("--peers <names>", "docgen's peers, such as hugo,docusaurus", PEERS.map(({ name }) => name).join(","))
    .option("--runs <n>", "runs of each measurement", "3")
    .option("--limit <seconds>", "time limit of a command", "600")
    .option("--json <file>", "file for the results", fileURLToPath(new URL(".peers/bench.json", import.meta.url)))
    .option("--readme", "write the figures and charts of the README", false)
    .parse()
    .opts();
  const names = values.peers.split(",");
  const parts = values.only.split(",");
  const counts = values.pages.split(",").map(Number);
  const numbers = [...counts, Number(values.runs), Number(values.limit)];
  const unknown = [
    ...names.filter((name) => PEERS.every((peer) => peer.name !== name)),
    ...parts.filter((part) => !PARTS.includes(part)),
    ...numbers.filter((number) => !(number > 0)),
  ];
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(", ")}\npeers: ${PEERS.map(({ name }) => name)}\nparts: ${PARTS}`);
    process.exit(2);
  }
  const [runs, limit] = numbers.slice(-2);
  return { parts, counts, names, runs, limit, json: values.json, withReadme: values.readme };
}

function isHere(peer, note) {
  try {
    install(peer);
    return true;
  } catch (error) {
    note(`skipped: ${peer.title} (${error.message})`);
    return false;
  }
}

async function launch(note) {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    return note("skipped: page weight and servers (no Chromium found; set CHROME_PATH)");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

/** By measure and pages as first measured, peers in their order. */
function inOrder(samples) {
  const measures = [...new Set(samples.map(({ measure }) => measure))];
  const place = ({ measure, pages, peer }) => [
    pages ?? 0,
    measures.indexOf(measure),
    [...PEERS, ...OWN_SITES].findIndex(({ name }) => name === peer),
  ];
  return samples.toSorted((a, b) => {
    const [one, other] = [place(a), place(b)];
    const at = one.findIndex((number, index) => number !== other[index]);
    return at < 0 ? 0 : one[at] - other[at];
  });
}

function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${memory} GiB, Node ${process.versions.node}`;
}

function writeReadme({ date, machine: where, versions, samples, notes }) {
  const named = Object.entries(versions).filter(([, version]) => version !== "");
  const sources = named.map(([name, version]) => `${name} ${version}`).join(", ");
  const tables = overview(samples).join("\n\n");
  const section = `${date}, ${where}; ${[sources, ...notes].join("; ")}. Medians.\n\n${tables}\n\nWhat the others leave out:\n\n${omissions(samples).join("\n")}`;
  const text = readFileSync(README, "utf8").replace(
    /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/,
    (_, from, to) => `${from}${section}\n${to}`,
  );
  writeFileSync(README, text);
  writeCharts(text);
}
