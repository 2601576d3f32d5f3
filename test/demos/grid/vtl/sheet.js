import { utils } from "xlsx";

// #region import
export function toGrid(ws) {
  // highlight-next-line
  const [titles = [], ...data] = utils.sheet_to_json(ws, { header: 1, defval: "" });
  const columns = titles.map((title, i) => ({ field: `c${i}`, label: String(title), sortable: true }));
  const rows = data.map((values) => Object.fromEntries(columns.map(({ field }, i) => [field, values[i]])));
  return { columns, rows };
}
// #endregion

// #region export
export function toWorksheet({ columns, rows }) {
  const titles = columns.map(({ label }) => label);
  const data = rows.map((row) => columns.map(({ field }) => row[field]));
  // highlight-next-line
  return utils.aoa_to_sheet([titles, ...data]);
}
// #endregion
