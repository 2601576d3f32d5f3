import { expect, test } from "vitest";
import { checkSamples } from "../../src/samples/check-samples.ts";
import { makeSite } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";
import { checkPage, fence, output, PAGE, pageOf } from "./check.ts";

test("types are checked against those of the library and of Node", async () => {
  const page = pageOf(
    fence(
      "ts run",
      'import { readFileSync } from "node:fs";',
      'import * as XLSX from "xlsx";',
      "console.log(typeof readFileSync, typeof XLSX.read);",
    ),
    output("function function"),
    fence(
      "ts run",
      'import { utils, type WorkSheet } from "xlsx";',
      "const ws: WorkSheet = utils.aoa_to_sheet([[1]], { origin: true });",
    ),
    fence("ts run", "const n: number = 'x';", "export default n;"),
    fence("ts run", "const broken = ;"),
  );
  const { lines, code } = await checkPage(page);
  expect(lines).toEqual([
    "15:51  error  TS2769: No overload matches this call.",
    "    hint: Object literal may only specify known properties, and 'origin' does not exist in type 'AOA2SheetOpts'.",
    "19:7  error  TS2322: Type 'string' is not assignable to type 'number'.",
    '24:16  error  sample does not parse: Unexpected ";"',
  ]);
  expect(code).toBe(1);
});

test.runIf(IS_WEEKLY)("without TypeScript one warning says that types are not checked", async () => {
  const tool = makeSite({ "node_modules/xlsx/package.json": '{ "version": "0.0.0" }' });
  const root = makeSite({ [PAGE]: pageOf(fence("ts run", "const n: number = 'x';"), fence("ts run", "1;")) });
  const check = () => checkSamples({ root, pages: [], update: false, jobs: 2, toolRoot: tool });
  const warning = {
    path: PAGE,
    line: 3,
    column: 1,
    severity: "warning",
    code: "types-unchecked",
    message: 'types are not checked: the package "typescript" is not installed',
    hint: "npm install --save-dev typescript",
  };
  expect((await check()).problems).toEqual([warning]);
  expect(await check()).toMatchObject({ cached: 2, problems: [warning] });
});
