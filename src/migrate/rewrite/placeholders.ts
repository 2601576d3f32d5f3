import { groupBy } from "../../shared/group-by.ts";
import { escapePattern, truncate } from "../../shared/text.ts";
import type { Job, Lack } from "../job.ts";
import { freeName } from "../plan/new-paths.ts";
import { entriesOf } from "../read/re-exports.ts";

/** An import that gets a placeholder, as docgen can't move what it imports. */
export interface Lacking {
  /** Path of the imported file or name of the package; placeholders of one subject are one module. */
  readonly subject: string;
  /** Names of the imported components. */
  readonly exported: readonly string[];
  /** Why it isn't moved. */
  readonly causes: readonly Lack[];
  /** Where it is reported: the module that isn't moved, or the file that imports it. */
  readonly path: string;
}

/** Placeholders for components that docgen can't move. They show only their children. */
export interface Placeholders {
  readonly bySubject: ReadonlyMap<string, Lacking>;
  readonly add: (lacking: Lacking) => void;
  /** Path of a subject's placeholders: its name, with a number if another subject has the same. */
  readonly pathOf: (subject: string) => string;
}

export function createPlaceholders(): Placeholders {
  const bySubject = new Map<string, Lacking>();
  const subjects = new Map<string, string>();
  return {
    bySubject,
    add: (lacking) => {
      const { subject, exported } = lacking;
      const earlier = bySubject.get(subject) ?? lacking;
      bySubject.set(subject, { ...earlier, exported: [...new Set([...earlier.exported, ...exported])] });
    },
    pathOf: (subject) => {
      const stem = subject.replace(/\.\w+$|^\W+/g, "").replace(/[^\w.-]+/g, "-");
      const name = freeName(stem, (free) => (subjects.get(free) ?? subject) === subject);
      subjects.set(name, subject);
      return `src/placeholders/${name}.jsx`;
    },
  };
}

/** Writes and reports all of them: those whose packages aren't installed together, each other module by itself. */
export function putPlaceholders({ bySubject, pathOf }: Placeholders, { put, noteFile, waiting }: Job): void {
  const packages = new Set([...waiting.values()].flatMap(installsOf));
  const targets: string[] = [];
  const shown = (names: string) => `only the children of ${names} are shown`;
  for (const { subject, exported, causes, path } of bySubject.values()) {
    const target = pathOf(subject);
    const names = exported.map((name) => `Placeholder as ${name}`).join(", ");
    const cause = whyNot(`${path} needs`, path, causes);
    const text = `// ${cause}. Placeholders show only their children: replace them with your own components.
const Placeholder = ({ children }) => children ?? null;
export { ${names} };
`;
    if (names !== "") put(target, { text });
    const installs = installsOf(causes);
    for (const name of installs) packages.add(name);
    if (installs.length > 0 && names !== "") targets.push(target);
    else if (installs.length > 0) waiting.set(`${subject} in ${path}`, causes);
    else {
      const tags = exported.includes("default") ? "its components" : `<${exported.join(">, <")}>`;
      const effect = names === "" ? "which is left out" : `so ${shown(tags)}: write the rest in ${target}`;
      noteFile(path, "hand", `${whyNot("needs", path, causes)}, ${effect}`);
    }
  }
  if (packages.size === 0) return;
  const install = `run npm install --save ${[...packages].join(" ")} in the Docusaurus site, then migrate again`;
  const files = truncate([...waiting.keys()].join(", "), 300);
  const effects = [
    ...(targets.length === 0 ? [] : [shown("components that need them")]),
    ...(waiting.size === 0 ? [] : [`${files} ${waiting.size === 1 ? "is" : "are"} not migrated`]),
  ];
  const rest = targets.length === 0 ? "" : `, or write the rest in ${truncate(targets.join(", "), 300)}`;
  noteFile("package.json", "hand", `packages aren't installed, so ${effects.join(", and ")}: ${install}${rest}`);
}

function installsOf(lacks: readonly Lack[]): string[] {
  return lacks.flatMap(({ install }) => install ?? []);
}

/**
 * Why a module isn't moved: what it lacks itself, and what the modules that it imports lack.
 *
 * @param subject with a verb, for what it lacks itself
 */
export function whyNot(subject: string, path: string, lacks: readonly Lack[]): string {
  const groups = groupBy(lacks, ({ by = path }) => by);
  const sentences = [...groups].map(([by, group]) => {
    const texts = new Set(group.map(({ text }) => text));
    return `${by === path ? subject : `${by} needs`} ${[...texts].join(", ")}`;
  });
  return sentences.join("; ");
}

/**
 * What stands in the place of an import: nothing if the rest of the code doesn't name what it imports, else the import of a
 * placeholder.
 *
 * @param path of the placeholder, as the code imports it
 * @param add gets the names that the placeholder has to export
 * @returns undefined if the code does more with the names than to use them as tags
 */
export function replacement(
  word: string,
  clause: string,
  rest: string,
  path: string,
  add: (exported: readonly string[]) => unknown,
): string | undefined {
  const code = rest.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|="[^"\n]*"|\bfrom\s*(["'])[^"'\n]*\1/gm, "");
  const entries = entriesOf(clause);
  if (entries === undefined && clause !== "") return undefined;
  const isUnused = ({ local }: { readonly local: string }) => usesOf(local, code).length === 0;
  if (word === "import" && entries !== undefined && entries.length > 0 && entries.every(isUnused)) return "";
  if (entries?.every(({ local }) => isComponent(local, code)) === false) return undefined;
  add(entries?.map(({ exported }) => exported) ?? []);
  return clause === "" ? "" : `${word} ${clause} from ${JSON.stringify(path)};`;
}

function usesOf(name: string, code: string): number[] {
  return [...code.matchAll(new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`, "g"))].map(({ index }) => index);
}

/**
 * Whether code uses a name like that of a component: as a tag, as a value in braces, as a type. Names of capitals only
 * may also be those of constants.
 */
function isComponent(name: string, code: string): boolean {
  const before = /^[A-Z]\w*[a-z]/.test(name)
    ? /(?:<\/?|[{:]\s*|\b(?:as|extends|typeof|export default)\s+)$/
    : /(?:<\/?|\bexport default\s+)$/;
  return (
    /^[A-Z]/.test(name) &&
    usesOf(name, code).every(
      (index) => before.test(code.slice(0, index)) && !/^\s*[.(`]/.test(code.slice(index + name.length)),
    )
  );
}
