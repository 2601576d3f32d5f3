// Checks whether this version can be released and lists the files of the package; `--yes` packs and tags it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const isReal = process.argv.includes("--yes");
const unknown = process.argv.slice(2).filter((option) => option !== "--yes");
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(" ")}\nnode bin/release.mjs [--yes]`);
  process.exit(2);
}
const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();
const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const changes = readFileSync("CHANGELOG.md", "utf8");
const tag = `v${version}`;

const faults = [
  git("status", "--porcelain") === "" ? "" : "there are changes that are not committed",
  git("branch", "--show-current") === "main" ? "" : "this is not main",
  git("tag", "--list", tag) === "" ? "" : `the tag ${tag} already exists; raise the version in package.json`,
  new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m").test(changes)
    ? ""
    : `CHANGELOG.md has no section "## [${version}] - <date>"`,
  /^## \[Unreleased\]\n+(?!## )[^\n]/m.test(changes)
    ? `CHANGELOG.md has changes under "Unreleased"; move them to the section of a new version`
    : "",
].filter((fault) => fault !== "");
if (faults.length > 0) {
  console.error(faults.map((fault) => `${name} ${version} can't be released: ${fault}`).join("\n"));
  process.exit(1);
}
// Packing comes first: if it fails, there is no tag to remove.
execFileSync("npm", isReal ? ["pack"] : ["pack", "--dry-run"], { stdio: "inherit" });
if (isReal) git("tag", "--annotate", tag, "--message", tag);
console.log(
  isReal
    ? `${name} ${version} is packed and tagged ${tag}`
    : `${name} ${version} can be released; nothing is packed or tagged without --yes`,
);
