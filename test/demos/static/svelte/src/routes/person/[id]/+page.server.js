import { error } from "@sveltejs/kit";
import { readRows } from "#lib/server/sheet.js";

export async function load({ params }) {
  const rows = await readRows();
  const row = rows.find(({ Index }) => String(Index) === params.id);
  if (!row) error(404);
  return row;
}
