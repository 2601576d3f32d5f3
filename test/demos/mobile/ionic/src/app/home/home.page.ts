import { Component, computed, inject, signal } from "@angular/core";
import { IonButton, IonContent } from "@ionic/angular";
import { read, utils, type WorkBook } from "xlsx";
import { options, SheetsService } from "../sheets.service";

@Component({
  selector: "app-home",
  imports: [IonButton, IonContent],
  template: `
    <ion-content>
      <input type="file" (change)="pick($event)">
      <ion-button (click)="save()">Save</ion-button>
      <p>{{ note() }}</p>
      <table>
        @for (row of rows(); track $index) {
          <tr>@for (text of row; track $index) {<td>{{ text }}</td>}</tr>
        }
      </table>
    </ion-content>`,
})
export class HomePage {
  private sheets = inject(SheetsService);
  wb = signal<WorkBook>(utils.book_new(utils.aoa_to_sheet([["Name", "Index"], ["Ada", 1]]), "Data"));
  note = signal("");
  // formatted text, as the spreadsheet program shows it
  rows = computed(() => {
    const ws = this.wb().Sheets[this.wb().SheetNames[0]];
    return utils.sheet_to_json<string[]>(ws, { header: 1, raw: false, defval: "" });
  });

  async pick(event: Event) {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    try {
      // highlight-next-line
      this.wb.set(read(await file.arrayBuffer(), options));
      this.note.set("");
    } catch (e) {
      this.note.set(e instanceof Error ? e.message : String(e));
    }
  }

  async save() {
    try {
      // highlight-next-line
      this.note.set("Saved " + (await this.sheets.save(this.wb(), "sheetjs.xlsx")));
    } catch (e) {
      // the plugin gives objects with a code
      this.note.set(e instanceof Error ? e.message : JSON.stringify(e));
    }
  }
}
