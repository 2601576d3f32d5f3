import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REPLACEABLE } from "../src/theme/replaceable.ts";
import { PROJECT } from "./helpers/docgen.ts";

test("the guide names all components that a site may replace", () => {
  const guide = readFileSync(join(PROJECT, "src/site/extensions/README.md"), "utf8");
  expect(/<!-- replaceable -->(.*?)<!-- \/replaceable -->/s.exec(guide)?.[1]).toBe(REPLACEABLE.join(", "));
});
