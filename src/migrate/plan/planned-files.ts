import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readRegular } from "../../shared/regular-file.ts";
import type { PlannedFile } from "../job.ts";
import { readFileText } from "../read/read-data.ts";

/** The text of a planned file. */
export function plannedText(file: PlannedFile): string {
  return "text" in file ? file.text : readFileText(file.copyOf);
}

/** Writes a planned file. @param path absolute path in a folder that may not exist yet */
export function writePlanned(path: string, file: PlannedFile): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "text" in file ? file.text : readRegular(file.copyOf));
}
