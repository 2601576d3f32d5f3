import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "../../src/engine/engine.ts";
import { openStore } from "../../src/engine/result-store.ts";
import type { TaskDef } from "../../src/engine/task.ts";

// Edits a root of its own over and over, with a store that others use at the same time, and ends with 1 where a result
// is not that of the files as they are. Says "saved" after each save.
const [root = "", folder = "", count, seed] = process.argv.slice(2);
const NAMES = Array.from({ length: 20 }, (_, place) => `${place}.txt`);
for (const [place, name] of NAMES.entries()) writeFileSync(join(root, name), `${seed} ${place}`);

const text: TaskDef<string> = {
  name: "text",
  keep: "disk",
  run: (task, name) => task.file(name)?.bytes().toString("utf8").repeat(200) ?? "",
};
const all: TaskDef<string> = {
  name: "all",
  keep: "graph",
  run: async (task) => {
    const texts: number[] = [];
    for (const name of NAMES) texts.push((await task.get(text, name)).length);
    return texts.join();
  },
};

for (let round = 0; round < Number(count); round++) {
  const store = openStore(folder, "0123456789abcdef");
  const engine = createEngine({
    root,
    store,
    graph: "shared",
    tasks: [text as TaskDef<unknown>, all as TaskDef<unknown>],
    settings: {},
    states: {},
  });
  const name = NAMES[(round * 7) % NAMES.length] ?? "";
  writeFileSync(join(root, name), "x".repeat((round * Number(seed)) % 50));
  engine.changed();
  const expected = NAMES.map((one) => readFileSync(join(root, one), "utf8").length * 200).join();
  const texts = await Promise.all(NAMES.map((one) => engine.get(text, one)));
  const isRight = texts.every((one, place) => one === readFileSync(join(root, NAMES[place] ?? ""), "utf8").repeat(200));
  if ((await engine.get(all, "")) !== expected || !isRight) process.exit(1);
  engine.save();
  process.stdout.write("saved\n");
}
