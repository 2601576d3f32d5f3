import childProcess from "node:child_process";
import fs from "node:fs";
import { attempt } from "../../shared/attempt.ts";
import { stub } from "./module-stubs.ts";

/** What the process has refused the running module. */
export const refused = new Set<string>();

/** Files that the running module reads, but that don't exist. */
export const absent = new Set<string>();

/** Variables of the environment that the running module can't do without. */
export const variables = new Set<string>();

/**
 * Runs code of a configuration; variables of the environment without which it throws have their names as values.
 *
 * @throws what the code throws with these values; if the first error was another, both messages in one error
 */
export async function withVariables<T>(run: () => Promise<T>): Promise<T> {
  const { env } = process;
  const values: NodeJS.ProcessEnv = { ...env };
  const messages = new Set<string>();
  try {
    for (;;) {
      let last: string | undefined;
      const get = (_: unknown, name: string) => {
        if (values[name] === undefined && typeof name === "string") last = name;
        return values[name];
      };
      process.env = new Proxy<NodeJS.ProcessEnv>(values, { get });
      try {
        return await run();
      } catch (error) {
        if (isRefusal(error)) throw error;
        messages.add(error instanceof Error ? error.message : String(error));
        if (last === undefined || variables.size > MAX_VARIABLES) throw new Error(withUnset([...messages]));
        // Probably the one that it read last.
        values[last] = last;
        variables.add(last);
      }
    }
  } finally {
    process.env = env;
  }
}

const MAX_VARIABLES = 20;

/** The message for errors that came after each other as more variables had values. */
function withUnset(messages: readonly string[]): string {
  const unset = messages.length > 1 ? ` (environment variables that are not set: ${[...variables].join(", ")})` : "";
  return messages.join("; then ") + unset;
}

/** Whether an error is a refusal: by Node's permission model, which names the path, or by the guard. */
export function isRefusal(
  error: unknown,
): error is Error & { readonly permission?: string; readonly resource?: string } {
  return error instanceof Error && /^ERR_(?:ACCESS_DENIED|SAMPLE_NETWORK)$/.test(String("code" in error && error.code));
}

export function noteRefusal(error: unknown): void {
  if (!isRefusal(error)) return;
  const { message, permission, resource = "" } = error;
  const [what = ""] = message.split(/\. |\n/);
  const named = permission === undefined ? what : `${what} (${permission})`;
  refused.add(resource === "" ? named : `${named}: ${resource}`);
}

/** Records refused calls of functions of one of Node's modules, as their callers may catch the error. */
export function watch(module: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== "function" || /^[A-Z]/.test(name)) continue;
    module[name] = new Proxy(value, {
      apply: (target, self, args) => {
        try {
          const result: unknown = Reflect.apply(target, self, args);
          if (result instanceof Promise) result.catch(noteRefusal);
          return result;
        } catch (error) {
          noteRefusal(error);
          throw error;
        }
      },
    });
  }
}

/** Functions of Node's modules for files that change them. */
const WRITING =
  /^(?:append|chmod|copy|cp|link|mkdir|rename|rm|symlink|truncate|unlink|utimes|write)(?:File|dir|temp)*(?:Sync)?$/;

/** Whether an error is that of a file which isn't there. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/**
 * A function that reads a file or a folder, with an answer for one that isn't there.
 *
 * @param written paths that the code has written, and can't do without
 */
function reading(
  read: (path: string, ...rest: unknown[]) => unknown,
  none: (path: string) => unknown,
  written: ReadonlySet<string>,
) {
  return (path: string, ...rest: unknown[]): unknown => {
    try {
      return read(path, ...rest);
    } catch (error) {
      if (!isAbsent(error) || written.has(String(path))) throw error;
      absent.add(String(path));
      return none(String(path));
    }
  };
}

/**
 * Runs code that needs the output of a program or of the network, such as the hash of a commit, or a file that isn't
 * there, with empty outputs; what it writes to files is lost.
 */
export async function withEmptyAnswers<T>(run: () => Promise<T>): Promise<T> {
  const restore: (() => void)[] = [];
  const replace = (module: object, functions: Readonly<Record<string, unknown>>) => {
    const originals = Object.entries(module).filter(([name]) => Object.hasOwn(functions, name));
    restore.push(() => Object.assign(module, Object.fromEntries(originals)));
    Object.assign(module, functions);
  };
  const empty = { status: 0, signal: null, pid: 0, output: [], stdout: "", stderr: "" };
  const noOutput = (command: unknown) => {
    refused.add(`the program "${String(command)}" is not run`);
    return "";
  };
  const spawnSync = (command: unknown) => ({ ...empty, stdout: noOutput(command) });
  replace(childProcess, { execSync: noOutput, execFileSync: noOutput, spawnSync });
  const written = new Set<string>();
  replace(fs, {
    readFileSync: reading(fs.readFileSync as never, (path) => (path.endsWith(".json") ? "{}" : ""), written),
    readdirSync: reading(fs.readdirSync as never, () => [], written),
  });
  const write = (path: unknown) => {
    written.add(String(path));
    refused.add(`nothing is written to ${String(path)}`);
  };
  const writing = (names: readonly string[], written: unknown) =>
    Object.fromEntries(names.filter((name) => WRITING.test(name)).map((name) => [name, written]));
  const names = Object.keys(fs).filter((name) => name.endsWith("Sync"));
  replace(fs, writing(names, write));
  replace(
    fs.promises,
    writing(Object.keys(fs.promises), async (path: unknown) => write(path)),
  );
  const fetch = async (address: unknown) => {
    refused.add(`nothing is fetched from ${String(address)}`);
    return Object.assign(new Response("{}"), { json: async () => stub(String(address), `./${String(address)}`) });
  };
  attempt(() => replace(globalThis, { fetch }));
  try {
    return await run();
  } finally {
    for (const undo of restore) attempt(undo);
  }
}
