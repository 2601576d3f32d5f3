import assert from "node:assert/strict";

export default async function check({ run }) {
  // the package comes with a mailbox of the Enron corpus
  const output = await run("node", "extract.js", "node_modules/pst-extractor/example/testdata/enron.pst");
  const lines = output.trim().split("\n");
  assert.equal(lines.length, 6);
  assert.ok(
    lines.includes(
      "TW-Commercial Group\tTW Weekly Report for October 26, 2001\tsharris1001wk4.xls\tCurrent Est Vs. Forecast",
    ),
  );
  assert.ok(lines.includes("Personal\tTRIP INFO\ttahoe.xls\tSheet1|Sheet2|Sheet3"));
}
