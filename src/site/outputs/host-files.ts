import { renderHeadersFile } from "../../render/headers-file.ts";
import type { Site } from "../model/site.ts";
import type { Files } from "../output-kinds.ts";

/** Files for the host, except those that the site has itself. */
export function hostFiles({ plan, media }: Site): Files {
  const files: Files = [
    ["_headers", renderHeadersFile(plan.config, plan.assetsUrl)],
    // Without it GitHub Pages would convert the Markdown copies to pages.
    [".nojekyll", ""],
  ];
  return files.filter(([file]) => !media.byTarget.has(`/${file}`));
}
