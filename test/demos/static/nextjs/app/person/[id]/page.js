import { readRows } from "../../../lib/sheet.js";

// other addresses are not found
export const dynamicParams = false;

// highlight-start
export async function generateStaticParams() {
  const rows = await readRows();
  return rows.map(({ Index }) => ({ id: String(Index) }));
}
// highlight-end

export default async function Person({ params }) {
  const { id } = await params;
  const rows = await readRows();
  return <h1>{rows.find(({ Index }) => String(Index) === id).Name}</h1>;
}
