import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createInputs } from "../../src/engine/inputs.ts";
import { temporaryFolder } from "../helpers/docgen.ts";

test("one changed byte in a file of more than two gigabytes is another input", { timeout: 120_000 }, () => {
  const root = temporaryFolder();
  const path = join(root, "large.bin");
  writeFileSync(path, "");
  // Nothing but zeros: the file system keeps none of them.
  truncateSync(path, 2 ** 31 + 1);
  const digest = () => createInputs(root, {}).file("large.bin")?.digest;
  const before = digest();
  expect(before).toMatch(/^[0-9a-f]{40}$/);
  const file = openSync(path, "r+");
  writeSync(file, "x", 2 ** 30);
  closeSync(file);
  const after = digest();
  expect(after).toMatch(/^[0-9a-f]{40}$/);
  expect(after).not.toBe(before);
});
