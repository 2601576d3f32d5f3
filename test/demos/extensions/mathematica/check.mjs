import assert from "node:assert/strict";

export default async function check({ run, library, presidents }) {
  assert.deepEqual(JSON.parse(await run("node", "fromfile.js", "pres.xlsx")), [
    ["Name", "Index"],
    ...presidents.map(({ Name, Index }) => [Name, Index]),
  ]);
  await run("sh", "-c", "echo '[[1,1],[2,4],[null,\"x\"]]' | node tofile.js squares.ods");
  const { Sheets } = library.readFile("squares.ods");
  assert.equal(library.utils.sheet_to_csv(Sheets.Sheet1), "1,1\n2,4\n,x");
}
