import { utils, type WorkBook, type WorkSheet } from "xlsx";
import { openBook, saveBook } from "./sheets";

const table = document.querySelector<HTMLDivElement>("#table")!;
const note = document.querySelector<HTMLParagraphElement>("#note")!;

let wb: WorkBook | null = null;
let ws: WorkSheet = {};

/** Runs an action and shows its error; some are strings. */
const guard = (action: () => Promise<void>) => () =>
  action().catch((e) => { note.textContent = e.message ?? String(e); });

document.querySelector("#open")!.addEventListener("click", guard(async () => {
  const opened = await openBook();
  if (!opened) return;
  wb = opened;
  ws = wb.Sheets[wb.SheetNames[0]];
  table.innerHTML = utils.sheet_to_html(ws, { editable: true });
}));

// an edit changes its own cell, which keeps link and comments;
// all others keep value, format and formula
table.addEventListener("input", (event) => {
  const target = event.target as HTMLElement;
  const text = target.textContent ?? "";
  const isNumber = text.trim() !== "" && Number.isFinite(Number(text));
  // the id of B3 is sjs-B3
  const address = target.closest("td")!.id.slice(4);
  const { z, l, c } = ws[address] ?? {};
  ws[address] = isNumber
    ? { t: "n", v: Number(text), z, l, c }
    : { t: "s", v: text, l, c };
});

document.querySelector("#save")!.addEventListener("click", guard(async () => {
  if (!wb) return;
  const path = await saveBook(wb, "xlsx");
  if (path) note.textContent = "Saved " + path;
}));
