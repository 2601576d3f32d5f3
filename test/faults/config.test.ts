import { expect, test } from "vitest";
import { buildFaults } from "../helpers/faults.ts";

const PAGES = { "content/docs/index.md": "# Start\n", "content/docs/a.md": "# A\n" };

test("26: a redirect to a missing page, to itself, in a circle, or from one place twice is an error at its entry", async () => {
  const redirects = [
    '{ from: "/docs/old", to: "/docs/nowhere-at-all" }',
    '{ from: "/docs/self", to: "/docs/self" }',
    '{ from: "/docs/one", to: "/docs/two" }',
    '{ from: "/docs/two", to: "/docs/one" }',
    '{ from: "/docs/twice", to: "/docs/" }',
    '{ from: "/docs/twice/", to: "/docs/a" }',
    '{ from: "/../outside", to: "/docs/" }',
    '{ from: "/docs/out", to: "https://evil.com/" }',
    '{ from: "/docs/js", to: "javascript:alert(1)" }',
  ];
  const config = `export default { title: "T", url: "https://example.com", redirects: [${redirects.join(", ")}] };`;
  const { stderr, code } = await buildFaults({ ...PAGES, "site.config.ts": config });
  for (const index of [0, 1, 2, 3, 5, 6, 7, 8]) expect(stderr).toContain(`site.config.ts: redirects[${index}].`);
  expect(stderr).not.toContain("redirects[4].");
  expect(code).toBe(2);
});
