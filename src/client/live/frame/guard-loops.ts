import { parse } from "sucrase/dist/esm/parser/index.js";
import { TokenType } from "sucrase/dist/esm/parser/tokenizer/types.js";

/** Time after which a loop throws, in milliseconds: twice that after which the page offers to stop a sample. */
const LIMIT_MS = 10_000;
/** What counts of an iteration at most, in milliseconds: the rest is a call that takes long, or a dialog. */
const ITERATION_MS = 100;
const FUNCTION_NAME = "docgenGuardLoop";
/** Undefined. The function is missing where a sample passes the text of its own function to a worker. */
const CALL = `globalThis.${FUNCTION_NAME}?.()`;

const OPENING = [TokenType.parenL, TokenType.braceL, TokenType.bracketL, TokenType.dollarBraceL];
const CLOSING = [TokenType.parenR, TokenType.braceR, TokenType.bracketR];

/**
 * Defines the function that the loops of samples call: it throws once loops have run for `LIMIT_MS` in a task. In
 * Firefox an endless loop blocks the page, too, as a sandboxed frame has no process of its own.
 */
export function limitLoops(): void {
  let spent = 0;
  let last: number | undefined;
  const guard = () => {
    const now = performance.now();
    if (last === undefined) {
      setTimeout(() => {
        last = undefined;
        spent = 0;
      });
    } else spent += Math.min(now - last, ITERATION_MS);
    last = now;
    if (spent > LIMIT_MS) throw new Error(`Stopped: the loop was still running after ${LIMIT_MS / 1000} seconds`);
  };
  Object.assign(globalThis, { [FUNCTION_NAME]: guard });
}

/**
 * Inserts a call of the guard into each loop of a sample, without a line break: into the condition of `while`, `do` and
 * `for`, and before the body of `for...of` and `for...in`.
 *
 * @throws a syntax error of the parser
 */
export function guardLoops(code: string, isTypeScript: boolean): string {
  const { tokens } = parse(code, true, isTypeScript, false);
  /** Texts to insert, by the index of the token before them. */
  const insertions = new Map<number, string>();
  /** Guards a `for` loop, whose head begins with the parenthesis at `index`. */
  const guardFor = (index: number) => {
    for (let next = index, depth = 0; next < tokens.length; next++) {
      const type = tokens[next]?.type ?? TokenType.eof;
      if (OPENING.includes(type)) depth++;
      if (CLOSING.includes(type)) depth--;
      const hasCondition = tokens[next + 1]?.type !== TokenType.semi;
      if (type === TokenType.semi && depth === 1) return insertions.set(next, `!${CALL}${hasCondition ? "," : ""}`);
      // With its own `else`, so that one after the body belongs to the same `if` as before.
      if (depth === 0) return insertions.set(next, `if(${CALL});else `);
    }
  };
  for (const [index, { type }] of tokens.entries()) {
    if (type === TokenType._while) insertions.set(index + 1, `${CALL},`);
    // The head may come after `await`.
    if (type === TokenType._for) guardFor(tokens[index + 1]?.type === TokenType.parenL ? index + 1 : index + 2);
  }
  const parts = tokens.map(({ end }, index) => {
    return code.slice(tokens[index - 1]?.end ?? 0, end) + (insertions.get(index) ?? "");
  });
  return parts.join("") + code.slice(tokens.at(-1)?.end);
}
