import { describe, expect, test } from "vitest";
import { command } from "../helpers/command.ts";
import { makeSite } from "../helpers/docgen.ts";

const SITE = {
  "content/docs/index.md": "# Start\n\nWelcome to the start.\n",
  "content/docs/electron.md": "# Electron\n\nA desktop application.\n\n## Native dialogs\n\nThe marimba is played.\n",
};

describe("docgen search", () => {
  test("--json prints the query and its results with the section's hash in route", async () => {
    const { stdout, code } = await command("search", "marimba", "--root", makeSite(SITE), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      query: "marimba",
      results: [
        {
          route: "/docs/electron#native-dialogs",
          pageTitle: "Electron",
          sectionTitle: "Native dialogs",
          score: expect.any(Number),
          terms: ["marimba"],
          teaser: "The marimba is played.",
        },
      ],
    });
  });

  test("says what was looked for in place of a mistyped word, and where a query is wrong", async () => {
    const root = makeSite(SITE);
    const corrected = await command("search", "elcetron", "--root", root, "--json");
    expect(corrected.stderr).toContain('Results for "electron"');
    expect(JSON.parse(corrected.stdout).results[0].route).toBe("/docs/electron");
    const wrong = await command("search", "foo:electron", "--root", root, "--json");
    expect(wrong.stderr).toContain('unrecognised field "foo"');
    expect(wrong.code).toBe(0);
  });
});
