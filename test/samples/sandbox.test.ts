import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { PROJECT, temporaryFolder } from "../helpers/docgen.ts";
import { checkPage, fence, output, PAGE, pageOf } from "./check.ts";

const NO_NETWORK = "the sandbox has no network:";

test("no way into the network is open", async () => {
  const page = pageOf(
    fence(
      "mjs run",
      'import { createSocket } from "node:dgram";',
      'import { Resolver, resolve4 } from "node:dns";',
      'import { lookup } from "node:dns/promises";',
      'import { request } from "node:http";',
      'import { connect as http2 } from "node:http2";',
      'import { get } from "node:https";',
      'import { connect, createServer } from "node:net";',
      'import { connect as tls } from "node:tls";',
      "const ways = [",
      '  () => createSocket("udp4"),',
      '  () => resolve4("example.com", () => {}),',
      '  () => new Resolver().resolveMx("example.com", () => {}),',
      '  () => lookup("localhost"),',
      '  () => request("http://127.0.0.1"),',
      '  () => http2("http://127.0.0.1"),',
      '  () => get("https://127.0.0.1"),',
      '  () => connect(80, "127.0.0.1"),',
      '  () => connect("/tmp/socket"),',
      "  () => createServer().listen(0),",
      '  () => tls(443, "127.0.0.1"),',
      '  () => fetch("http://127.0.0.1"),',
      '  () => (globalThis.WebSocket === undefined ? fetch("") : new WebSocket("ws://127.0.0.1")),',
      "];",
      "for (const way of ways) {",
      '  const open = async () => { await way(); return "open: " + way; };',
      `  console.log((await open().catch((error) => error.message)).replace(/ (?:\\S+|opening a connection) is disabled/, ""));`,
      "}",
    ),
    output(...Array.from({ length: 13 }, () => NO_NETWORK)),
  );
  expect((await checkPage(page)).lines).toEqual([]);
});

test("a sample that asks for the network fails and says why", async () => {
  const { lines } = await checkPage(pageOf(fence("js run", 'fetch("https://example.com");')));
  expect(lines).toEqual([
    `4:1  error  sample ends with exit code 1: Error: ${NO_NETWORK} fetch is disabled`,
    "    hint: allow=loopback lets a sample connect to a server that it started",
  ]);
});

test("allow=loopback opens a sample's own server to it, and nothing else", async () => {
  const page = pageOf(
    fence(
      "js run allow=loopback",
      'const http = require("http");',
      "const server = http.createServer((request, response) => response.end(request.url));",
      "server.listen(0, async () => {",
      "  const { port } = server.address();",
      '  console.log(await (await fetch("http://localhost:" + port + "/x")).text());',
      '  http.get({ port, path: "/y" }, (response) => response.on("data", (data) => {',
      "    console.log(String(data));",
      "    server.close();",
      "  }));",
      '  for (const url of ["http://127.0.0.1:5999", "http://example.com"]) {',
      "    await fetch(url).catch((error) => console.log(error.cause.message));",
      "  }",
      "});",
    ),
    output(
      "/x",
      `${NO_NETWORK} a connection to 127.0.0.1:5999 is disabled`,
      `${NO_NETWORK} a connection to example.com:80 is disabled`,
      "/y",
    ),
  );
  expect((await checkPage(page)).lines).toEqual([]);
});

test("nothing outside of the folder is written, and no process is started", async () => {
  const target = join(temporaryFolder(), "written");
  const page = pageOf(
    fence(
      "js run",
      'const fs = require("fs");',
      'const { spawnSync } = require("child_process");',
      'const { Worker } = require("worker_threads");',
      `const target = ${JSON.stringify(target)};`,
      "const tries = [",
      '  () => fs.writeFileSync(target, ""),',
      '  () => fs.writeFileSync("../written", ""),',
      '  () => fs.writeFileSync("../node_modules/written", ""),',
      '  () => fs.writeFileSync("../../node_modules/written", ""),',
      '  () => { fs.writeFileSync("own", ""); fs.renameSync("own", target); },',
      '  () => fs.symlinkSync("/", "link"),',
      '  () => new (require("node:sqlite").DatabaseSync)(target),',
      '  () => spawnSync("true"),',
      '  () => new Worker("", { eval: true }),',
      '  () => process.binding("spawn_sync"),',
      "];",
      'for (const attempt of tries) try { attempt(); console.log("done"); } catch (error) { console.log(error.code); }',
      'fs.mkdirSync("a/b", { recursive: true });',
      'fs.writeFileSync(require("os").tmpdir() + "/mine", "");',
      'console.log(fs.readdirSync("."));',
    ),
    output(
      ...Array.from({ length: 6 }, () => "ERR_ACCESS_DENIED"),
      "ERR_UNKNOWN_BUILTIN_MODULE",
      ...Array.from({ length: 3 }, () => "ERR_ACCESS_DENIED"),
      "[ 'a', 'mine', 'own', 'sample.cjs' ]",
    ),
    fence("js run", "1;", `require("fs").writeFileSync(${JSON.stringify(target)}, "");`),
  );
  const { lines } = await checkPage(page);
  expect(lines[0]).toMatch(
    /^42:15 {2}error {2}sample ends with exit code 1: Error: Access to this API has been restricted/,
  );
  expect(lines.slice(1)).toEqual([
    "    hint: samples can only write to their own folder and can't start processes; allow=worker lets them start workers",
  ]);
  expect(existsSync(target)).toBe(false);
  expect(existsSync(join(PROJECT, "node_modules/written"))).toBe(false);
});

test("allow=worker lets a sample start workers, which may do no more than it", async () => {
  const page = pageOf(
    fence(
      "js run allow=worker",
      'const { Worker } = require("worker_threads");',
      "const code = `",
      '  const { parentPort } = require("worker_threads");',
      "  const said = [];",
      '  try { require("net").connect(80); } catch (error) { said.push(error.message); }',
      '  try { require("fs").writeFileSync("../x", ""); } catch (error) { said.push(error.code); }',
      '  parentPort.postMessage(said.concat(require("xlsx").version));',
      "`;",
      'new Worker(code, { eval: true }).on("message", console.log);',
    ),
    output("[", `  '${NO_NETWORK} opening a connection is disabled',`, "  'ERR_ACCESS_DENIED',", "  '0.20.3'", "]"),
    fence("js run allow=anything", "1;"),
  );
  expect((await checkPage(page)).lines).toEqual([
    '23:1  error  unknown permission "anything"',
    "    hint: allow= takes worker and loopback",
  ]);
});

test("each way out of the sandbox fails at the file and line of the sample that tries it", async () => {
  const target = join(temporaryFolder(), "written");
  const folder = temporaryFolder();
  const escapes = [
    `require("fs").writeFileSync(${JSON.stringify(target)}, "");`,
    `require("fs").rmSync(${JSON.stringify(folder)}, { recursive: true });`,
    `require("fs").appendFileSync(${JSON.stringify(join(PROJECT, "package.json"))}, " ");`,
    `require("child_process").execSync(${JSON.stringify(`touch ${target}`)});`,
    `new (require("worker_threads").Worker)("", { eval: true });`,
    'require("net").connect(80, "127.0.0.1");',
    'require("http").get("http://127.0.0.1/");',
    'process.dlopen({ exports: {} }, "/tmp/native.node");',
    "process.kill(process.ppid);",
  ];
  const { stderr, code, summary } = await checkPage(pageOf(...escapes.map((line) => fence("js run", "1;", line))));
  const faults = stderr.split("\n").filter((line) => /^\S/.test(line));
  // A fence has four lines, the blank one behind it among them; the second line of its code is to blame.
  expect(faults.map((line) => line.replace(/:\d+ {2}error {2}.*$/, ""))).toEqual(
    escapes.map((_, index) => `${PAGE}:${5 + 5 * index}`),
  );
  for (const line of faults)
    expect(line).toMatch(
      / {2}error {2}sample ends with exit code 1: .*(?:restricted|the sandbox has no network|the sandbox can only signal its own process|loading addons is disabled)/,
    );
  expect(code).toBe(1);
  expect(summary).toContain(`${escapes.length} problems`);
  expect([existsSync(target), existsSync(folder)]).toEqual([false, true]);
});

test("nothing of the caller's environment reaches a sample, secrets least of all", async () => {
  vi.stubEnv("DOCGEN_TEST_TOKEN", "a-secret");
  const page = pageOf(
    fence(
      "js run",
      "console.log(Object.keys(process.env).sort().join());",
      "console.log(process.env.DOCGEN_TEST_TOKEN);",
    ),
    output("HOME,LANG,TEMP,TMP,TMPDIR,TZ", "undefined"),
  );
  const { lines, stdout } = await checkPage(page).finally(() => vi.unstubAllEnvs());
  expect(lines).toEqual([]);
  expect(stdout).not.toContain("a-secret");
});
