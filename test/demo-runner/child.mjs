// Runs the check.mjs of one work folder: node child.mjs DIR. Answers its parent with the versions, or the error.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openTools } from "./tools.mjs";

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
    return { error: error?.stack?.replaceAll(pathToFileURL(dir).href, ".").replaceAll(dir, ".") ?? String(error) };
  }
}

const message = await answer();
await tools.close();
process.once("disconnect", () => process.exit(0));
process.send(message);
