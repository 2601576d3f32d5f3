// Runs commands of docgen, one after the other, as its parent process asks for them: docgen's code is loaded only once.
// A command that serves goes on until the parent asks for its end.
import "./keep-oniguruma.mjs";

const MAIN = new URL("../../dist/cli/main.js", import.meta.url);
const EVENTS = ["beforeExit", "exit", "uncaughtException", "SIGINT", "SIGTERM"];

let last = Promise.resolve();
let count = 0;
/** Ends the last command that serves. */
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
  // The command's own module runs anew; all that it imports stays loaded.
  const { done } = await import(`${MAIN}?${count}`);
  const close = await done;
  end = async () => {
    await close?.();
    process.send({ code: process.exitCode ?? 0 });
  };
  if (close === undefined) await end();
}
