const XLSX = require("xlsx");

/** a name that a workbook allows; a long one leaves room for the number that keeps names apart */
const sheetName = (text) => {
  const cut = text.length > 31 ? text.slice(0, 28) : text;
  const name = cut.replace(/[:\\/?*[\]]/g, "_").replace(/\p{Cs}/gu, "").replace(/^[\s']+|[\s']+$/g, "");
  return name === "" || /^history$/i.test(name) ? "Sheet" : name;
};

/** every sheet of a document as a workbook */
async function pull(sheets, spreadsheetId) {
  const wb = XLSX.utils.book_new();
  const { data } = await sheets.spreadsheets.get({ spreadsheetId });
  for (const { properties } of data.sheets) {
    const res = await sheets.spreadsheets.values.get({
      spreadsheetId,
      range: quote(properties.title),
      valueRenderOption: "UNFORMATTED_VALUE",
    });
    // an empty sheet has no "values" at all, a blank cell between others is ""
    const values = (res.data.values ?? []).map((row) => row.map((value) => (value === "" ? null : value)));
    // highlight-next-line
    const ws = XLSX.utils.aoa_to_sheet(values);
    XLSX.utils.book_append_sheet(wb, ws, sheetName(properties.title), true);
  }
  return wb;
}

/** every worksheet into a sheet of the same name; other sheets stay */
async function push(sheets, spreadsheetId, wb) {
  const { data } = await sheets.spreadsheets.get({ spreadsheetId });
  const titles = data.sheets.map(({ properties }) => properties.title);
  const missing = wb.SheetNames.filter((name) => !titles.includes(name));
  if (missing.length > 0) {
    const requests = missing.map((title) => ({ addSheet: { properties: { title } } }));
    await sheets.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } });
  }
  for (const name of wb.SheetNames) {
    const range = quote(name);
    const ws = wb.Sheets[name];
    // from A1 on, also where the used cells begin elsewhere
    const cells = { s: { r: 0, c: 0 }, e: XLSX.utils.decode_range(ws["!ref"] ?? "A1").e };
    // highlight-next-line
    const values = XLSX.utils.sheet_to_json(ws, { header: 1, defval: "", range: cells });
    await sheets.spreadsheets.values.clear({ spreadsheetId, range });
    await sheets.spreadsheets.values.update({
      spreadsheetId, range, valueInputOption: "RAW", requestBody: { values },
    });
  }
}

/** a sheet name as a range in A1 notation */
const quote = (title) => "'" + title.replaceAll("'", "''") + "'";

module.exports = { pull, push };

if (require.main === module) (async () => {
  const { sheets, auth } = require("@googleapis/sheets");
  const client = sheets({
    version: "v4",
    auth: new auth.GoogleAuth({
      keyFile: "key.json",
      scopes: ["https://www.googleapis.com/auth/spreadsheets"],
    }),
  });
  const [direction, id, file] = process.argv.slice(2);
  if (direction === "pull") XLSX.writeFile(await pull(client, id), file);
  else await push(client, id, XLSX.readFile(file));
})();
