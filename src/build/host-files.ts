import type { OutputFile } from "../output/types.ts";
import { renderHeadersFile } from "../render/headers-file.ts";
import type { Site } from "./site.ts";

/** What speaks to the host and not to readers, but for what the site brings itself. */
export function hostFiles({ plan, media }: Site): OutputFile[] {
  const files: OutputFile[] = [
    { file: "_headers", data: renderHeadersFile(plan.config, plan.assetsUrl) },
    // Without it GitHub Pages would make pages of the Markdown copies.
    { file: ".nojekyll", data: "" },
  ];
  return files.filter(({ file }) => !media.byTarget.has(`/${file}`));
}
