import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync } from "node:fs";

export default async function check({ run }) {
  await run("sh", "-e", "build.sh");
  // alone in another folder it must find nothing of this one
  mkdirSync("elsewhere", { recursive: true });
  renameSync("sheet2csv", "elsewhere/sheet2csv");
  for (const input of ["pres.xlsx", "pres.numbers"])
    assert.match(await run("./elsewhere/sheet2csv", input), /^Name,Index\nBill Clinton,42\n/);
  await assert.rejects(run("./elsewhere/sheet2csv", "pres.xlsx", "Nope"), /no worksheet "Nope" in pres\.xlsx: Sheet1/);
  rmSync("elsewhere", { recursive: true });
}
