import { execFileSync } from "node:child_process";
import { PROJECT } from "../helpers/docgen.ts";

export const ZONES = ["UTC", "America/New_York", "Asia/Tokyo"] as const;

/**
 * Runs a function once for each time zone, in processes of their own: a zone counts from the first `Date` on.
 * @param body of a function of `XLSX` and `NUMBERS`, the template for these files; it returns something JSON can hold
 * @param zones three by default
 */
export function inZones<Result>(body: string, zones: readonly string[] = ZONES): { zone: string; result: Result }[] {
  const program = `
    const XLSX = require("xlsx");
    const NUMBERS = require("xlsx/dist/xlsx.zahl");
    console.warn = console.error = () => {};
    const run = () => { ${body} };
    process.stdout.write(JSON.stringify(run()));
  `;
  return zones.map((zone) => {
    const options = { cwd: PROJECT, encoding: "utf8", env: { ...process.env, TZ: zone } } as const;
    return { zone, result: JSON.parse(execFileSync(process.execPath, ["-e", program], options)) as Result };
  });
}
