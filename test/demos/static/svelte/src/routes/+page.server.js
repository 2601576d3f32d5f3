import { readRows } from "#lib/server/sheet.js";

export async function load() {
  return { rows: await readRows() };
}
