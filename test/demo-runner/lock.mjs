import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 200;

/** Does the work while no other process works on the same name; waits for one that does. @returns what the work gives */
export async function lock(folder, name, work) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name.replaceAll("/", "--")}.lock`);
  while (!take(file)) await wait(POLL_MS);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  // The lock of a process that was killed counts for nothing.
  if (!isAlive(ownerOf(file))) rmSync(file, { force: true });
  return false;
}

function ownerOf(file) {
  try {
    // Empty for the moment between making and writing it: its owner is alive.
    return Number(readFileSync(file, "utf8") || process.pid);
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
