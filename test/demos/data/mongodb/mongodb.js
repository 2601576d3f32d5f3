// @ts-check
const { MongoClient } = require("mongodb");
const XLSX = require("xlsx");

// #region export
/** @param {import("mongodb").Collection} collection */
async function exportCollection(collection) {
  // highlight-start
  const rows = await collection.find({}, { projection: { _id: 0 } }).toArray();
  return XLSX.utils.json_to_sheet(rows, { UTC: true });
  // highlight-end
}
// #endregion

// #region import
/**
 * @param {XLSX.WorkSheet} ws
 * @returns {Record<string, unknown>[]}
 */
function documentsOf(ws) {
  /** @type {Record<string, unknown>[]} */
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { UTC: true });
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of rows) for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(Math.round(value.getTime() / 1000) * 1000);
  }
  return rows;
}

/**
 * @param {import("mongodb").Collection} collection
 * @param {XLSX.WorkSheet} ws
 */
async function importSheet(collection, ws) {
  const rows = documentsOf(ws);
  // highlight-next-line
  if (rows.length > 0) await collection.insertMany(rows, { ordered: true });
}
// #endregion

// #region merge
/**
 * Rows replace the documents with the same value in the field `key`; other rows are new documents.
 * @param {import("mongodb").Collection} collection
 * @param {XLSX.WorkSheet} ws
 * @param {string} key
 */
async function mergeSheet(collection, ws, key) {
  const rows = documentsOf(ws);
  // a filter without a value would hit any document that lacks the field
  const nameless = rows.findIndex((row) => row[key] === undefined);
  if (nameless !== -1) throw new Error(`Record ${nameless + 1} has no ${key}`);
  const operations = rows.map((row) => ({
    // highlight-next-line
    replaceOne: { filter: { [key]: row[key] }, replacement: row, upsert: true },
  }));
  if (operations.length > 0) await collection.bulkWrite(operations);
}
// #endregion

// #region main
async function main() {
  const client = new MongoClient(process.env.MONGODB_URL ?? "mongodb://localhost:27017");
  await client.connect();
  try {
    const collection = client.db("shop").collection("plans");
    await collection.deleteMany({});

    const source = XLSX.utils.json_to_sheet([
      { plan: "Free", price: 0 },
      { plan: "Team", price: 12 },
    ]);
    await importSheet(collection, source);
    // once more: still two documents
    await mergeSheet(collection, source, "plan");

    const ws = await exportCollection(collection);
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "plans");
    XLSX.writeFile(wb, "plans.xlsx");
    console.log(XLSX.utils.sheet_to_csv(ws));
  } finally {
    await client.close();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
// #endregion
