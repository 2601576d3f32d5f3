// Loaded into every sample before it runs: closes the ways out, reports what ended the sample on file
// descriptor 3, and, for sessions, marks in standard output which part printed what.
"use strict";
const fs = require("node:fs");
const { closeWays } = require("./guard.cjs");

const REPORT_FD = 3;
// Errors come from deep inside libraries; the sample's own frame must still be among those reported.
Error.stackTraceLimit = 100;

const settings = process.env.DOCGEN_SAMPLE;
const { mark, allow = [] } = settings === undefined ? {} : JSON.parse(settings);
// The others are set by shells on the way here.
for (const name of ["DOCGEN_SAMPLE", "PWD", "OLDPWD", "SHLVL", "_"]) delete process.env[name];

closeWays(allow);
// What is printed to a pipe leaves when it is printed, also out of an endless loop or before process.exit.
for (const { _handle } of [process.stdout, process.stderr]) _handle?.setBlocking?.(true);
// A worker thread has no settings: it reports nothing and prints through its parent.
if (settings !== undefined) reportEnd();
if (mark !== undefined) markParts(mark);

function reportEnd() {
  let isReported = false;
  const report = (value) => {
    isReported = true;
    try {
      fs.writeSync(REPORT_FD, `${JSON.stringify(value)}\n`);
    } catch {
      // docgen has gone, or the sample has closed the descriptor.
    }
  };
  process.on("uncaughtExceptionMonitor", (error) => {
    if (!(error instanceof Error)) return report({ name: "", message: require("node:util").inspect(error), stack: "" });
    const { name, message, stack, code, permission } = error;
    report({ name, message, stack, code, permission });
  });
  process.on("exit", (code) => {
    // The stack tells where process.exit was called.
    if (code !== 0 && !isReported) report({ stack: new Error("exit").stack });
  });
}

/**
 * `globalThis[call](n)` begins part n. What a part prints later, from a timer or a promise, is still its
 * own: each write is preceded by a mark where the part that started it is not the one that printed last.
 */
function markParts({ call, token }) {
  const { AsyncLocalStorage } = require("node:async_hooks");
  const part = new AsyncLocalStorage();
  const { stdout } = process;
  const write = stdout.write;
  let last = 0;
  const switchTo = (number) => {
    if (number === last) return;
    last = number;
    write.call(stdout, `\0${token}:${number}\0`);
  };
  stdout.write = (...args) => {
    switchTo(part.getStore() ?? 0);
    return write.apply(stdout, args);
  };
  const begin = (number) => {
    part.enterWith(number);
    switchTo(number);
  };
  Object.defineProperty(globalThis, call, { value: begin, enumerable: false });
}
