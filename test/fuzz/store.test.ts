import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore } from "../../src/build/cache/store.ts";
import { createWriteFile } from "../../src/output/write-file.ts";
import { check, PATIENCE } from "./check.ts";

const TOOL = "tool";
const entry = fc.record({
  key: fc.stringMatching(/^[\w-]{1,6}$/),
  value: fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null),
  isApart: fc.boolean(),
});
const damage = fc.record({ file: fc.nat(), at: fc.double({ min: 0, max: 1, noNaN: true }), isCut: fc.boolean() });

test("a store gives what was put last, or where a file of it is damaged nothing else", PATIENCE, async () => {
  const property = fc.asyncProperty(fc.array(entry, { minLength: 1 }), damage, async (entries, { file, at, isCut }) => {
    const folder = mkdtempSync(join(tmpdir(), "docgen-store-"));
    const own = join(folder, TOOL);
    try {
      const write = createWriteFile();
      const store = openStore(folder, TOOL, async (...task) => write(...task));
      const last = new Map<string, unknown>();
      for (const { key, value, isApart } of entries) {
        store.expectMany(isApart ? "another" : "page");
        store.put("page", key, value);
        last.set(key, value);
        // What is not on the disk yet is given, too.
        expect(store.get("page", key)).toEqual(JSON.parse(JSON.stringify(value)));
      }
      store.flush();
      const reopened = openStore(folder, TOOL);
      for (const [key, value] of last) expect(reopened.get("page", key)).toEqual(JSON.parse(JSON.stringify(value)));
      const names = readdirSync(own);
      const path = join(own, names[file % names.length] ?? "");
      const bytes = readFileSync(path);
      const place = Math.min(Math.floor(at * bytes.length), bytes.length - 1);
      if (isCut) writeFileSync(path, bytes.subarray(0, place));
      else writeFileSync(path, bytes.fill((bytes[place] ?? 0) ^ 1, place, place + 1));
      const damaged = openStore(folder, TOOL);
      const values = new Map<string, Set<string>>();
      for (const { key, value } of entries) values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)));
      for (const key of last.keys()) {
        const found = damaged.get("page", key);
        if (found !== undefined) expect([...(values.get(key) ?? [])]).toContain(JSON.stringify(found));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  await check(property, 4);
});
