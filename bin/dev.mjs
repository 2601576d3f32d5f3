// `npm run dev`: serves a site with docgen as it is being edited. After an edit of docgen's sources it compiles them and
// restarts `docgen serve`, to which open pages reconnect. Arguments are those of `docgen serve`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { watch } from "chokidar";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["src", "templates"].map((name) => join(ROOT, name));

let server;
let isEdited = true;
let isBusy = false;

watch(SOURCES, { ignoreInitial: true }).on("all", () => {
  isEdited = true;
  void update();
});
process.on("exit", () => server?.kill());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
await update();

/** Compiles the sources until they are up to date, then restarts the server; after an error, the old one stays. */
async function update() {
  if (isBusy) return;
  isBusy = true;
  let code = 0;
  while (isEdited) {
    isEdited = false;
    [code] = await once(start(ROOT, "compile.mjs"), "close");
  }
  if (code === 0) {
    if (server?.kill()) await once(server, "close");
    server = start(process.cwd(), "docgen", "serve", ...process.argv.slice(2));
  }
  isBusy = false;
  if (isEdited) await update();
}

function start(cwd, file, ...args) {
  return spawn(process.execPath, [join(ROOT, "bin", file), ...args], { cwd, stdio: "inherit" });
}
