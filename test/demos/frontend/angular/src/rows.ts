import { Component, signal } from "@angular/core";
import { read, utils, writeFileXLSX } from "xlsx";

interface President {
  Name: string;
  Index: number;
}

@Component({
  selector: "app-rows",
  template: `
    <label>Workbook <input type="file" accept=".xlsx,.xls,.ods,.csv" (change)="open($event)"></label>
    <button (click)="save()">Save the rows</button>
    <p>{{ problem() }}</p>
    <table id="rows">
      <thead><tr><th>Name</th><th>Index</th></tr></thead>
      <tbody>
        @for (row of rows(); track $index) {
          <tr><td>{{ row.Name }}</td><td>{{ row.Index }}</td></tr>
        }
      </tbody>
    </table>
  `,
})
export class Rows {
  readonly rows = signal<President[]>([]);
  readonly problem = signal("");

  // #region import
  async open(event: Event) {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      const wb = read(await file.arrayBuffer(), { cellDates: true });
      // highlight-next-line
      this.rows.set(utils.sheet_to_json<President>(wb.Sheets[wb.SheetNames[0]]));
      this.problem.set("");
    } catch (error) {
      this.rows.set([]);
      // some of what `read` throws is text
      this.problem.set(error instanceof Error ? error.message : String(error));
    }
  }
  // #endregion

  // #region export
  save() {
    // highlight-next-line
    const ws = utils.json_to_sheet(this.rows());
    const wb = utils.book_new();
    utils.book_append_sheet(wb, ws, "Presidents");
    writeFileXLSX(wb, "presidents.xlsx");
  }
  // #endregion
}
