/** Start and duration of a stage of a command. */
export interface StageTime {
  readonly name: string;
  /** Time of `performance.now()`, in milliseconds. */
  readonly start: number;
  readonly seconds: number;
}

/** Callbacks for the stages of a command, which run one after the other. */
export interface StageEvents {
  readonly onBegin?: (name: string) => void;
  /** @param item name of the item that was completed last */
  readonly onCount?: (count: { readonly done: number; readonly total: number; readonly item: string }) => void;
  /** @param total number of items; 0 if the stage doesn't count any */
  readonly onEnd?: (name: string, seconds: number, total: number) => void;
}

/** Counts the items of a stage. */
export interface Counter {
  /** @param more number of items in addition to those announced before */
  readonly expect: (more: number) => void;
  readonly done: (item: string) => void;
}

/** Runs and times a stage. */
export type Stage = <T>(name: string, run: (counter: Counter) => T | Promise<T>) => Promise<T>;

/** Creates the timer for a command's stages. */
export function stopwatch({ onBegin, onCount, onEnd }: StageEvents = {}): {
  readonly stages: readonly StageTime[];
  readonly stage: Stage;
} {
  const stages: StageTime[] = [];
  const stage: Stage = async (name, run) => {
    const start = performance.now();
    let total = 0;
    let done = 0;
    onBegin?.(name);
    const result = await run({
      expect: (more) => {
        total += more;
      },
      done: (item) => {
        done += 1;
        onCount?.({ done, total, item });
      },
    });
    const seconds = (performance.now() - start) / 1000;
    stages.push({ name, start, seconds });
    onEnd?.(name, seconds, total);
    return result;
  };
  return { stages, stage };
}
