// Finds the demos: folders with a demo.json, see test/demos/README.md.
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { findBrowser } from "../helpers/find-browser.mjs";

const KEYS = ["route", "inTests", "timeout", "needs", "node", "scripts", "files"];
const DEFAULT_TIMEOUT = 60;

/**
 * All demos below a folder, by name.
 * @returns {{ name: string, folder: string, route: string, inTests: boolean, timeout: number, needs: string[],
 *   node?: number, scripts: boolean, files: string[] }[]}
 * @throws {Error} where a demo.json does not hold
 */
export function discover(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "demo.json")
    .map((entry) => readDemo(root, entry.parentPath))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readDemo(root, folder) {
  const name = relative(root, folder).split(sep).join("/");
  const fail = (message) => {
    throw new Error(`${name}/demo.json: ${message}`);
  };
  let given;
  try {
    given = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"));
  } catch (error) {
    fail(error.message);
  }
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) fail(`unknown key "${unknown}" (known: ${KEYS.join(", ")})`);
  if (!/^\/docs\/\S+$/.test(given.route ?? "")) fail('"route" must be the route of the page that shows the demo');
  if (given.node !== undefined && !Number.isInteger(given.node)) fail('"node" must be a major version of Node.js, 24');
  if (!existsSync(join(folder, "check.mjs"))) fail("there is no check.mjs beside it");
  return { inTests: false, timeout: DEFAULT_TIMEOUT, needs: [], scripts: false, files: [], ...given, name, folder };
}

/** The demos whose name is one of the given ones or below it; all where none is given. @throws {Error} for no match */
export function choose(demos, names) {
  const wanted = names.map((name) => name.replace(/^.*test\/demos\//, "").replace(/\/+$/, ""));
  for (const name of wanted) {
    if (!demos.some((demo) => isBelow(demo.name, name))) throw new Error(`no demo is called "${name}"`);
  }
  return demos.filter((demo) => wanted.length === 0 || wanted.some((name) => isBelow(demo.name, name)));
}

function isBelow(name, prefix) {
  return name === prefix || name.startsWith(`${prefix}/`);
}

/** What a demo needs and this machine has not; undefined when all is there. */
export function missing(demo) {
  return demo.needs.find((need) => !has(need));
}

function has(need) {
  if (need === "browser") return findBrowser() !== undefined;
  if (need.startsWith("/")) return existsSync(need);
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? "").split(delimiter)];
  return folders.some((folder) => isExecutable(join(folder, need)));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
