import { moduleUrl, thrownText } from "../shared/user-code/fault.ts";
import { serveTasks } from "../shared/user-code/serve-tasks.ts";
import { dataErrors } from "./data.ts";
import { markFunctions } from "./extensions.ts";

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
