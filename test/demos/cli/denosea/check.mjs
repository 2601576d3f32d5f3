import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

export default async function check({ run }) {
  await run("deno", "check", "sheet2csv.ts");
  for (const input of ["pres.xlsx", "pres.numbers"])
    assert.match(await run("deno", "run", "--allow-read", "sheet2csv.ts", input), /^Name,Index\nBill Clinton,42\n/);
  // text that begins with a line break
  writeFileSync("blank.csv", "\nName,Index\nAda,1\n");
  assert.match(await run("deno", "run", "--allow-read", "sheet2csv.ts", "blank.csv"), /^,\nName,Index\nAda,1/);
  await assert.rejects(run("deno", "run", "--allow-read", "sheet2csv.ts", "pres.xlsx", "Nope"), /no worksheet "Nope"/);
}
