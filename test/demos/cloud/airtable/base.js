const XLSX = require("xlsx");

const flat = (value) => {
  if (Array.isArray(value)) return value.map((item) => item?.url ?? item?.name ?? item).join(", ");
  return typeof value === "object" && value !== null ? value.name ?? JSON.stringify(value) : value;
};

/** a name that a workbook allows */
const sheetName = (text) => {
  const name = text.replace(/[:\\/?*[\]]/g, "_").slice(0, 31).replace(/\p{Cs}/gu, "").replace(/^[\s']+|[\s']+$/g, "");
  return name === "" || /^history$/i.test(name) ? "Sheet" : name;
};

/** all records of a table as a worksheet */
async function pull(table, header) {
  const records = await table.select({ fields: header }).all();
  const rows = records.map(({ fields }) =>
    Object.fromEntries(header.map((key) => [key, flat(fields[key])])));
  // highlight-next-line
  return XLSX.utils.json_to_sheet(rows, { header });
}

/** every row of a worksheet as a new record */
async function push(table, ws) {
  // highlight-next-line
  const rows = XLSX.utils.sheet_to_json(ws, { UTC: true });
  // times can come a millisecond early, 9:01:59.999 for 9:02
  for (const row of rows) for (const value of Object.values(row)) {
    if (value instanceof Date) value.setTime(Math.round(value / 1000) * 1000);
  }
  const records = rows.map((fields) => ({ fields }));
  for (let i = 0; i < records.length; i += 10) {
    await table.create(records.slice(i, i + 10), { typecast: true });
  }
  return records.length;
}

module.exports = { pull, push };

if (require.main === module) (async () => {
  const Airtable = require("airtable");
  const base = new Airtable({ apiKey: process.env.AIRTABLE_TOKEN }).base(process.env.AIRTABLE_BASE);
  const [direction, name, file, ...header] = process.argv.slice(2);
  const table = base(name);
  if (direction === "push") {
    // dates travel as ISO text such as 2024-01-02T00:00:00.000Z
    const wb = XLSX.readFile(file, { cellDates: true });
    console.log(await push(table, wb.Sheets[wb.SheetNames[0]]), "records created");
  } else {
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, await pull(table, header), sheetName(name));
    XLSX.writeFile(wb, file);
  }
})();
