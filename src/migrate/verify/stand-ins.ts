import { basename, dirname, join } from "node:path/posix";
import type { Mapping } from "../../content/data-file.ts";
import { relativePath } from "../../links/rewrite.ts";
import { groupBy } from "../../shared/group-by.ts";
import { count } from "../../shared/text.ts";
import type { FileNote, Job } from "../job.ts";
import { plannedText, putFree } from "../plan/new-paths.ts";
import { record } from "../read/config-values.ts";
import { SHIM, shimText } from "../rewrite/docusaurus-shim.ts";
import type { ThrowingCall } from "./try-build.ts";

/**
 * Replaces code that throws, so that a build passes, and reports it. Only browsers render React pages and components
 * whose modules throw; other calls that throw show the content between their tags.
 *
 * @returns the configuration with the modules in the place of components
 */
export function withStandIns(config: Mapping, throwing: readonly ThrowingCall[], job: Job): Mapping {
  const replaced = new Map<string, string>();
  for (const [module, calls] of groupBy(throwing, (call) => call.module)) {
    if (module.startsWith("content/")) putInBrowser(module, calls, job);
    else replaced.set(`./${module}`, `./${putStandIn(module, calls, job)}`);
  }
  const failing: Failing[] = [];
  const components = Object.entries(record(config.components)).map(([tag, component]) => {
    const path = typeof component === "string" ? component : String(record(component).path);
    const standIn = replaced.get(path);
    if (standIn === undefined) return [tag, component];
    const calls = throwing.filter(({ module }) => `./${module}` === path);
    const isShown = calls.every(({ isBundled }) => isBundled) && calls.some(({ isLoaded }) => !isLoaded);
    const [first] = calls;
    if (first !== undefined) failing.push({ ...first, tag, path, isShown });
    const isLive = typeof component !== "string" || isShown;
    return [tag, isLive ? { path: standIn, client: "visible" } : standIn];
  });
  // One cause for several components is one item of the report.
  for (const [, group] of groupBy(failing, ({ fault, isShown }) => `${isShown} ${fault}`)) noteFailing(group, job);
  return components.length === 0 ? config : { ...config, components: Object.fromEntries(components) };
}

/** A component with its first call that fails. */
interface Failing extends ThrowingCall {
  readonly tag: string;
  readonly path: string;
  /** Whether browsers show it. */
  readonly isShown: boolean;
}

function noteFailing(group: readonly Failing[], { noteFile }: Job): void {
  const [first, ...others] = group;
  if (first === undefined) return;
  const { page, fault, isBundled, isShown, path } = first;
  const tags = group.slice(0, MAX_NAMED).map(({ tag }) => `<${tag}>`);
  const rest = group.length > tags.length ? ` and ${count(group.length - tags.length, "more component")}` : "";
  const fails = isBundled ? "throws on the server" : "can't be bundled";
  const shown = isShown ? "only browsers show it" : "only its children are shown";
  const name = /^imports: Could not resolve "([^./][^"]*)"/.exec(fault)?.[1];
  const install = `run npm install --save ${name} in the Docusaurus site, then migrate again, or `;
  const what = `${tags.join(", ")}${rest} ${fails} (${fault}), so ${shown}`;
  const files = others.length === 0 ? `${path}, then write its path` : "their files, then write their paths";
  const remedy = `${name === undefined ? "" : install}correct ${files} into components of site.config.ts`;
  noteFile(page, "hand", `${what}: ${remedy}`);
}

/** Maximum number of components that a note names. */
const MAX_NAMED = 5;

/** Code of a module that only shows what is between its tags. */
const NOTHING = "export default ({ children }) => children ?? null;\n\n";

/** Writes a component that calls another except where that throws. @returns its path */
function putStandIn(module: string, calls: readonly ThrowingCall[], job: Job): string {
  const path = `src/stand-ins/${module.replace(/\.\w+$/, "").replaceAll("/", "-")}.jsx`;
  const isBundled = calls.every((call) => call.isBundled);
  if (!isBundled || calls.some(({ isLoaded }) => !isLoaded))
    return putFree(path, isBundled ? browserModule(path, module, job) : NOTHING, job);
  const throwing = calls.map(({ props, hasContent }) => JSON.stringify([props, hasContent]));
  return putFree(
    path,
    `import Component from "${relativePath(path, module)}";

// The properties of calls that throw in docgen, and whether they have content.
const THROWING = ${JSON.stringify(throwing, null, 2)};

export default function StandIn({ children, ...props }) {
  const call = JSON.stringify([props, children !== undefined]);
  return THROWING.includes(call) ? children : <Component {...props}>{children}</Component>;
}
`,
    job,
  );
}

/** Moves a React page to a module that only browsers load. */
function putInBrowser(page: string, [call]: readonly ThrowingCall[], job: Job): void {
  const { files, put, noteFile } = job;
  const planned = files.get(page);
  if (planned === undefined || call === undefined) return;
  const text = plannedText(planned);
  const inner = join(dirname(page), `_${basename(page)}`);
  const title = /^export const title = .*$/m.exec(text)?.[0] ?? "";
  put(inner, { text });
  put(page, { text: `${call.isBundled ? browserModule(page, inner, job) : NOTHING}${title}\n` });
  const [fails, shown] = call.isBundled
    ? ["throws on the server", "only browsers show it"]
    : ["can't be bundled", "it is empty"];
  const remedy = `correct ${inner}, then give it the name of this file`;
  noteFile(page, "hand", `the page ${fails} (${call.fault}), so ${shown}: ${remedy}`);
}

/** Code of a module that loads another in browsers. @param path of the module */
function browserModule(path: string, other: string, job: Job): string {
  job.put(SHIM, { text: shimText(job) });
  const load = `import("${relativePath(path, other)}")`;
  return `import { inBrowser } from "${relativePath(path, SHIM)}";\n\nexport default inBrowser(() => ${load});\n\n`;
}

/** Errors of a build for code that still throws. */
export function errorsOf(throwing: readonly ThrowingCall[]): FileNote[] {
  return throwing.map(({ page: path, module, fault }) => {
    return { path, line: 1, kind: "hand", message: `docgen build reports: ${module} fails: ${fault}` };
  });
}
