import { LightningElement, wire } from "lwc";
import { loadScript } from "lightning/platformResourceLoader";
import { getListRecordsByName } from "lightning/uiListsApi";
import sheetjs from "@salesforce/resourceUrl/sheetjs";

const COLUMNS = ["Name", "Industry", "AnnualRevenue"];

export default class Sheetjs extends LightningElement {
  names = [];
  problem = "";
  records = [];
  loaded = false;

  @wire(getListRecordsByName, {
    objectApiName: "Account",
    listViewApiName: "AllAccounts",
    fields: COLUMNS.map((name) => "Account." + name),
    pageSize: 2000,
  })
  receive({ data }) {
    if (data) this.records = data.records;
  }

  async connectedCallback() {
    // makes the global XLSX
    // highlight-next-line
    await loadScript(this, sheetjs);
    this.loaded = true;
  }

  get notReady() {
    return !this.loaded || this.records.length === 0;
  }

  save() {
    const rows = this.records.map(({ fields }) =>
      COLUMNS.map((name) => fields[name]?.value ?? null));
    // highlight-start
    const ws = XLSX.utils.aoa_to_sheet([COLUMNS, ...rows]);
    const wb = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(wb, ws, "Accounts");
    XLSX.writeFile(wb, "accounts.xlsx");
    // highlight-end
  }

  async open(event) {
    const [file] = event.target.files;
    if (!file || !this.loaded) return;
    try {
      // highlight-next-line
      const wb = XLSX.read(await file.arrayBuffer());
      this.names = wb.SheetNames;
      this.problem = "";
    } catch (error) {
      this.names = [];
      this.problem = error.message ?? String(error);
    }
  }
}
