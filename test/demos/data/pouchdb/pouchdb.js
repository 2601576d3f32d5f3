const PouchDB = require("pouchdb");
const XLSX = require("xlsx");

// #region import
async function importSheet(db, ws) {
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { UTC: true });
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of rows) for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
  }
  // a column _id keeps its values; rows without get an id from PouchDB
  const results = await db.bulkDocs(rows);
  const failed = results.filter((result) => result.error);
  if (failed.length > 0) throw new Error(`${failed.length} of ${rows.length} rows: ${failed[0].message}`);
}
// #endregion

// #region export
async function exportDatabase(db) {
  const { rows } = await db.allDocs({ include_docs: true });
  const docs = rows
    // design documents hold code
    .filter(({ id }) => !id.startsWith("_design/"))
    .map(({ doc: { _id, _rev, ...data } }) => data);
  // highlight-next-line
  return XLSX.utils.json_to_sheet(docs);
}
// #endregion

// #region main
async function main() {
  const db = new PouchDB("shop");
  const source = XLSX.utils.json_to_sheet([
    { _id: "free", plan: "Free", price: 0 },
    { _id: "team", plan: "Team", price: 12 },
  ]);
  await importSheet(db, source);

  const ws = await exportDatabase(db);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "plans");
  XLSX.writeFile(wb, "plans.xlsx");
  console.log(XLSX.utils.sheet_to_csv(ws));

  await importSheet(db, source).catch((error) => console.log(error.message));
  await db.destroy();
}

main();
// #endregion
