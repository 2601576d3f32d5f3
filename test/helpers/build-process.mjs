// Builds the sites that the parent process names, one after the other, so that docgen's code is loaded only once.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "../../dist/builder/build.js";

let last = Promise.resolve();
process.on("message", (root) => {
  last = last.then(async () => process.send({ root, errors: await errorsOf(root) }));
});
process.once("disconnect", () => process.exit());

async function errorsOf(root) {
  const options = { root, out: join(root, "build"), drafts: false, cache: true, jobs: availableParallelism() };
  try {
    const { problems } = await build(options);
    return problems
      .filter(({ severity }) => severity === "error")
      .map(({ path, line, column, message }) => `${path}:${line}:${column}  ${message}`);
  } catch (error) {
    return [error.message];
  }
}
