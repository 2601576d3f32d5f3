import { execFileSync, spawn } from "node:child_process";

/** Settings that keep the tools of demos quiet, offline and the same everywhere. */
export const QUIET_ENV = {
  CI: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  TZ: "UTC",
  DO_NOT_TRACK: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  GATSBY_TELEMETRY_DISABLED: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NG_CLI_ANALYTICS: "false",
  NUXT_TELEMETRY_DISABLED: "1",
  // Readers have none; "production" keeps npm from installing what a build needs.
  NODE_ENV: undefined,
};

/**
 * Starts a program with the output collected. Each program leads a process group of its own, so that `killTree` ends
 * what it has started as well, and ends with this process.
 * @returns {{ child: import("node:child_process").ChildProcess, output: () => string, ended: Promise<number | string> }}
 *   `ended` gives the exit code or the signal; it rejects where the program cannot be started
 */
export function launch(command, args, { cwd, env = {}, ipc = false } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...QUIET_ENV, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(ipc ? ["ipc"] : [])],
  });
  let output = "";
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  const ended = new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${command} did not start: ${error.message}`)));
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  // No process outlives this one, and none that a program leaves behind outlives the program.
  const stop = () => killTree(child.pid);
  process.once("exit", stop);
  child.once("exit", () => {
    process.off("exit", stop);
    endProcess(-child.pid);
  });
  // The rejection is for code that awaits it; none has to.
  ended.catch(() => {});
  return { child, output: () => output, ended };
}

/** Ends a process, all its descendants and their groups at once: browsers lead groups of their own. */
export function killTree(pid) {
  for (const one of [pid, ...descendants(pid)]) {
    endProcess(-one);
    endProcess(one);
  }
}

function endProcess(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended, or leads no group.
  }
}

function descendants(pid) {
  let table;
  try {
    table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  } catch {
    // Without ps the process group is all that is known.
    return [];
  }
  const rows = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) found.push(...rows.filter(([, ppid]) => ppid === parent).map(([child]) => child));
  return found.slice(1);
}

/** The last lines of a text. */
export function tail(text, lines = 30) {
  return text.trimEnd().split("\n").slice(-lines).join("\n");
}
