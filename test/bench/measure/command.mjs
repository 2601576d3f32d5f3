import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_EVERY_MS = 20;
const PAGE_BYTES = 4096;
const MIB = 1024 * 1024;

/**
 * Runs a command to its end in a process group of its own.
 * @param limit seconds after which the whole group is ended
 * @returns wall and processor seconds of it and of what it started
 * @throws when it fails or takes longer than the limit (`isLate`)
 */
export async function timeCommand(command, { cwd, env, log, limit }) {
  // The shell's own clock leaves out the shell, and counts the processor time of all children.
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >"$BENCH_LOG" 2>&1';
  const child = start(["bash", "-c", script, "bash", ...command], { cwd, env: { ...env, BENCH_LOG: log } });
  const { stderr } = await ended(child, { command, log, limit });
  const [wall, user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return { wall, cpu: user + system };
}

/**
 * Runs a command and looks at it and its children again and again.
 * @returns the most memory that all had at one time, in MiB (resident sets added up, so shared code counts twice)
 */
export async function peakMemory(command, { cwd, env, log, limit }) {
  const child = start(["bash", "-c", 'exec "$@" >"$BENCH_LOG" 2>&1', "bash", ...command], {
    cwd,
    env: { ...env, BENCH_LOG: log },
  });
  let peak = 0;
  const timer = setInterval(() => {
    const sizes = treeOf(child.pid).map(residentOf);
    // What one process had at its highest can't be missed between two looks.
    peak = Math.max(
      peak,
      sizes.reduce((sum, { now }) => sum + now, 0),
      ...sizes.map(({ highest }) => highest),
    );
  }, SAMPLE_EVERY_MS);
  try {
    await ended(child, { command, log, limit });
  } finally {
    clearInterval(timer);
  }
  return peak / MIB;
}

/** Starts a command in a process group of its own, which ends with this process at the latest. */
export function start([program, ...args], { cwd, env }) {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const stop = () => endGroup(child);
  process.once("exit", stop);
  child.once("exit", () => process.off("exit", stop));
  return child;
}

/** Ends a process with all that it has started. */
export function endGroup(child, signal = "SIGKILL") {
  if (child.pid === undefined) return; // It could not be started.
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function ended(child, { command, log, limit }) {
  return new Promise((done, fail) => {
    let stderr = "";
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child);
    }, limit * 1000);
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.once("error", fail);
    child.once("close", (code) => {
      clearTimeout(timer);
      // What it has left running would share the processor with the next one.
      endGroup(child);
      if (code === 0 && !isLate) return done({ stderr });
      const said = isLate ? `not done after ${limit} s` : `ended with ${code}, see ${log}`;
      fail(Object.assign(new Error(`${command.slice(0, 3).join(" ")}: ${said}`), { isLate }));
    });
  });
}

/** The process and its descendants. */
function treeOf(pid) {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return []; // It has ended meanwhile.
  }
}

function residentOf(pid) {
  try {
    const now = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
    const highest = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
    return { now, highest };
  } catch {
    return { now: 0, highest: 0 };
  }
}
