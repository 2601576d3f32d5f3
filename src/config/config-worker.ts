import { moduleUrl, thrownText } from "../shared/user-code/fault.ts";
import { serveTasks } from "../shared/user-code/serve-tasks.ts";
import { markFunctions } from "./extensions.ts";
import { formatKeys, type Key } from "./issue-messages.ts";

export interface ConfigTask {
  readonly name: string;
  /** The bundled module. */
  readonly code: string;
}

/** The exported value of a configuration, or the reasons why it is not plain data, each with the item it concerns. */
export type ConfigAnswer = { readonly value: unknown } | { readonly errors: readonly string[] };

serveTasks(async ({ name, code }: ConfigTask): Promise<ConfigAnswer> => {
  const { default: value } = (await import(moduleUrl(name, code))) as { readonly default?: unknown };
  const wrong = typeof value === "function" ? "a function" : value instanceof Promise ? "a promise" : undefined;
  if (wrong !== undefined) {
    const remedy = 'write "export default defineConfig({ … })", with await at the top level of the file';
    return { errors: [`configuration: must not be ${wrong}; ${remedy}`] };
  }
  try {
    const data = markFunctions(value);
    const errors = dataErrors(data);
    return errors.length > 0 ? { errors } : { value: structuredClone(data) };
  } catch (error) {
    return { errors: [`configuration: is not plain data: ${thrownText(error).message}`] };
  }
});

/** Maximum size in characters, as a configuration is stored, compared and posted to threads as a whole. */
const MAX_TEXT = 10_000_000;
const MAX_ITEMS = 100_000;
const MAX_DEPTH = 100;
/** Maximum number of faults reported: the rest is most likely of the same kind. */
const MAX_ERRORS = 20;

/** Returns the reasons why a value is not plain data: getters that throw, values that JSON lacks, too much data. */
function dataErrors(config: unknown): string[] {
  const errors: string[] = [];
  const lengths = new Map<Key, number>();
  let items = 0;
  const add = ([top = ""]: readonly Key[], length: number) => {
    lengths.set(top, (lengths.get(top) ?? 0) + length);
  };
  const report = (keys: readonly Key[], message: string) => {
    errors.push(`${formatKeys(keys) || "configuration"}: ${message}`);
  };
  const visit = (value: unknown, keys: readonly Key[], outer: readonly object[]) => {
    items++;
    if (items > MAX_ITEMS || errors.length >= MAX_ERRORS) return;
    const type = typeof value;
    if (typeof value === "string") add(keys, value.length);
    else if (type === "function" || type === "bigint" || type === "symbol") report(keys, `must not be a ${type}`);
    else if (typeof value === "object" && value !== null) visitObject(value, keys, outer);
  };
  const visitObject = (value: object, keys: readonly Key[], outer: readonly object[]) => {
    if (outer.includes(value)) report(keys, "holds itself");
    else if (value instanceof Promise) report(keys, "must not be a promise; write await before it");
    else if (outer.length === MAX_DEPTH) report(keys.slice(0, 2), `is nested deeper than ${MAX_DEPTH} items`);
    else {
      for (const name of Object.keys(value)) {
        const inner = [...keys, Array.isArray(value) ? Number(name) : name];
        add(inner, name.length);
        visit(read(value, name, inner), inner, [...outer, value]);
      }
    }
  };
  const read = (value: object, name: string, keys: readonly Key[]): unknown => {
    try {
      return (value as Readonly<Record<string, unknown>>)[name];
    } catch (error) {
      report(keys, `throws while it is read: ${thrownText(error).message}`);
      return undefined;
    }
  };
  visit(config, [], []);
  if (items > MAX_ITEMS) errors.push(`configuration: contains more than ${MAX_ITEMS} items`);
  const [[largest, length] = ["", 0]] = [...lengths].sort(([, a], [, b]) => b - a);
  const total = [...lengths.values()].reduce((sum, size) => sum + size, 0);
  if (total > MAX_TEXT) errors.push(`${largest}: has ${length} characters; a configuration may have ${MAX_TEXT}`);
  return errors;
}
