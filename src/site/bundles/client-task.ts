import { join, posix } from "node:path";
import { CONFIG_FILE } from "../../config/config-file.ts";
import { withPlaces } from "../../config/load.ts";
import type { Task, TaskDef } from "../../engine/task.ts";
import { isInsideRoot } from "../../shared/disk-path.ts";
import { Failure } from "../../shared/failure.ts";
import { hasErrors } from "../../shared/problem.ts";
import type { ConfigTasks } from "../inputs/config-tasks.ts";
import type { Setup } from "../setup.ts";
import { bundleStyles, type Styles } from "./bundle-styles.ts";
import type { BundleTasks } from "./bundle-tasks.ts";
import type { DocgenCodeTasks } from "./docgen-code-tasks.ts";
import { type ClientParts, loadFiles } from "./prebuilt.ts";

const THEME_ALONE: Styles = { stylesheet: "", files: [], problems: [] };

/** The client with the style sheets of the site, and with those that its code imports from packages, by locale. */
export function createClientTask(
  { define, root }: Setup,
  {
    config: { config, bundle: configBundle },
    docgenCode,
    bundles: { sheets },
  }: { readonly config: ConfigTasks; readonly docgenCode: DocgenCodeTasks; readonly bundles: BundleTasks },
): TaskDef<ClientParts> {
  const styles = define<Styles>({
    name: "styles",
    keep: "disk",
    keepsLastGood: true,
    faults: ({ problems }) => problems,
    // The key consists of the style sheets of packages, which the site's own may override.
    run: async (task, key) => {
      const loaded = await task.get(config, "");
      const { customCss, baseUrl } = loaded.config;
      const paths = key.split("\n").filter((path) => path !== "");
      if (customCss.length + paths.length === 0) return THEME_ALONE;
      const { bundle } = await task.get(docgenCode.client, "");
      const theme = new Map(bundle.files).get(bundle.stylesheet) ?? "";
      try {
        for (const [index, path] of customCss.entries()) paths.push(ownSheet(task, root, path, `customCss[${index}]`));
      } catch (error) {
        await task.get(configBundle, "");
        throw await withPlaces(error, loaded.sources);
      }
      const output = await bundleStyles(task, root, { theme, paths, baseUrl });
      // A missing file may be created anywhere.
      if (hasErrors(output.problems)) task.volatile();
      task.report(...output.problems);
      return output;
    },
  });
  return define<ClientParts>({
    ...docgenCode.client,
    name: "client parts of site",
    run: async (task, locale) => {
      const parts = await task.get(docgenCode.client, "");
      const { stylesheet, files } = await task.get(styles, (await task.get(sheets, locale)).join("\n"));
      if (stylesheet === "") return parts;
      const others = parts.bundle.files.filter(([file]) => file !== parts.bundle.stylesheet);
      return { ...parts, bundle: { ...parts.bundle, stylesheet, files: [...others, ...loadFiles(files)] } };
    },
  });
}

/**
 * Resolves the path of a configured style sheet.
 *
 * @throws Failure (exit code 2) if there is no such file inside the root
 */
function ownSheet(task: Task, root: string, path: string, item: string): string {
  const file = posix.normalize(path);
  const refuse = (why: string) => new Failure(2, `${CONFIG_FILE}: ${item}: "${path}" ${why}`);
  const isFile = task.file(file) !== undefined;
  if (task.entry(file) === undefined) throw refuse("does not exist; create it, or correct the path");
  if (!isFile) throw refuse("is not a file; replace it with a file");
  if (!isInsideRoot(root, join(root, file)))
    throw refuse("leads out of the site's root; replace the symbolic link with the file");
  return file;
}
