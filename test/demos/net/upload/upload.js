const XLSX = require("xlsx");

async function main(address) {
  const ws = XLSX.utils.json_to_sheet([{ Plan: "Team", Price: 12 }]);
  const wb = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(wb, ws, "Plans");

  // #region node
  // highlight-next-line
  const bytes = XLSX.write(wb, { type: "buffer", bookType: "xlsx" });
  const form = new FormData();
  form.append("data", new Blob([bytes]), "plans.xlsx");
  const response = await fetch(address, { method: "POST", body: form });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  // #endregion
  console.log(await response.text());
}

main(process.argv[2] ?? "http://localhost:3000/upload");
