import { readRows } from "../../lib/sheet.js";

// runs for every request
// highlight-next-line
export const dynamic = "force-dynamic";

export default async function Live() {
  const rows = await readRows();
  return <p>{rows.length} rows</p>;
}
