import { renderHeadersFile } from "../../render/headers-file.ts";
import type { Site } from "../model/site.ts";
import type { Files } from "../output-kinds.ts";

/** What speaks to the host and not to readers, but for what the site brings itself. */
export function hostFiles({ plan, media }: Site): Files {
  const files: Files = [
    ["_headers", renderHeadersFile(plan.config, plan.assetsUrl)],
    // Without it GitHub Pages would make pages of the Markdown copies.
    [".nojekyll", ""],
  ];
  return files.filter(([file]) => !media.byTarget.has(`/${file}`));
}
