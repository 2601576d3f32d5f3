// npm run demos -- [section/name…] [--only-tests] [--json] [--list] [--jobs N] [--node MAJOR] [--demos DIR]
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pc from "picocolors";
import createSpinner from "yocto-spinner";
import { choose, discover } from "./discover.mjs";
import { lock } from "./lock.mjs";
import { cacheFolder } from "./prepare.mjs";
import { runDemo } from "./run-demo.mjs";

const PAINT = { ok: pc.green, failed: pc.red, skipped: pc.yellow };

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "only-tests": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      list: { type: "boolean", default: false },
      jobs: { type: "string", default: "1" },
      node: { type: "string" },
      demos: { type: "string", default: fileURLToPath(new URL("../demos", import.meta.url)) },
    },
  });
  const all = discover(values.demos).filter((demo) => demo.inTests || !values["only-tests"]);
  const demos = choose(all, positionals);
  if (values.list) return list(demos, values.json);

  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error("--jobs: give a number from 1 on");
  const node = values.node === undefined ? undefined : Number(values.node);
  if (node !== undefined && !Number.isInteger(node)) throw new Error("--node: give a major version, 24");
  const width = Math.max(4, ...demos.map(({ name }) => name.length));
  const going = new Set();
  const block = process.stderr.isTTY && !values.json ? createSpinner({ text: "demos" }).start() : undefined;
  let done = 0;
  const show = () => {
    if (block !== undefined) block.text = `demos ${done}/${demos.length} ${[...going].join(", ")}`;
  };
  const results = await inPool(demos, jobs, async (demo) => {
    going.add(demo.name);
    show();
    const result = await lock(cacheFolder(), demo.name, () => runDemo(demo, cacheFolder(), node));
    going.delete(demo.name);
    done += 1;
    if (!values.json) console.log(row(result, width));
    show();
    return result;
  }).finally(() => block?.stop());
  if (values.json) console.log(JSON.stringify({ demos: results }));
  else console.log(summary(results));
  if (results.some(({ result }) => result === "failed")) process.exitCode = 1;
}

function list(demos, json) {
  if (json) console.log(JSON.stringify({ demos }));
  else for (const { name, route } of demos) console.log(`${name}  ${route}`);
}

function row({ name, result, seconds, node, versions, message }, width) {
  const time = `${seconds.toFixed(1)} s`.padStart(8);
  const used = Object.entries({ node, ...versions })
    .map((pair) => pair.join(" "))
    .join(", ");
  const line = `${name.padEnd(width)}  ${PAINT[result](result.padEnd(7))} ${time}  `;
  if (result === "skipped") return line + message;
  return result === "ok" ? line + used : `${line}${used}\n${message.replace(/^/gm, "    ")}`;
}

function summary(results) {
  const counts = ["ok", "failed", "skipped"].map((kind) => {
    return `${results.filter(({ result }) => result === kind).length} ${kind}`;
  });
  return `${results.length} demos of ${new Set(results.map(({ route }) => route)).size} pages: ${counts.join(", ")}`;
}

/** Does the work for each item, so many at a time. @returns the results in the order of the items */
async function inPool(items, jobs, work) {
  const results = [];
  const entries = items.entries();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
