const { Worker } = require("node:worker_threads");
const { once } = require("node:events");

// #region worker
async function readRows(file) {
  const worker = new Worker(require.resolve("./sheet-worker.js"), {
    workerData: { file },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  // rejects if the worker throws or runs out of memory
  // highlight-next-line
  const [rows] = await once(worker, "message");
  return rows;
}
// #endregion

async function main() {
  const files = process.argv.slice(2);
  const results = await Promise.allSettled(files.map(readRows));
  results.forEach(({ value, reason }, i) => console.log(files[i], value?.length ?? reason.message ?? reason));
}

main();
