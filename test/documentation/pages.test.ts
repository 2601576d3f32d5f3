import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../helpers/docgen.ts";
import { type Page, readPages } from "./pages.ts";

interface Route {
  readonly route: string;
  readonly position: string;
  /** A sample of the page runs, or is live. */
  readonly hasSample: boolean;
}

const routes = readRoutes();
const pages = readPages();
const cases = pages.map((page): [string, Page] => [page.path, page]);

function readRoutes(): Route[] {
  const lines = readFileSync(join(PROJECT, "test/documentation/routes.tsv"), "utf8").trim().split("\n");
  return lines.slice(2).map((line) => {
    const [route = "", position = "", sample] = line.split("\t");
    return { route, position, hasSample: sample === "yes" };
  });
}

/** `path:line  text`, as docgen's own messages begin. */
const at = ({ path }: Page, { line }: { readonly line: number }, text: string) => `${path}:${line}  ${text}`;

/** The page's text without its code. */
function prose({ body }: Page): string {
  return body.replace(/^( *)(`{3,})[\s\S]*?^\1\2 *$/gm, "").replace(/`[^`\n]*`/g, "");
}

describe("the routes of the site", () => {
  test("have a page each", () => {
    const known = new Set(pages.map(({ route }) => route));
    if (existsSync(join(PROJECT, "content/pages/index.tsx"))) known.add("/");
    expect(routes.length).toBeGreaterThan(60);
    expect(routes.filter(({ route }) => !known.has(route)).map(({ route }) => route)).toEqual([]);
  });

  test("are all the pages there are", () => {
    const known = new Set(routes.map(({ route }) => route));
    expect(pages.filter(({ route }) => !known.has(route)).map(({ path }) => path)).toEqual([]);
  });

  test("name pages apart: no title and no description stands twice", () => {
    const texts = pages.flatMap(({ data }) => [data.title, data.description]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });
});

describe.each(cases)("%s", (_, page) => {
  const route = routes.find((candidate) => candidate.route === page.route);

  test("has front matter: title, description, tags, position", () => {
    const { title, description, tags, sidebar_position, sidebar_label } = page.data;
    expect(title).toMatch(/\S/);
    // A label that says the title in other capitals, or in the same, is none.
    expect(String(sidebar_label).toLowerCase()).not.toBe(String(title).toLowerCase());
    expect(description).toMatch(/^\S.{20,153}\.$/);
    expect(tags).toSatisfy((list: unknown) => Array.isArray(list) && list.length >= 1 && list.length <= 4);
    for (const tag of tags as unknown[]) expect(tag).toMatch(/^[a-z0-9][a-z0-9 .-]*$/);
    expect(String(sidebar_position)).toBe(route?.position);
  });

  test("has one level-1 heading, its title, and no level left out below it", () => {
    const levels = [1, ...page.headings.map(({ level }) => level)];
    const faults = page.headings.filter(({ level }, index) => level === 1 || level > (levels[index] ?? 1) + 1);
    expect(faults.map((heading) => at(page, heading, heading.text))).toEqual([]);
  });

  test("holds no words that stand for text to come", () => {
    const found = prose(page).match(
      /\b(TODO|TBD|TBC|FIXME|XXX+|[Ll]orem|[Ii]psum|[Cc]oming soon|[Tt]o be (written|done))\b/g,
    );
    expect(found).toBeNull();
  });

  test("uses the words that the others use", () => {
    const others =
      /\b(in place of|mail address(es)?|texts|without (a|any) (word|message|complaint)|(special|accented|strange|foreign) (letter|sign)s?|letters? (beyond|outside) ASCII)\b/gi;
    // Instead: instead of, email address, strings, silently, characters.
    const found = prose(page)
      .replaceAll(/\be-?mail address/gi, "")
      .match(others);
    expect(found).toBeNull();
  });

  test("names the language of every fence", () => {
    expect(page.fences.filter(({ language }) => language === "").map((fence) => at(page, fence, fence.code))).toEqual(
      [],
    );
  });

  test("has a sample that runs or is live, where the list of routes promises one", () => {
    const hasSample = page.fences.some(({ flags }) => flags.has("run") || flags.has("live"));
    // What is included from there is run by `npm run demos`.
    const hasDemo = page.body.includes("test/demos/");
    expect(hasSample || hasDemo || route?.hasSample === false).toBe(true);
  });

  test("has links and pictures with a text that says something", () => {
    const empty =
      /^(|(click |see |right )?here|this( page| link| one)?|that|link|page|more|read more|learn more|details|https?:.*)$/i;
    const isAddress = ({ text, href }: { text: string; href: string }) => text === href;
    const faults = [...page.links, ...page.images].filter((link) => empty.test(link.text) && !isAddress(link));
    expect(faults.map((link) => at(page, link, `[${link.text}](${link.href})`))).toEqual([]);
  });
});
