import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore } from "../../src/engine/result-store.ts";
import { check, PATIENCE } from "./check.ts";

const TOOL = "0123456789abcdef";
const entry = fc.record({
  key: fc.stringMatching(/^[\w-]{1,6}$/),
  value: fc.jsonValue({ maxDepth: 3 }).filter((value) => value !== null),
});
const damage = fc.record({ file: fc.nat(), at: fc.double({ min: 0, max: 1, noNaN: true }), isCut: fc.boolean() });

test("a store gives what was put last, or where a file of it is damaged nothing else", PATIENCE, async () => {
  const property = fc.property(fc.array(entry, { minLength: 1 }), damage, (entries, { file, at, isCut }) => {
    const folder = mkdtempSync(join(tmpdir(), "docgen-store-"));
    const own = join(folder, TOOL);
    try {
      const store = openStore(folder, TOOL);
      const last = new Map<string, unknown>();
      for (const { key, value } of entries) {
        store.putGraph(key, value);
        store.putGraphBytes(`${key}-bytes`, [Buffer.from(key), Buffer.from(JSON.stringify(value))]);
        store.putValue(key, JSON.stringify(value));
        last.set(key, JSON.parse(JSON.stringify(value)));
      }
      const reopened = openStore(folder, TOOL);
      for (const [key, value] of last) {
        expect(reopened.graph(key)).toEqual(value);
        expect(reopened.value(key)).toEqual(value);
        expect(reopened.graphBytes(`${key}-bytes`)?.toString()).toBe(key + JSON.stringify(value));
      }
      const names = readdirSync(own);
      const path = join(own, names[file % names.length] ?? "");
      const bytes = readFileSync(path);
      const place = Math.min(Math.floor(at * bytes.length), bytes.length - 1);
      if (isCut) writeFileSync(path, bytes.subarray(0, place));
      else writeFileSync(path, bytes.fill((bytes[place] ?? 0) ^ 1, place, place + 1));
      const damaged = openStore(folder, TOOL);
      for (const [key, value] of last) {
        for (const found of [damaged.graph(key), damaged.value(key)]) {
          if (found !== undefined) expect(found).toEqual(value);
        }
        const bytes = damaged.graphBytes(`${key}-bytes`)?.toString();
        if (bytes !== undefined) expect(bytes).toBe(key + JSON.stringify(value));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  await check(property, 4);
});
