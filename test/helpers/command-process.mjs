// Runs commands of docgen, one after the other, as its parent process asks for them: docgen's code is loaded only once.
// A server goes on until this process ends.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const MAIN = new URL("../../dist/cli/main.js", import.meta.url);
const EVENTS = ["beforeExit", "exit", "uncaughtException", "SIGINT", "SIGTERM"];

// Threads that highlight code take over what their process has compiled of Oniguruma as long as something refers to it:
// a third of the processor time of a small build.
globalThis.oniguruma = new WebAssembly.Module(readFileSync(createRequire(MAIN).resolve("shiki/onig.wasm")));

let last = Promise.resolve();
let count = 0;
process.on("message", (args) => {
  last = last.then(async () => process.send(await run(args)));
});
process.once("disconnect", () => process.exit());

async function run(args) {
  const said = { stdout: "", stderr: "" };
  const restore = ["stdout", "stderr"].map((name) => {
    const stream = process[name];
    const { write } = stream;
    stream.write = (data) => {
      said[name] += data;
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = undefined;
  count++;
  // The command's own module runs anew; all that it imports stays loaded.
  const { done } = await import(`${MAIN}?${count}`);
  await done;
  for (const back of restore) back();
  for (const event of EVENTS) process.removeAllListeners(event);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  return { code: process.exitCode ?? 0, ...said };
}
