import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { runInThisContext } from "node:vm";
import { attempt } from "../shared/attempt.ts";

/** A bundled module. If it is the configuration and exports a function, that is called. */
export interface ModuleTask {
  readonly path: string;
  readonly code: string;
  readonly isConfig: boolean;
}

/** The exports of a module as JSON; functions and stubs become objects with a `$` key. */
export type ModuleAnswer = { readonly path: string } & ({ readonly exports: unknown } | { readonly fault: string });

/** File descriptor for answers, as modules may use the standard streams. */
const ANSWERS = 3;

/** Stub for a package that is not loaded: any property and any call returns another stub. */
function stub(name: string): unknown {
  const traps: ProxyHandler<() => void> = {
    get: (_, key) => {
      if (key === "__esModule") return true;
      if (key === "then" || key === Symbol.iterator) return undefined;
      if (key === "toJSON") return () => ({ $package: name });
      if (key === Symbol.toPrimitive || key === "toString") return () => name;
      return key === "default" ? stub(name) : stub(`${name}.${String(key)}`);
    },
    apply: () => stub(name),
    construct: () => stub(name) as object,
    // Bundlers copy own properties of a module and find all others in its prototype.
    getPrototypeOf: () => stub(name) as object,
    set: () => true,
  };
  return new Proxy(() => undefined, traps);
}

function plain(_key: string, value: unknown): unknown {
  if (typeof value === "function") return { $function: value.name };
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  return value instanceof RegExp ? { $regexp: String(value) } : value;
}

async function run({ path, code, isConfig }: ModuleTask): Promise<unknown> {
  const own = createRequire(path);
  const resolve = (name: string) => attempt(() => own.resolve(name)) ?? name;
  // Modules call `createRequire` themselves for packages that may not be installed.
  const createOwn = () => Object.assign((name: string) => attempt((): unknown => own(name)) ?? stub(name), { resolve });
  const load = Object.assign(
    (name: string): unknown => {
      if (/^(?:node:)?module$/.test(name)) return { ...(own(name) as object), createRequire: createOwn };
      return name.startsWith("node:") || !/^[./]/.test(name) ? own(name) : stub(name);
    },
    { resolve },
  );
  const module: { exports: unknown } = { exports: {} };
  Object.assign(globalThis, { docgenStub: stub });
  const wrapped = runInThisContext(`(function (require, module, exports, __filename, __dirname) {${code}\n})`, {
    filename: path,
  }) as (...given: unknown[]) => void;
  wrapped(load, module, module.exports, path, dirname(path));
  const { exports } = module as { exports: { readonly default?: unknown } };
  if (!isConfig) return exports;
  const value = exports?.default ?? exports;
  return await (typeof value === "function" ? (value as () => unknown)() : value);
}

const tasks = JSON.parse(readFileSync(0, "utf8")) as readonly ModuleTask[];
for (const task of tasks) {
  let answer: ModuleAnswer;
  try {
    answer = { path: task.path, exports: JSON.parse(JSON.stringify((await run(task)) ?? null, plain)) };
  } catch (error) {
    answer = { path: task.path, fault: error instanceof Error ? error.message : String(error) };
  }
  for (let rest = Buffer.from(`${JSON.stringify(answer)}\n`); rest.length > 0; )
    rest = rest.subarray(writeSync(ANSWERS, rest));
}
