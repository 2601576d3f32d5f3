import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Has V8 collect what nothing holds any more. By itself it lets the heap grow to several times what
 * it last found alive: after a huge text, whose tokens are many times its size, that is most of the
 * memory that a build takes. Costs some 50 ms per 100 MB alive.
 */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("globalThis.gc");
  if (typeof collect === "function") collect();
}
