import { inject, Injectable } from "@angular/core";
import { File } from "@awesome-cordova-plugins/file/ngx";
import { read, write, type WorkBook } from "xlsx";

// keeps number formats, column widths and newer functions for the saved file
export const options = { cellNF: true, cellStyles: true, xlfn: true };

@Injectable({ providedIn: "root" })
export class SheetsService {
  private file = inject(File);

  private get folder(): string {
    // iOS has the first one, Android the second
    return this.file.documentsDirectory || this.file.externalDataDirectory;
  }

  async save(wb: WorkBook, name: string): Promise<string> {
    // highlight-next-line
    const blob = new Blob([write(wb, { type: "array", bookType: "xlsx" })]);
    await this.file.writeFile(this.folder, name, blob, { replace: true });
    return this.folder + name;
  }

  async open(name: string): Promise<WorkBook> {
    // highlight-next-line
    return read(await this.file.readAsArrayBuffer(this.folder, name), options);
  }
}
