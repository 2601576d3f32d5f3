// Releases of Node come from npm, as a package per platform, into a cache outside of the tree.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "docgen-smoke");

/** Where a release of Node is, installed if it isn't there yet. */
export function nodeOf(version) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(CACHE, version);
  const binary = join(folder, "node_modules", name, "bin", platform === "win" ? "node.exe" : "node");
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    const args = [
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--ignore-scripts",
      "--loglevel=error",
      `${name}@${version}`,
    ];
    execFileSync("npm", args, { stdio: "inherit", shell: platform === "win" });
  }
  return binary;
}
