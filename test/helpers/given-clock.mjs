// Preloaded by tests: a site's code, which runs in threads, gets the clock and the chance that the environment states.
import { isMainThread } from "node:worker_threads";

if (!isMainThread) {
  const Clock = Date;
  globalThis.Date = class extends Clock {
    constructor(...given) {
      if (given.length === 0 && process.env.FIXTURE_NOW) super(process.env.FIXTURE_NOW);
      else super(...given);
    }
  };
  const { random } = Math;
  Math.random = () => (process.env.FIXTURE_CHANCE ? Number(process.env.FIXTURE_CHANCE) : random());
}
