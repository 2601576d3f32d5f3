// Runs commands of docgen, one after the other, as its parent process asks for them: docgen's code is loaded only once.
// A server goes on until this process ends.
import "./keep-oniguruma.mjs";

const MAIN = new URL("../../dist/cli/main.js", import.meta.url);
const EVENTS = ["beforeExit", "exit", "uncaughtException", "SIGINT", "SIGTERM"];

let last = Promise.resolve();
let count = 0;
process.on("message", ({ args, env }) => {
  last = last.then(async () => process.send(await run(args, env)));
});
process.once("disconnect", () => process.exit());

async function run(args, env) {
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
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  count++;
  // The command's own module runs anew; all that it imports stays loaded.
  const { done } = await import(`${MAIN}?${count}`);
  await done;
  for (const back of restore) back();
  for (const event of EVENTS) process.removeAllListeners(event);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error");
  return { code: process.exitCode ?? 0, ...said };
}
