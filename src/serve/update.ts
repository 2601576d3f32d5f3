import { join, relative, sep } from "node:path";
import { bundleProblems } from "../build/bundle-problems.ts";
import { loadTemplate } from "../build/template-file.ts";
import { SHOWN_FOLDERS, TOOL_ROOT } from "../build/tool.ts";
import { loadConfig } from "../config/load.ts";
import type { ClientChange } from "./client-files.ts";
import type { DevInputs } from "./dev-site.ts";
import { failureProblems } from "./inputs.ts";
import type { Languages } from "./languages.ts";
import type { Ledger } from "./ledger.ts";
import { readAgain } from "./read-again.ts";
import { loadRenderer } from "./renderer.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** docgen's own code that pages show. */
export const TOOL_FOLDERS: readonly string[] = SHOWN_FOLDERS.map((name) => join(TOOL_ROOT, name));
/** More changes than these are a storm: everything is read anew. */
const MAX_PATHS = 200;
const STATIC_FOLDER = "content/static/";

/** What an update is made of. */
export interface UpdateInput {
  readonly root: string;
  /** Absolute paths of files whose content is another. */
  readonly changed: readonly string[];
  /** The update before this one could not be taken over: what it was made of is not known any more. */
  readonly isBehind: boolean;
  readonly inputs: DevInputs;
  readonly ledger: Ledger;
  /** Aborted when there are newer changes: what is waited for is given up. */
  readonly superseded: AbortSignal;
  /** Told what could not be taken over. */
  readonly onFailure: (error: unknown) => void;
}

/** What has come of an update. */
export interface Updated {
  readonly inputs: DevInputs;
  readonly languages: Languages;
  /** What the browser is to do besides showing the page as it is now. */
  readonly effect: {
    readonly reload: boolean;
    /** Paths of static files, below the base URL. */
    readonly files: readonly string[];
  };
  /** Bundles the client, where that may have changed: it takes longer than all else, and pages don't wait for it. */
  readonly bundle: () => Promise<ClientChange>;
}

/**
 * Takes up what has changed, as little of the site as possible; what is broken stays as it was.
 *
 * @param site undefined where the site could not be read so far
 * @param create reads it from the beginning
 * @throws where the site can't be read now, or newer changes have superseded these
 */
export async function applyUpdate(
  input: UpdateInput,
  site: Languages | undefined,
  create: (inputs: DevInputs) => Promise<Languages>,
): Promise<Updated> {
  const { root, changed } = input;
  const paths = changed.map((path) => relative(root, path).split(sep).join("/"));
  const tool = changed.filter((path) => TOOL_FOLDERS.some((folder) => path.startsWith(folder + sep)));
  const files = paths.filter((path) => path.startsWith(STATIC_FOLDER)).map((path) => path.slice(STATIC_FOLDER.length));
  const inputs = await nextInputs(input, tool);
  const none = async () => "none" as const;
  if (site === undefined) {
    const languages = await readAgain(() => create(inputs));
    input.ledger.set("update", []);
    return { inputs, languages, effect: { reload: true, files }, bundle: none };
  }
  const isSame = inputs === input.inputs;
  const hasModules = paths.some(site.isModule);
  const isAll = input.isBehind || paths.length > MAX_PATHS;
  if (!isSame || isAll || !site.takeTexts(paths.filter((path) => isContent(path, site)))) {
    await readAgain((isAgain) => site.read(inputs, { paths, isAll: isAll || isAgain, hasModules }));
  }
  input.ledger.set("update", []);
  const isBundled = hasModules || tool.length > 0 || isAll;
  const part = hasModules || isAll || !tool.every((path) => path.endsWith(".css")) ? "all" : "styles";
  const bundle = isBundled ? () => site.bundle(part) : none;
  return { inputs, languages: site, effect: { reload: false, files }, bundle };
}

function isContent(path: string, site: Languages): boolean {
  return path.startsWith("content/") || site.uses(path);
}

/** Configuration, template and theme, loaded anew where they may have changed; a broken one stays as it was. */
async function nextInputs(
  { root, changed, isBehind, inputs, ledger, superseded, onFailure }: UpdateInput,
  tool: readonly string[],
): Promise<DevInputs> {
  const attempt = async <T>(owner: string, path: string, load: () => Promise<T>): Promise<T | undefined> => {
    try {
      const loaded = await unlessAborted(superseded, load());
      ledger.set(owner, []);
      return loaded;
    } catch (error) {
      superseded.throwIfAborted();
      const problems = bundleProblems(error, root);
      if (problems.length > 0) ledger.set(owner, problems);
      else {
        onFailure(error);
        ledger.set(owner, failureProblems(error, path), "told");
      }
      return undefined;
    }
  };
  const hasConfig = isBehind || changed.some((path) => inputs.loaded.files.includes(path));
  const hasTemplate = isBehind || changed.some((path) => /[\\/]templates(?:[\\/]|$)/.test(path));
  const loaded = hasConfig ? await attempt("config", "site.config.ts", () => loadConfig(root)) : undefined;
  const template = hasTemplate ? await attempt("template", "templates/page.html", () => loadTemplate(root)) : undefined;
  const hasTheme = tool.some((path) => /[\\/]src[\\/](?:theme|shared)[\\/].*\.tsx?$/.test(path));
  const renderer = hasTheme ? await attempt("theme", "src/theme", loadRenderer) : undefined;
  if (loaded === undefined && template === undefined && renderer === undefined) return inputs;
  return {
    loaded: loaded ?? inputs.loaded,
    template: template ?? inputs.template,
    renderer: renderer ?? inputs.renderer,
  };
}
