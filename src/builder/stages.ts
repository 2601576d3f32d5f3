/** The duration of a stage of a command. */
export interface StageTime {
  readonly name: string;
  readonly seconds: number;
}

/** Called at the end of each stage. */
export type OnStage = (name: string, seconds: number) => void;

/** Runs and times a stage. */
export type Stage = <T>(name: string, run: () => T | Promise<T>) => Promise<T>;

/** Creates the timer for a command's stages. */
export function stopwatch(onStage?: OnStage): { readonly stages: readonly StageTime[]; readonly stage: Stage } {
  const stages: StageTime[] = [];
  const stage: Stage = async (name, run) => {
    const started = performance.now();
    const result = await run();
    const seconds = (performance.now() - started) / 1000;
    stages.push({ name, seconds });
    onStage?.(name, seconds);
    return result;
  };
  return { stages, stage };
}
