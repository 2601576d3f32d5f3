import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createInputs } from "../../src/engine/inputs.ts";
import { temporaryFolder } from "../helpers/docgen.ts";
import { IS_WEEKLY } from "../helpers/weekly.ts";

/** What `sha1sum` says of the file below: 2,147,483,649 bytes, an "x" in the middle of zeros. */
const DIGEST = "5e52c15deb664cb46803f49596e43c14ec756c82";

test.runIf(IS_WEEKLY)("a file of more than two gigabytes is an input, to its last byte", { timeout: 120_000 }, () => {
  const root = temporaryFolder();
  const path = join(root, "large.bin");
  writeFileSync(path, "");
  // Nothing but zeros: the file system keeps none of them.
  truncateSync(path, 2 ** 31 + 1);
  const file = openSync(path, "r+");
  writeSync(file, "x", 2 ** 30);
  closeSync(file);
  expect(createInputs(root, {}, {}).file("large.bin")?.digest).toBe(DIGEST);
});
