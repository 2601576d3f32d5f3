// Evaluates configurations that only state values in one thread for all commands of this process: starting a thread is
// a large part of a small build. All others get a thread of their own, as outside of tests.
import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

const { Worker } = threads;
const CONFIG_WORKER = /config-worker\.js$/;
/** What may outlive the evaluation, or see that other code ran in the thread before. */
const MORE_THAN_VALUES =
  /=>|\b(?:await|class|for|globalThis|import|new|process|Promise|require|set[A-Z]\w*|throw|while)\b/;
const EVENTS = ["message", "error", "exit"];

let warm;

/** A thread that is chosen when its first task arrives. */
class ConfigThread extends EventEmitter {
  constructor(file, options) {
    super();
    this.start = () => new Worker(file, options);
    this.forwards = EVENTS.map((event) => [event, (...values) => this.emit(event, ...values)]);
  }
  postMessage(message) {
    if (this.thread === undefined) {
      const code = message.task.code.replace(/\n\/\/# sourceMappingURL=.*/, "");
      this.isShared = !MORE_THAN_VALUES.test(code);
      if (this.isShared) warm ??= this.start().once("exit", () => (warm = undefined));
      this.thread = this.isShared ? warm : this.start();
      for (const [event, forward] of this.forwards) this.thread.on(event, forward);
    }
    if (message.kind === "end" && this.isShared) void this.terminate();
    else this.thread.postMessage(message);
  }
  async terminate() {
    if (!this.isShared) return this.thread?.terminate();
    for (const [event, forward] of this.forwards) this.thread.off(event, forward);
    this.thread.unref();
    this.emit("exit", 0);
    return 0;
  }
  get performance() {
    return this.thread.performance;
  }
  ref() {
    this.thread?.ref();
  }
  unref() {
    this.thread?.unref();
  }
}

threads.Worker = new Proxy(Worker, {
  construct: (_, [file, options]) =>
    CONFIG_WORKER.test(String(file)) ? new ConfigThread(file, options) : new Worker(file, options),
});
syncBuiltinESMExports();
