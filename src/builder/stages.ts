/** A named step of a command and how long it took. */
export interface StageTime {
  readonly name: string;
  readonly seconds: number;
}

/** Told of each stage as it ends. */
export type OnStage = (name: string, seconds: number) => void;

/** Runs a step under its name. @param before seconds that parts of it took earlier */
export type Stage = <T>(name: string, run: () => T | Promise<T>, before?: number) => Promise<T>;

/** Times the stages of one command. */
export function stopwatch(onStage?: OnStage): { readonly stages: readonly StageTime[]; readonly stage: Stage } {
  const stages: StageTime[] = [];
  const stage: Stage = async (name, run, before = 0) => {
    const started = performance.now();
    const result = await run();
    const seconds = before + (performance.now() - started) / 1000;
    stages.push({ name, seconds });
    onStage?.(name, seconds);
    return result;
  };
  return { stages, stage };
}
