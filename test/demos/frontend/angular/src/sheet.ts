import { Component, type ElementRef, inject, input, type OnInit, signal, viewChild } from "@angular/core";
import { DomSanitizer, type SafeHtml } from "@angular/platform-browser";
import { read, utils, writeFileXLSX } from "xlsx";

@Component({
  selector: "app-sheet",
  template: `
    <section id="sheet">
      <button [disabled]="!html()" (click)="save()">Save the table</button>
      <p>{{ problem() }}</p>
      <div #box [innerHTML]="html()"></div>
    </section>
  `,
})
export class Sheet implements OnInit {
  readonly url = input.required<string>();
  readonly html = signal<SafeHtml>("");
  readonly problem = signal("");
  readonly box = viewChild.required<ElementRef<HTMLElement>>("box");
  private readonly sanitizer = inject(DomSanitizer);

  // #region fetch
  async ngOnInit() {
    try {
      const response = await fetch(this.url());
      if (!response.ok) throw new Error(`${this.url()}: ${response.status}`);
      const wb = read(await response.arrayBuffer());
      const text = utils.sheet_to_html(wb.Sheets[wb.SheetNames[0]], { header: "", footer: "" });
      // only for files that you made: Angular's sanitizer would drop the types of the cells
      // highlight-next-line
      this.html.set(this.sanitizer.bypassSecurityTrustHtml(text));
    } catch (error) {
      // some of what `read` throws is text
      this.problem.set(error instanceof Error ? error.message : String(error));
    }
  }
  // #endregion

  // #region table
  save() {
    // highlight-next-line
    const wb = utils.table_to_book(this.box().nativeElement.querySelector("table"));
    writeFileXLSX(wb, "table.xlsx");
  }
  // #endregion
}
