/** A question, and the routes that answer it. */
export interface Question {
  readonly query: string;
  readonly routes: readonly string[];
}

/** Gives the routes that an engine finds, best first. */
export type Find = (query: string) => readonly string[];

export interface Success {
  readonly at1: number;
  readonly at3: number;
}

export function readQuestions(): {
  readonly count: number;
  readonly routes: readonly string[];
  readonly open: readonly Question[];
  readonly seen: readonly Question[];
  readonly heldQueries: readonly string[];
  readonly successOfHeld: (find: Find) => Success;
  readonly successOfAsked: (find: Find) => Success;
};

export function successOf(questions: readonly Question[], find: Find): Success;
