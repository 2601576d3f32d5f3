import { readFileSync } from "node:fs";

/** The release of the library that the pages describe, and where it is to be had. */
export const version = "0.20.3";

const distribution = `https://cdn.sheetjs.com/xlsx-${version}`;

export const tarball = `${distribution}/xlsx-${version}.tgz`;
export const cdn = `${distribution}/package`;

/**
 * Where readers' browsers load the library for the home page and live samples: `site` is a copy that this site serves,
 * so that both work behind firewalls and offline; `cdn` makes the built site smaller.
 */
const SERVED_BY: "site" | "cdn" = "site";

const ownCopy = `xlsx-${version}/xlsx.full.min.js`;

/** Address of the library's script. */
export const script = SERVED_BY === "site" ? `/${ownCopy}` : `${cdn}/dist/xlsx.full.min.js`;

/** Output of the site with its copy of the library, from the package that `package.json` names. */
export const libraryCopy = {
  name: "library",
  files: () => (SERVED_BY === "site" ? [ownCopy] : []),
  make: () => readFileSync("node_modules/xlsx/dist/xlsx.full.min.js"),
};
