// Runs the check.mjs of one work folder: node child.mjs DIR. Answers its parent with the versions, or the error.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openTools } from "./tools.mjs";

/** An assertion about a file would print all of it. */
const MAX_MESSAGE = 4000;
const dir = process.argv[2];
const tools = openTools(dir);

function versionsOf() {
  const manifest = join(dir, "package.json");
  if (!existsSync(manifest)) return {};
  const { dependencies, devDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name !== "xlsx");
  return Object.fromEntries(names.map((name) => [name, tools.version(name)]));
}

async function answer() {
  try {
    const { default: check } = await import(pathToFileURL(join(dir, "check.mjs")));
    const versions = await check(tools.context);
    tools.complain();
    return { versions: { ...versionsOf(), ...versions } };
  } catch (error) {
    const text = error instanceof Error ? error.stack : String(error);
    return { error: text.replaceAll(pathToFileURL(dir).href, ".").replaceAll(dir, ".").slice(0, MAX_MESSAGE) };
  }
}

const message = await answer();
await tools.close();
process.once("disconnect", () => process.exit(0));
process.send(message);
