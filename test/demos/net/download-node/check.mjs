import assert from "node:assert/strict";

export default async function check({ serve, run, presidents }) {
  const output = await run("node", "download.js", `${await serve()}pres.xlsx`);
  const lines = output.trim().split("\n");
  assert.deepEqual(
    lines.map((line) => line.split(" ")[0]),
    ["withFetch", "withHttps", "withAxios", "withSuperagent"],
  );
  for (const line of lines) assert.deepEqual(JSON.parse(line.slice(line.indexOf(" "))), presidents);
  await assert.rejects(run("node", "download.js", `${await serve()}gone.xlsx`), /404/);
}
