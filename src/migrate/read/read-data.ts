import yaml from "js-yaml";
import { parseJson, parseYaml } from "../../content/data-file.ts";
import { readRegular } from "../../shared/regular-file.ts";

/** Reads a file as text. */
export function readFileText(path: string): string {
  return readRegular(path).toString("utf8");
}

/** Reads a file in JSON or YAML. @param parse reads YAML @returns undefined if it is neither */
export function readData(path: string, parse?: (text: string) => unknown): unknown {
  const text = readFileText(path);
  const parsed = path.endsWith(".json") ? parseJson(text) : parseYaml(text, parse);
  return "value" in parsed ? parsed.value : undefined;
}

/** Loads YAML with numbers and booleans. */
export function loadTyped(text: string): unknown {
  return yaml.load(text, { schema: yaml.CORE_SCHEMA });
}
