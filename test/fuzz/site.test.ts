import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../src/builder/build.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { Failure } from "../../src/shared/failure.ts";
import { temporaryFolder } from "../helpers/docgen.ts";
import { check, hostileText, hostileWord, PATIENCE } from "./check.ts";

const FIELDS =
  "title url baseUrl trailingSlash docs blog navbar footer vars redirects i18n search scripts highlight colorMode announcementBar analytics contentSecurityPolicy links tableOfContents".split(
    " ",
  );
const value: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 3 },
  hostileText,
  fc.constantFrom(null, undefined, true, 0, -1, Number.NaN, () => 1, Symbol.iterator, 10n, new Date(0)),
  fc.array(fc.letrec((tie) => ({ inner: fc.oneof(hostileText, fc.array(tie("inner"), { maxLength: 2 })) })).inner, {
    maxLength: 3,
  }),
  fc.dictionary(
    fc.oneof(fc.constantFrom(...FIELDS, "items", "label", "to", "from", "id", "locales", "type"), hostileWord),
    fc.anything(),
    { maxKeys: 4 },
  ),
);

test("any configuration: taken, or refused with a line for each fault", PATIENCE, async () => {
  const config = fc.oneof(
    fc.dictionary(fc.oneof(fc.constantFrom(...FIELDS), hostileWord), value, { maxKeys: 6 }).map((more) => ({
      title: "T",
      url: "https://example.com",
      ...more,
    })),
    fc.anything(),
  );
  await check(
    fc.property(config, (given) => {
      const result = validateConfig(given);
      if (!("errors" in result)) return;
      expect(result.errors.length).toBeGreaterThan(0);
      for (const error of result.errors) expect(error).toMatch(/\S/);
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
  );
});

/** A part of a path of the configuration or of front matter. */
const part = fc.oneof(
  hostileText,
  fc.constantFrom("a", "../../escaped", "/../escaped", "..", "a/../../escaped", "docs"),
);

test("any site: built or refused with a message, and nothing is written outside of its output", PATIENCE, async () => {
  const top = temporaryFolder();
  const root = join(top, "deep/site");
  const config = fc.record(
    {
      baseUrl: part.map((text) => `/${text}/`),
      trailingSlash: fc.boolean(),
      redirects: fc.array(
        fc.record({ from: part.map((text) => `/${text}`), to: fc.constantFrom("/docs/", "/docs/a") }),
        { maxLength: 2 },
      ),
      docs: fc.record({ routeBasePath: part, tagsBasePath: part }).map((one) => [one]),
      blog: fc.record({ routeBasePath: part, tagsBasePath: part, authorsBasePath: part, archiveBasePath: part }),
      i18n: fc.record({ defaultLocale: fc.constant("en"), locales: part.map((text) => ["en", text]) }),
    },
    { requiredKeys: [] },
  );
  const content = fc.record({
    "content/docs/a.md": fc.record(
      { slug: part, id: part, tags: fc.array(part, { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    "content/docs/b/c.md": fc.record({ slug: part, image: part, pagination_next: part }, { requiredKeys: [] }),
    "content/blog/2026-01-02-p.md": fc.record(
      { slug: part, tags: fc.array(part, { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
  });
  const category = fc.record(
    { link: fc.record({ type: fc.constant("generated-index"), slug: part }), label: part },
    { requiredKeys: [] },
  );
  const versions = fc.option(fc.array(part, { maxLength: 2 }), { nil: undefined });
  await check(
    fc.asyncProperty(config, content, category, versions, async (more, pages, folder, names) => {
      rmSync(top, { recursive: true, force: true });
      const write = (path: string, text: string) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      };
      const settings = { title: "T", url: "https://example.com", ...more };
      write("site.config.ts", `export default ${JSON.stringify(settings)};\n`);
      write("content/docs/index.md", "# Start\n");
      for (const [path, frontMatter] of Object.entries(pages)) {
        const lines = Object.entries(frontMatter).map(([key, one]) => `${key}: ${JSON.stringify(one)}`);
        write(path, `---\n${lines.join("\n")}\n---\n\n# Page\n`);
      }
      write("content/docs/b/_category_.json", JSON.stringify(folder));
      if (names !== undefined) write("content/versions.json", JSON.stringify(names));
      try {
        await build({ root, out: join(root, "build"), drafts: false, cache: false, jobs: 1 });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
      expect(readdirSync(top)).toEqual(["deep"]);
      expect(readdirSync(join(top, "deep"))).toEqual(["site"]);
      const known = [".docgen", "build", "content", "site.config.ts"];
      expect(readdirSync(root).filter((name) => !known.includes(name))).toEqual([]);
      expect(readdirSync(join(root, ".docgen"))).toEqual([]);
    }),
    20,
  );
});
