// Checks that what is here can be released and packs it; `--tag` makes the tag, too.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();
const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const changes = readFileSync("CHANGELOG.md", "utf8");
const tag = `v${version}`;

const faults = [
  git("status", "--porcelain") === "" ? "" : "there are changes that are not committed",
  git("branch", "--show-current") === "main" ? "" : "this is not main",
  git("tag", "--list", tag) === "" ? "" : `the tag ${tag} is there already; raise the version in package.json`,
  new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d{2}-\\d{2}$`, "m").test(changes)
    ? ""
    : `CHANGELOG.md has no section "## [${version}] - <date>"`,
].filter((fault) => fault !== "");
if (faults.length > 0) {
  console.error(faults.map((fault) => `${name} ${version} can't be released: ${fault}`).join("\n"));
  process.exit(1);
}
execFileSync("npm", ["pack"], { stdio: "inherit" });
if (process.argv.includes("--tag")) git("tag", "--annotate", tag, "--message", tag);
console.log(`${name} ${version} is packed${process.argv.includes("--tag") ? ` and tagged ${tag}` : ""}`);
