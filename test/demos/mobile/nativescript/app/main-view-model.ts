import { alert, Observable } from "@nativescript/core";
import { utils } from "xlsx";
import { openBook, saveBook } from "./sheets";

export class HelloWorldModel extends Observable {
  async onTap() {
    const wb = utils.book_new();
    utils.book_append_sheet(wb, utils.json_to_sheet([{ Name: "Ada", Index: 1 }]), "Data");
    const where = await saveBook(wb, "sheetjs.xlsx");
    const back = await openBook("sheetjs.xlsx");
    const csv = utils.sheet_to_csv(back.Sheets.Data);
    await alert(where + "\n" + csv);
  }
}
