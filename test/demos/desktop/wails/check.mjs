import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What `wails` generates in frontend/wailsjs for the methods of App: calls of functions that the web view has. */
const BINDINGS = `export function Open() { return window["go"]["main"]["App"]["Open"](); }
export function Save(name, text) { return window["go"]["main"]["App"]["Save"](name, text); }
`;
const MAIN = 'import { mount } from "svelte"; import App from "./App.svelte"; mount(App, { target: document.body });';
const PAGE = '<!doctype html><meta charset="utf-8"><body><script type="module" src="/src/main.js"></script>';
const CONFIG = `import { svelte } from "@sveltejs/vite-plugin-svelte";
export default { root: "frontend", plugins: [svelte()] };`;

/** The three names of Wails that app.go uses, so that Go checks its types and runs its methods. */
const RUNTIME = `package runtime
import ("context"; "os")
type FileFilter struct { DisplayName, Pattern string }
type OpenDialogOptions struct { Title string; Filters []FileFilter }
type SaveDialogOptions struct { DefaultFilename string }
func OpenFileDialog(ctx context.Context, o OpenDialogOptions) (string, error) { return os.Getenv("CHOSEN"), nil }
func SaveFileDialog(ctx context.Context, o SaveDialogOptions) (string, error) { return o.DefaultFilename, nil }
`;
const PROGRAM = `package main
import ("context"; "fmt")
func main() {
	a := NewApp()
	a.startup(context.Background())
	text, err := a.Open()
	if err != nil { panic(err) }
	path, err := a.Save("copy.xlsx", text)
	fmt.Println(path, err)
}
`;

/** app.go reads and writes a file, with dialogs that answer at once. */
async function checkGo(run) {
  const runtime = "wails/v2/pkg/runtime";
  mkdirSync(runtime, { recursive: true });
  writeFileSync(`${runtime}/runtime.go`, RUNTIME);
  writeFileSync("wails/v2/go.mod", "module github.com/wailsapp/wails/v2\n");
  const uses = "require github.com/wailsapp/wails/v2 v2.0.0\nreplace github.com/wailsapp/wails/v2 => ./wails/v2\n";
  writeFileSync("go.mod", `module sheetjs-wails\n${uses}`);
  writeFileSync("main.go", PROGRAM);
  await run("go", "vet", ".");
  assert.equal((await run("env", "CHOSEN=pres.xlsx", "go", "run", ".")).trim(), "copy.xlsx <nil>");
  assert.deepEqual(readFileSync("copy.xlsx"), readFileSync("pres.xlsx"));
}

export default async function check({ run, serve, openPage, library, presidents }) {
  const hasGo = process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, "go")));
  if (hasGo) await checkGo(run);

  mkdirSync("frontend/wailsjs/go/main", { recursive: true });
  writeFileSync("frontend/wailsjs/go/main/App.js", BINDINGS);
  writeFileSync("frontend/src/main.js", MAIN);
  writeFileSync("frontend/index.html", PAGE);
  writeFileSync("vite.config.js", CONFIG);
  await run("vite", "build");
  const page = await openPage();
  await page.exposeFunction("openInGo", () => readFileSync("pres.xlsx").toString("base64"));
  await page.exposeFunction("saveInGo", (name, text) => {
    writeFileSync(name, Buffer.from(text, "base64"));
    return name;
  });
  await page.addInitScript(() => {
    window.go = { main: { App: { Open: () => window.openInGo(), Save: (...args) => window.saveInGo(...args) } } };
  });
  await page.goto(await serve("frontend/dist"));
  await page.getByRole("button", { name: "Open" }).click();
  await page.locator("td", { hasText: "Bill Clinton" }).locator("[contenteditable]").fill("Ada");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved sheetjs.xlsx").waitFor();
  const { Sheets, SheetNames } = library.readFile("sheetjs.xlsx");
  assert.deepEqual(library.utils.sheet_to_json(Sheets[SheetNames[0]]), [
    { Name: "Ada", Index: 42 },
    ...presidents.slice(1),
  ]);
}
