import type { StageEvents } from "../builder/stages.ts";
import { isTerminal, openBlock, pc, type Shown, shown, writeErr } from "./print.ts";

/** Progress of shorter stages is not shown, in seconds. */
const MIN_SECONDS = 0.5;
/** Without a terminal, only stages with at least this number of items are printed. */
const MIN_COUNT = 50;
const REDRAW_MS = 100;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Shows the progress of a command. */
export interface Progress extends StageEvents {
  /** Removes the progress display. */
  readonly end: () => void;
  /** Prints the slowest items, if the command took a second or more on a terminal. */
  readonly slowest: (of: Iterable<readonly [name: string, seconds: number]>) => void;
}

const NOTHING = { end: () => {}, slowest: () => {} };

/**
 * Shows the progress of a command: as a block that is redrawn on a terminal, otherwise as a line for each long stage.
 *
 * @param verbose prints each stage with its duration instead
 * @param isQuiet shows nothing, as the output is read by a program
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

/** Runs the work of a command, and shows its progress meanwhile. @param isQuiet as in `openProgress` */
export function withProgress<T>(
  { verbose }: { readonly verbose?: boolean },
  isQuiet: boolean,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = openProgress({ verbose, isQuiet });
  return work(progress).finally(progress.end);
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
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    return [...ended, shown`${pc.bold(name)} ${text} ${pc.dim(`${seconds} s`)}`];
  };
  // The timer must not keep the process alive.
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
    // Sends the signal again if no other listener handles it: a listener turns off its default action.
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
