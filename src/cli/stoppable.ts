import { writeErr } from "./print.ts";

/** Exit codes of a command stopped by a signal, by the convention of shells: 128 plus its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs a command that cleans up when a signal stops it. @param run returns the exit code */
export async function stoppable(run: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stopping = new AbortController();
  const stop = (name: NodeJS.Signals) => stopping.abort(name);
  for (const name of Object.keys(SIGNALS)) process.once(name, stop);
  try {
    return await run(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    writeErr("Stopped; nothing is left behind.");
    return SIGNALS[stopping.signal.reason as keyof typeof SIGNALS];
  } finally {
    for (const name of Object.keys(SIGNALS)) process.removeListener(name, stop);
  }
}
