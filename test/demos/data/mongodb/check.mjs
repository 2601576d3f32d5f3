import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** There is no server in the tests: the calls are checked against the types of the driver. */
export default async function check({ run, library }) {
  const flags = ["--noEmit", "--strict", "--allowJs", "--checkJs", "--skipLibCheck", "--types", "node"];
  await run(
    "node_modules/.bin/tsc",
    ...flags,
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "mongodb.js",
    "flatten.js",
  );

  const { ObjectId } = require("mongodb");
  const { flatten } = require("./flatten.js");
  const id = new ObjectId();
  const row = flatten({ _id: id, a: { b: { c: 1 } }, list: [1, 2], none: null, at: new Date(0) });
  assert.deepEqual(row, { _id: id.toString(), "a.b.c": 1, list: "[1,2]", none: null, at: new Date(0) });
  const ws = library.utils.json_to_sheet([row], { UTC: true });
  assert.deepEqual(library.utils.sheet_to_json(ws, { header: 1 })[0], ["_id", "a.b.c", "list", "none", "at"]);
}
