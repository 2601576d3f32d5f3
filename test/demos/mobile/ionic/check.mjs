import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";

const MAIN = `import "@angular/compiler";
import "zone.js";
import { inject, provideAppInitializer } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideIonicAngular } from "@ionic/angular";
import { File } from "@awesome-cordova-plugins/file/ngx";
import { HomePage } from "./home/home.page";
import { SheetsService } from "./sheets.service";

const openBook = () => {
  const sheets = inject(SheetsService);
  Object.assign(window, { openBook: (name: string) => sheets.open(name) });
};
bootstrapApplication(HomePage, { providers: [provideIonicAngular(), File, provideAppInitializer(openBook)] });`;
const STYLE = "<style>app-home { display: block; height: 600px; }</style>";
const PAGE = `<!doctype html><meta charset="utf-8">${STYLE}<app-home></app-home><script src="out.js"></script>`;
const CONFIG = {
  compilerOptions: {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["esnext", "dom"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    useDefineForClassFields: false,
  },
  files: ["src/app/home/home.page.ts"],
};

/** Chromium's own file system has the calls of the plugin. */
const plugin = () => {
  window.cordova = { file: { documentsDirectory: null, externalDataDirectory: `filesystem:${origin}/temporary/` } };
  window.resolveLocalFileSystemURL = window.webkitResolveLocalFileSystemURL;
  window.diskReady = new Promise((resolve) => window.webkitRequestFileSystem(0, 2 ** 20, () => resolve()));
};

export default async function check({ run, serve, openPage, library, presidents, refusesDamaged }) {
  writeFileSync("tsconfig.json", JSON.stringify(CONFIG));
  await run("node_modules/.bin/tsc");
  writeFileSync("src/app/main.ts", MAIN);
  writeFileSync("index.html", PAGE);
  await run("esbuild", "src/app/main.ts", "--bundle", "--outfile=out.js");
  const page = await openPage();
  await page.addInitScript(plugin);
  await page.goto(await serve());
  await page.evaluate(() => window.diskReady);
  const save = async () => {
    await page.getByText("Save", { exact: true }).click();
    await page.getByText("sheetjs.xlsx").waitFor();
    // the service reads what the plugin has stored
    const wb = await page.evaluate(() => window.openBook("sheetjs.xlsx"));
    return library.utils.sheet_to_json(wb.Sheets[wb.SheetNames[0]]);
  };
  assert.deepEqual(await save(), [{ Name: "Ada", Index: 1 }]);
  const field = page.locator("input[type=file]");
  await field.setInputFiles("pres.xlsx");
  await page.getByText("Joseph Biden").waitFor();
  assert.deepEqual(await save(), presidents);
  await refusesDamaged(page, field);
}
