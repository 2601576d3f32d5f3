import { spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { getPriority } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runLimited } from "../../src/samples/limited-process.ts";
import { openNamespace } from "../../src/samples/namespace.ts";
import { CONFIG, docgen, temporaryFolder, writeFiles } from "../helpers/docgen.ts";
import { type Aim, type Attack, attacksOn } from "./attacks.ts";
import { fence, output, PAGE, pageOf } from "./check.ts";

const root = temporaryFolder();
const outside = temporaryFolder();
const secret = join(outside, "secret.cjs");
const victim = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
const server = createServer();
let connections = 0;

const aimAt = (port: number): Aim => {
  return { port, pid: victim.pid ?? 0, folder: outside, secret, target: join(outside, "written") };
};
/** Shows that success is seen. */
const CONTROL = { code: 'return "open";' };
const names = Object.keys(attacksOn(aimAt(0)));

beforeAll(async () => {
  writeFileSync(secret, "module.exports = 'kept secret';\n");
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = [...Object.values(attacksOn(aimAt(portOf(server)))), CONTROL].map(pageOfAttack);
  writeFiles(root, { "site.config.ts": CONFIG, [PAGE]: pageOf(...page) });
});

afterAll(() => {
  server.close();
  victim.kill("SIGKILL");
});

describe.each([
  ["as this system allows", process.env.PATH],
  ["without namespaces", outside],
])("%s", (_, path) => {
  /** What was said of each attack, by its number. */
  const said = new Map<number, string>();

  beforeAll(async () => {
    vi.stubEnv("PATH", path);
    rmSync(join(root, ".docgen"), { recursive: true, force: true });
    const { stdout } = await docgen("check-samples", "--json", "--root", root).finally(() => vi.unstubAllEnvs());
    const { problems } = JSON.parse(stdout) as { problems: { line: number; message: string; hint?: string }[] };
    // An attack and its output take eight lines.
    for (const { line, message, hint } of problems) said.set(Math.floor((line - 3) / 8), `${message} ${hint}`);
  }, 300_000);

  test.each(names)("held: %s", (name) => {
    expect(said.get(names.indexOf(name))).toBe(undefined);
  });

  test("nothing has happened outside", () => {
    expect(said.get(names.length)).toMatch(/^output differs/);
    expect(readdirSync(outside)).toEqual(["secret.cjs"]);
    expect(connections).toBe(0);
    expect(victim.exitCode ?? victim.signalCode).toBe(null);
    expect(getPriority(victim.pid)).toBe(0);
  });
});

test("what comes past Node's own guards finds nothing in a namespace", async () => {
  const folder = temporaryFolder();
  const writable = temporaryFolder();
  const namespace = await openNamespace(folder, [process.execPath], writable);
  // Other systems have none, and some forbid them.
  if (namespace === undefined) return;
  const code = `
    const fs = require("fs");
    const attempt = (name, act) => { try { act(); console.log(name); } catch {} };
    attempt("writes", () => fs.writeFileSync(${JSON.stringify(join(outside, "written"))}, ""));
    attempt("writes to the system", () => fs.writeFileSync("/usr/written", ""));
    attempt("writes to its root", () => fs.writeFileSync("/written", ""));
    attempt("reads", () => fs.readFileSync(${JSON.stringify(secret)}));
    attempt("signals", () => process.kill(${victim.pid}, 0));
    attempt("starts with privileges", () => require("child_process").execSync("mount -t tmpfs none /usr", { stdio: "ignore" }));
    attempt("writes where it may", () => fs.writeFileSync(${JSON.stringify(join(writable, "own"))}, ""));
    const { spawn } = require("child_process");
    spawn("/bin/sh", ["-c", "while :; do :; done"], { detached: true, stdio: "ignore" }).unref();
    require("net").connect(${portOf(server)}, "127.0.0.1")
      .on("connect", () => console.log("connects")).on("error", () => process.exit());
  `;
  const { launch } = namespace;
  const { stdout } = await runLimited({ launch, args: ["-e", code], cwd: folder, env: {}, timeoutMs: 20_000 });
  expect(stdout).toBe("writes where it may\n");
  // Resolves once all that was started in it has ended, the one in a session of its own among them.
  await namespace.close();
  expect(connections).toBe(0);
});

function pageOfAttack({ info = "js run", code }: Attack): string {
  const result = '(value) => (value === "open" || String(value).includes("kept") ? "open" : "held")';
  const body = code.replace(/\n\s*/g, " ");
  const line = `(async () => { "use strict"; ${body} })().then(${result}, () => "held").then(console.log);`;
  return `${fence(info, line)}\n${output("held")}`;
}

function portOf(listening: Server): number {
  const address = listening.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
