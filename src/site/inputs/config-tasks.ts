import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { CONFIG_FILE } from "../../config/config-file.ts";
import { bundleConfig, checkConfig, evaluateConfig, type LoadedConfig, withPlaces } from "../../config/load.ts";
import type { SiteConfig } from "../../config/schema.ts";
import { ChangedDuringBuild } from "../../engine/inputs.ts";
import { createHighlighter } from "../../highlight/highlighter.ts";
import { digestJson } from "../../shared/digest.ts";
import { slashedPath } from "../../shared/disk-path.ts";
import type { NodeBundle } from "../../shared/esbuild.ts";
import { Failure } from "../../shared/failure.ts";
import type { Setup, SiteTasks } from "../tasks.ts";
import { codeToRun, recordInputs } from "./bundle-inputs.ts";

/** Tasks for the configuration: its bundle, and the values that running it gives. */
export function createConfigTasks({ define, root }: Setup): SiteTasks["config"] {
  const bundle = define<NodeBundle>("config bundle", { keep: "graph", keepsLastGood: true }, async (task) => {
    task.file(CONFIG_FILE);
    try {
      const { inputs, ...bundled } = await bundleConfig(root);
      recordInputs(task, inputs);
      return { ...bundled, inputs: inputs.map((path) => slashedPath(root, path)) };
    } catch (error) {
      // A missing module may be created anywhere.
      task.volatile();
      throw error;
    }
  });
  const pathsOf = ({ inputs }: NodeBundle) => inputs.map((path) => join(root, path));
  let evaluation = new AbortController();
  const value = define<string>("config value", { keep: "graph", keepsLastGood: true }, async (task) => {
    const bundled = await task.get(bundle, "");
    const { code } = codeToRun(task, bundled);
    const run = { inputs: pathsOf(bundled), code, circle: bundled.circle };
    const { signal } = evaluation;
    try {
      return serialize(await evaluateConfig(root, run, signal)).toString("base64");
    } catch (error) {
      // An abandoned run says nothing about the configuration, whose bundle may be the same after the change.
      throw signal.aborted ? new ChangedDuringBuild(CONFIG_FILE) : error;
    }
  });
  const config = define<LoadedConfig & { readonly exported: string }>(
    "config",
    {
      keep: "memory",
      keepsLastGood: true,
      digest: ({ exported, config: { baseUrl } }) => digestJson(exported, baseUrl),
    },
    async (task) => {
      const paths = pathsOf(await task.get(bundle, ""));
      const exported = await task.get(value, "");
      const baseUrl = task.setting("baseUrl") as string | undefined;
      const { config, sources } = await checkConfig(root, paths, deserialize(Buffer.from(exported, "base64")));
      try {
        checkLanguages(config);
        return { exported, sources, config: baseUrl === undefined ? config : { ...config, baseUrl } };
      } catch (error) {
        throw await withPlaces(error, sources);
      }
    },
  );
  const abandon = () => {
    evaluation.abort();
    evaluation = new AbortController();
  };
  return { bundle, config, abandon };
}

/** Checks the languages in a configuration. @throws Failure (exit code 2) if one has no grammar */
function checkLanguages({ highlight: { additionalLanguages, aliases } }: SiteConfig): void {
  const { knows, guess } = createHighlighter(async () => []);
  const isAlias = (name: string) => Object.keys(aliases).some((alias) => alias.toLowerCase() === name.toLowerCase());
  const named = [
    ...additionalLanguages.map((name, index) => [`additionalLanguages[${index}]`, name] as const),
    ...Object.entries(aliases).map(([alias, name]) => [`aliases["${alias}"]`, name] as const),
  ];
  const faults = named.flatMap(([item, name]) => {
    const isKnown = knows(name) || (item.startsWith("additional") && isAlias(name));
    return isKnown ? [] : [`${CONFIG_FILE}: highlight.${item}: no highlighting for "${name}"${guess(name)}`];
  });
  if (faults.length > 0) throw new Failure(2, faults.join("\n"));
}

/** A component that the site adds to the dialect. */
interface SiteComponent {
  readonly tag: string;
  /** Path of its module, relative to the root. */
  readonly path: string;
  /** When it starts in the browser; undefined if it runs only on the server. */
  readonly client: string | undefined;
}

/** The components of the configuration, sorted by name. */
export function siteComponents({ components }: Pick<SiteConfig, "components">): readonly SiteComponent[] {
  return Object.entries(components)
    .map(([tag, entry]) => {
      const { path, client } = typeof entry === "string" ? { path: entry, client: undefined } : entry;
      return { tag, path: slashedPath("/", `/${path.slice(2)}`), client };
    })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
