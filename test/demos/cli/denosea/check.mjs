import assert from "node:assert/strict";

export default async function check({ run }) {
  await run("deno", "check", "sheet2csv.ts");
  for (const input of ["pres.xlsx", "pres.numbers"])
    assert.match(await run("deno", "run", "--allow-read", "sheet2csv.ts", input), /^Name,Index\nBill Clinton,42\n/);
  await assert.rejects(run("deno", "run", "--allow-read", "sheet2csv.ts", "pres.xlsx", "Nope"), /no worksheet "Nope"/);
}
