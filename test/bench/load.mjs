// npm run bench:load          requests, sockets and large sites
// npm run bench:load -- serve requests to both servers, and websocket clients
// npm run bench:load -- sites a site of 10,000 pages, and one of a single page of 9 MB
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const REQUESTS = 10_000;
const AT_ONCE = 100;
const CLIENTS = 200;
/** Memory that a build may take, in MiB. */
const MEMORY_BAR = 700;
/** What a server may hold more after all requests than after a tenth of them, in MiB. */
const GROWTH_BAR = 60;
const CONFIG = 'export default { title: "Load", url: "https://example.com" };\n';

const faults = [];
const fail = (message) => {
  faults.push(message);
  console.log(`  FAIL ${message}`);
};

function makeSite(files) {
  const root = mkdtempSync(join(tmpdir(), "docgen-load-"));
  for (const [path, text] of Object.entries({ "site.config.ts": CONFIG, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function start(...args) {
  return spawn(process.execPath, [join(PROJECT, "bin/docgen"), ...args], {
    env: { ...process.env, NO_COLOR: "1", NODE_ENV: "production" },
  });
}

/** A number from Linux's record of a process, in MiB; NaN elsewhere. */
function memoryOf(pid, field) {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Runs a build and watches how much memory it takes at most. */
async function build(name, root) {
  const started = performance.now();
  const child = start("build", "--root", root);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid, "VmHWM") || 0);
  }, 50);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, "close");
  clearInterval(timer);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`  ${name}: ${seconds} s, at most ${peak.toFixed(0)} MiB; ${output.trim().split("\n").at(-1)}`);
  if (code !== 0) fail(`${name} ended with ${code}: ${output.slice(0, 1000)}`);
  if (peak > MEMORY_BAR) fail(`${name} took ${peak.toFixed(0)} MiB; the bar is ${MEMORY_BAR}`);
}

async function serveSite(command, root) {
  const child = start(command, "--root", root, "--port", "0");
  let output = "";
  const address = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const found = /http:\/\/localhost:\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("close", () => reject(new Error(output)));
  });
  return { address: address.replace("localhost", "127.0.0.1"), child };
}

async function request(url, agent, count) {
  return new Promise((resolve) => {
    get(url, { agent, headers: { host: "localhost" } }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
      response.on("error", (error) => resolve(error.message));
    }).on("error", (error) => resolve(`${count}: ${error.message}`));
  });
}

async function loadServer(command, root, paths) {
  const { address, child } = await serveSite(command, root);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const outcomes = new Map();
  let next = 0;
  let early = Number.NaN;
  const started = performance.now();
  const worker = async () => {
    while (next < REQUESTS) {
      const count = next++;
      const status = await request(address + paths[count % paths.length], agent, count);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      if (count === REQUESTS / 10) early = memoryOf(child.pid, "VmRSS");
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  const late = memoryOf(child.pid, "VmRSS");
  console.log(
    `  ${command}: ${REQUESTS} requests, ${AT_ONCE} at once, ${(REQUESTS / seconds).toFixed(0)} a second; ` +
      `${[...outcomes].map(([status, count]) => `${status}: ${count}`).join(", ")}; ` +
      `${early.toFixed(0)} MiB after a tenth, ${late.toFixed(0)} MiB in the end`,
  );
  if (outcomes.size !== 1 || !outcomes.has(200)) fail(`${command} did not answer every request`);
  if (late - early > GROWTH_BAR) fail(`${command} grew by ${(late - early).toFixed(0)} MiB`);
  return { address, child };
}

async function loadSockets({ address, child }, root) {
  const page = await (await fetch(`${address}/docs/`)).text();
  const token = /data-token="([0-9a-f]+)"/.exec(page)?.[1];
  const url = `${address.replace("http", "ws")}/@docgen/socket?token=${token}`;
  const clients = Array.from({ length: CLIENTS }, () => new WebSocket(url));
  await Promise.all(clients.map((client) => once(client, "open")));
  for (const client of clients) client.send(JSON.stringify({ path: "/docs/p1", version: "" }));
  const edits = async (count) => {
    for (let edit = 0; edit < count; edit++) {
      const told = Promise.all(clients.map((client) => once(client, "message")));
      writeFileSync(
        join(root, "content/docs/p1.md"),
        `# Page 1\n\nEdit ${edit} of ${count} at ${process.hrtime.bigint()}.\n`,
      );
      await told;
    }
    return memoryOf(child.pid, "VmRSS");
  };
  const early = await edits(10);
  const late = await edits(90);
  console.log(
    `  serve: ${CLIENTS} sockets told of 100 edits; ${early.toFixed(0)} MiB after 10, ${late.toFixed(0)} MiB in the end`,
  );
  if (late - early > GROWTH_BAR) fail(`serve grew by ${(late - early).toFixed(0)} MiB`);
  for (const client of clients) client.terminate();
}

const pages = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `content/docs/${count > 1000 ? `part-${Math.floor(number / 100)}/` : ""}p${number}.md`,
      `# Page ${number}\n\nText of page ${number} that links to [start](/docs/).\n\n## Part\n\n\`\`\`js\nconst a${number} = ${number};\n\`\`\`\n\n${"More words of a page as long as pages are. ".repeat(20)}\n`,
    ]),
  );

async function loadServers() {
  console.log("servers");
  const root = makeSite({ "content/docs/index.md": "# Start\n", ...pages(50) });
  try {
    await build("site of 50 pages", root);
    const paths = ["/docs/", "/docs/p1", "/docs/p2", "/docs/p49", "/search-index-docs-default-current.json"];
    const preview = await loadServer("preview", root, paths);
    preview.child.kill("SIGTERM");
    const serving = await loadServer("serve", root, paths.slice(0, 4));
    await loadSockets(serving, root);
    serving.child.kill("SIGTERM");
    await Promise.all([preview, serving].map(({ child }) => child.exitCode ?? once(child, "close")));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function loadSites() {
  console.log("sites");
  const words = "Some words of a line of text, as long as lines are, with `code` and [a link](/docs/).\n";
  for (const [name, files] of [
    ["one page of 9 MB", { "content/docs/index.md": `# Large\n\n${words.repeat(9_000_000 / words.length)}` }],
    ["10,000 pages", { "content/docs/index.md": "# Start\n", ...pages(10_000) }],
  ]) {
    const root = makeSite(files);
    try {
      await build(name, root);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
}

const [wanted] = process.argv.slice(2);
if (wanted !== "sites") await loadServers();
if (wanted !== "serve") await loadSites();
process.exitCode = faults.length === 0 ? 0 : 1;
