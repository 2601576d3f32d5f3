// Runs docgen's commands one after the other, as requested by the parent process, so that docgen's code is loaded only
// once. A server command runs until the parent requests its end.
import "./warm-threads.mjs";

const MAIN = new URL("../../dist/cli/main.js", import.meta.url);
const EVENTS = ["beforeExit", "exit", "uncaughtException", "SIGINT", "SIGTERM"];

let last = Promise.resolve();
let count = 0;
/** Ends the last server command. */
let end = async () => {};
process.on("message", (asked) => {
  last = last.then(() => (asked.args === undefined ? end() : run(asked)));
});
process.once("disconnect", () => process.exit());
for (const name of ["stdout", "stderr"]) {
  process[name].write = (text) => {
    process.send({ name, text: String(text) });
    return true;
  };
}

async function run({ args, env }) {
  process.argv.splice(2, process.argv.length, ...args);
  process.exitCode = undefined;
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  for (const event of EVENTS) process.removeAllListeners(event);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  count++;
  // Only the command's own module runs again; its imports stay loaded.
  const { done } = await import(`${MAIN}?${count}`);
  const close = await done;
  end = async () => {
    await close?.();
    process.send({ code: process.exitCode ?? 0 });
  };
  if (close === undefined) await end();
}
