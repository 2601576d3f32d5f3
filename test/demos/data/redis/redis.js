const { createClient } = require("redis");
const XLSX = require("xlsx");

// #region export
/** Cells cannot hold the scores inf and -inf as numbers. */
const toCell = (score) => (Number.isFinite(score) ? score : String(score));

/** A worksheet for each of the five types; the columns say what a row is. */
async function exportStore(client) {
  const sheets = {
    string: [["key", "value"]],
    list: [["key", "value"]],
    set: [["key", "member"]],
    zset: [["key", "member", "score"]],
    hash: [["key", "field", "value"]],
  };
  const valuesOf = {
    string: async (key) => [[await client.get(key)]],
    list: async (key) => (await client.lRange(key, 0, -1)).map((value) => [value]),
    set: async (key) => (await client.sMembers(key)).map((member) => [member]),
    zset: async (key) => (await client.zRangeWithScores(key, 0, -1)).map(({ value, score }) => [value, toCell(score)]),
    hash: async (key) => Object.entries(await client.hGetAll(key)),
  };
  // the server may name a key twice
  const seen = new Set();
  for await (const keys of client.scanIterator()) {
    for (const key of keys) {
      if (seen.has(key)) continue;
      seen.add(key);
      const type = await client.type(key);
      if (!(type in sheets)) continue;
      // one by one: `push(...rows)` fails with about 100,000 rows
      for (const values of await valuesOf[type](key)) sheets[type].push([key, ...values]);
    }
  }
  const wb = XLSX.utils.book_new();
  // highlight-start
  for (const [type, rows] of Object.entries(sheets)) {
    if (rows.length > 1) XLSX.utils.book_append_sheet(wb, XLSX.utils.aoa_to_sheet(rows), type);
  }
  // highlight-end
  return wb;
}
// #endregion

// #region import
async function importStore(client, wb) {
  const add = {
    string: ({ key, value }) => client.set(key, value),
    list: ({ key, value }) => client.rPush(key, value),
    set: ({ key, member }) => client.sAdd(key, member),
    zset: ({ key, member, score }) => client.zAdd(key, { value: member, score: Number(score) }),
    hash: ({ key, field, value }) => client.hSet(key, field, value),
  };
  for (const type of wb.SheetNames) {
    // highlight-next-line
    for (const row of XLSX.utils.sheet_to_json(wb.Sheets[type], { defval: "" })) {
      // all values are text in Redis
      await add[type](Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])));
    }
  }
}
// #endregion

// #region main
async function main() {
  const client = createClient({ url: process.env.REDIS_URL ?? "redis://localhost:6379" });
  client.on("error", (error) => console.error(error.message));
  await client.connect();
  try {
    await client.set("visits", "42");
    await client.rPush("queue", ["first", "second"]);
    await client.sAdd("tags", ["new", "sale"]);
    await client.zAdd("seen", [{ value: "Ada", score: 1732650000123 }, { value: "Ben", score: 2.5 }]);
    await client.hSet("plan:team", { price: "12", active: "yes" });

    XLSX.writeFile(await exportStore(client), "store.xlsx");

    await client.flushDb();
    await importStore(client, XLSX.readFile("store.xlsx"));
    const [visits, queue, plan] = [await client.get("visits"), await client.lRange("queue", 0, -1), await client.hGetAll("plan:team")];
    console.log(visits, queue, plan, await client.zScore("seen", "Ada"));
  } finally {
    await client.close();
  }
}

main();
// #endregion
