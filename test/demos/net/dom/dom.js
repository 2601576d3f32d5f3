const { JSDOM } = require("jsdom");
const { Window } = require("happy-dom");
const { parseHTML } = require("linkedom");
const cheerio = require("cheerio");
const XLSX = require("xlsx");

const html = `<table id="stock">
  <tr><th>Part</th><th>Stock</th><th>Checked</th></tr>
  <tr><td>Bolt</td><td>12</td><td data-t="s">007</td></tr>
  <tr><td colspan="2">Nut</td><td>7</td></tr>
</table>`;

// #region jsdom
function withJsdom() {
  const { document } = new JSDOM(html).window;
  // highlight-next-line
  return XLSX.utils.table_to_sheet(document.getElementById("stock"));
}
// #endregion

// #region happy-dom
function withHappyDom() {
  const { document } = new Window();
  document.body.innerHTML = html;
  // highlight-next-line
  return XLSX.utils.table_to_sheet(document.getElementById("stock"));
}
// #endregion

// #region linkedom
function withLinkedom() {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  // its tables have no "rows": read the source of the table instead
  const source = document.getElementById("stock").outerHTML;
  // highlight-next-line
  const wb = XLSX.read(source, { type: "string" });
  return wb.Sheets[wb.SheetNames[0]];
}
// #endregion

// #region cheerio
function withCheerio() {
  const $ = cheerio.load(html);
  // change or choose with selectors, then hand over the source
  $("tr:last-child").remove();
  // highlight-next-line
  const wb = XLSX.read($.html("#stock"), { type: "string" });
  return wb.Sheets[wb.SheetNames[0]];
}
// #endregion

// #region none
function withoutDom() {
  // highlight-next-line
  const wb = XLSX.read(html, { type: "string" });
  return wb.Sheets[wb.SheetNames[0]];
}
// #endregion

// #region main
for (const convert of [withJsdom, withHappyDom, withLinkedom, withCheerio, withoutDom]) {
  const ws = convert();
  console.log(`${convert.name}, ${ws["!merges"]?.length ?? 0} merged`);
  console.log(XLSX.utils.sheet_to_csv(ws));
}
// #endregion
