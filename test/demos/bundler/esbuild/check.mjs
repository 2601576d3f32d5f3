import assert from "node:assert/strict";

export default async function check({ run, serve, openPage, checkRowsPage, presidents }) {
  await run("npm", "run", "build");
  await checkRowsPage(await openPage(await serve()));

  await run("esbuild", "node.js", "--bundle", "--platform=node", "--outfile=out.js");
  const csv = presidents.map((row) => `${row.Name},${row.Index}`);
  assert.equal((await run("node", "out.js")).trim(), ["Name,Index", ...csv].join("\n"));
}
