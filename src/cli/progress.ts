import type { StageEvents } from "../builder/stages.ts";
import { isTerminal, openBlock, pc, type Shown, shown, writeErr } from "./print.ts";

/** Shorter work says nothing of itself, in seconds. */
const MIN_SECONDS = 0.5;
/** Smaller steps have no line of their own where no terminal shows them. */
const MIN_COUNT = 50;
const REDRAW_MS = 100;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Shows the steps of a command. */
export interface Progress extends StageEvents {
  /** Takes away what is shown of work that goes on. */
  readonly end: () => void;
  /** Names what took the longest, where a terminal has shown the work. */
  readonly slowest: (of: Iterable<readonly [name: string, seconds: number]>) => void;
}

const NOTHING = { end: () => {}, slowest: () => {} };

/**
 * Shows how far a command is: in a block of a terminal, else by a line for each large step.
 *
 * @param isQuiet for output that programs read
 */
export function openProgress({ verbose, isQuiet }: { verbose?: boolean | undefined; isQuiet: boolean }): Progress {
  if (verbose === true) return { ...NOTHING, onEnd: (name, seconds) => writeErr(`${name}: ${seconds.toFixed(3)} s`) };
  if (isQuiet) return NOTHING;
  if (isTerminal()) return liveProgress();
  return {
    ...NOTHING,
    onEnd: (name, seconds, total) => {
      if (seconds >= MIN_SECONDS && total >= MIN_COUNT) writeErr(`${name}: ${total} in ${seconds.toFixed(1)} s`);
    },
  };
}

function liveProgress(): Progress {
  const began = performance.now();
  const ended: Shown[] = [];
  let current: { readonly name: string; readonly since: number; text: string } | undefined;
  let remove: (() => void) | undefined;
  let isOver = false;
  const lines = (): readonly Shown[] => {
    if (current === undefined) return ended;
    const { name, since, text } = current;
    return [...ended, shown`${pc.bold(name)} ${text} ${pc.dim(secondsSince(since))}`];
  };
  // A block that shows nothing yet must not keep the process alive.
  const timer = setTimeout(async () => {
    const block = await openBlock(lines, REDRAW_MS);
    if (isOver) block.remove();
    else remove = block.remove;
  }, MIN_SECONDS * 1000).unref();
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    remove?.();
    remove = undefined;
    for (const signal of SIGNALS) process.removeListener(signal, stop);
    process.removeListener("exit", end);
  };
  const stop = (signal: NodeJS.Signals) => {
    end();
    // What else listens does what the signal asks for.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  process.on("exit", end);
  return {
    onBegin: (name) => {
      current = { name, since: performance.now(), text: "" };
    },
    onCount: ({ done, total, item }) => {
      if (current !== undefined) current.text = `${done}/${total} ${item}`;
    },
    onEnd: (name, seconds, total) => {
      const counted = total === 0 ? "" : `${total} `;
      if (seconds >= MIN_SECONDS) ended.push(shown`${pc.green(name)} ${counted}${pc.dim(`${seconds.toFixed(1)} s`)}`);
      current = undefined;
    },
    end,
    slowest: (of) => {
      if (performance.now() - began < 2 * MIN_SECONDS * 1000) return;
      const most = [...of].sort(([, a], [, b]) => b - a).slice(0, 3);
      const named = most.map(([name, seconds]) => `${name} ${seconds.toFixed(2)} s`);
      if (named.length > 0) writeErr(pc.dim(`slowest: ${named.join(", ")}`));
    },
  };
}

function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
