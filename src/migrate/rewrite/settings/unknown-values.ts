import { isMapping, type Mapping } from "../../../content/data-file.ts";
import type { NoteSetting } from "../../job.ts";
import { record } from "../../read/config-values.ts";

/**
 * Removes values that aren't data, such as functions and exports of modules that aren't there, and reports them.
 *
 * @param note adds a note about a key
 */
export function withoutUnknown(config: Mapping, note: NoteSetting): Mapping {
  const visit = (value: unknown, key: string): unknown => {
    const reason = unknownValue(value);
    if (reason !== undefined) {
      note("hand", key, `is removed: ${reason}`);
      return undefined;
    }
    if (Array.isArray(value)) {
      const parts = value.map((entry, index) => visit(entry, `${key}[${index}]`));
      return parts.filter((part) => part !== undefined);
    }
    if (!isMapping(value)) return value;
    const entries = Object.entries(value).map(([name, part]) => [
      name,
      visit(part, key === "" ? name : `${key}.${name}`),
    ]);
    const kept = Object.fromEntries(entries.filter(([, part]) => part !== undefined)) as Mapping;
    // A category or a link without its content means nothing.
    const isBare =
      "type" in kept &&
      ["items", "href", "id"].some((name) => name in value && !(name in kept) && value[name] !== undefined);
    return isBare ? undefined : kept;
  };
  return record(visit(config, ""));
}

function unknownValue(value: unknown): string | undefined {
  const { $package, $function, $regexp } = record(value);
  if ($package !== undefined) return `its value comes from "${String($package)}", which docgen doesn't run`;
  if ($function !== undefined) return "it is a function";
  return $regexp === undefined ? undefined : `it is a pattern, ${String($regexp)}`;
}
