// Keeps highlighting threads for the next commands of this process: starting one and compiling a grammar in it takes
// half of the CPU time of a small build. What a thread returns depends only on the language and the code.
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { Worker } = threads;
const HIGHLIGHT_WORKER = /highlight\/worker\.js$/;
/** More would hold memory that other tests need. */
const MAX_IDLE = 2;

const idle = [];

/** A thread that is kept when a command ends it, unless it is still busy: then its grammar may never finish. */
class KeptThread extends Worker {
  pending = 0;
  constructor(file, options) {
    super(file, options);
    this.onResult = () => this.pending--;
    this.on("message", this.onResult);
    this.once("exit", () => idle.includes(this) && idle.splice(idle.indexOf(this), 1));
  }
  postMessage(tasks) {
    this.pending += tasks.length;
    super.postMessage(tasks);
  }
  async terminate() {
    if (this.pending > 0 || idle.length >= MAX_IDLE) return super.terminate();
    this.removeAllListeners("message").on("message", this.onResult);
    this.removeAllListeners("error").on("error", () => {});
    this.unref();
    idle.push(this);
    return 0;
  }
}

threads.Worker = new Proxy(threads.Worker, {
  construct: (Before, [file, options]) => {
    if (!HIGHLIGHT_WORKER.test(String(file))) return new Before(file, options);
    const thread = idle.pop() ?? new KeptThread(file, options);
    thread.ref();
    return thread;
  },
});
syncBuiltinESMExports();
