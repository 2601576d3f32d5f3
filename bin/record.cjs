// `node --require bin/record.cjs bin/docgen build`: keeps what V8 has made of docgen's code by the end of a build,
// beside that code, for bin/load.cjs.
"use strict";
const { readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const { parentPort, threadId } = require("node:worker_threads");
const { fileOf, scripts, sealCompiled } = require("./load.cjs");

/** Threads share some of the code: whoever has run most of it knows it best. */
function record() {
  for (const [path, script] of scripts) {
    const data = sealCompiled(readFileSync(path), script.createCachedData());
    const file = fileOf(path);
    if (data.length <= (statSync(file, { throwIfNoEntry: false })?.size ?? 0)) continue;
    const temporary = `${file}.${threadId}`;
    writeFileSync(temporary, data);
    renameSync(temporary, file);
  }
}

process.on("exit", record);
// A thread is ended without a word: what it has run is kept whenever it has answered.
if (parentPort !== null) {
  const answer = parentPort.postMessage;
  let isScheduled = false;
  parentPort.postMessage = function (...message) {
    answer.apply(this, message);
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      record();
    });
  };
}
