import assert from "node:assert/strict";

export default async function check({ run }) {
  const csv = "Part,Stock,Checked\nBolt,12,007\n";
  const whole = `${csv}Nut,,7\n`;
  assert.equal(
    await run("node", "dom.js"),
    [
      `withJsdom, 1 merged\n${whole}`,
      `withHappyDom, 1 merged\n${whole}`,
      `withLinkedom, 1 merged\n${whole}`,
      `withCheerio, 0 merged\n${csv}`,
      `withoutDom, 1 merged\n${whole}`,
    ].join(""),
  );
}
