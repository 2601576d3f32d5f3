/** The duration of a stage of a command. */
export interface StageTime {
  readonly name: string;
  /** By `performance.now()`. */
  readonly start: number;
  readonly seconds: number;
}

/** How far a stage is. */
export interface StageCount {
  readonly done: number;
  readonly total: number;
  /** What was done last. */
  readonly item: string;
}

/** Told of the stages of a command, one after the other. */
export interface StageEvents {
  readonly onBegin?: (name: string) => void;
  readonly onCount?: (count: StageCount) => void;
  /** @param total number of things that were done; 0 where they aren't counted */
  readonly onEnd?: (name: string, seconds: number, total: number) => void;
}

/** Counts what a stage does. */
export interface Counter {
  /** @param more number of things that are to be done besides those known so far */
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
