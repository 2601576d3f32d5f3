import { Component } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { Rows } from "./rows";
import { Sheet } from "./sheet";

@Component({
  selector: "app-root",
  imports: [Rows, Sheet],
  template: `<app-rows /><app-sheet url="/pres.xlsx" />`,
})
class App {}

bootstrapApplication(App);
