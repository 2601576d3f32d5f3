// Preload for samples: installs the guard, reports errors and exits on file descriptor 3, and marks in standard output
// which part of a session prints.
"use strict";
const fs = require("node:fs");
const { blockAll } = require("./guard.cjs");

const REPORT_FD = 3;
// Stacks must be deep enough to include the sample's own frame below those of libraries.
Error.stackTraceLimit = 100;

const settings = process.env.DOCGEN_SAMPLE;
const { mark, allow = [] } = settings === undefined ? {} : JSON.parse(settings);
// The other variables are set by the shell.
for (const name of ["DOCGEN_SAMPLE", "PWD", "OLDPWD", "SHLVL", "_"]) delete process.env[name];

blockAll(allow);
// Writes to pipes synchronously, so that no output is lost in an endless loop or before process.exit.
for (const { _handle } of [process.stdout, process.stderr]) _handle?.setBlocking?.(true);
// Worker threads have no settings: they report nothing and print through their parent.
if (settings !== undefined) reportEnd();
if (mark !== undefined) markParts(mark);

function reportEnd() {
  let isReported = false;
  const report = (value) => {
    isReported = true;
    try {
      fs.writeSync(REPORT_FD, `${JSON.stringify(value)}\n`);
    } catch {
      // docgen has exited, or the sample has closed the descriptor.
    }
  };
  process.on("uncaughtExceptionMonitor", (error) => {
    if (!(error instanceof Error)) return report({ name: "", message: require("node:util").inspect(error), stack: "" });
    const { name, message, stack, code, permission } = error;
    report({ name, message, stack, code, permission });
  });
  process.on("exit", (code) => {
    // The stack shows where process.exit was called.
    if (code !== 0 && !isReported) report({ stack: new Error("exit").stack });
  });
}

/**
 * `globalThis[call](n)` starts part n. Asynchronous output of a part, e.g. from a timer, is attributed to it as well: a
 * write is preceded by a mark if its part is not the one that printed last.
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
