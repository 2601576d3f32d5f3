// ```jsx live   ```jsx live noInline
import type { PageEnv } from "../env.ts";
import type { FenceMeta } from "../fence-meta.ts";

/** What the figure of a live sample has besides what every code block has. */
export interface LiveParts {
  readonly className: "live" | false;
  readonly attribute: string;
  /** Stands before the code: the places of the result, whose height is reserved, and of the buttons. */
  readonly boxes: string;
}

/** Parts of a `live` fence, noted in `env.uses`; empty for others. The browser's script fills the boxes (`client/live`). */
export function liveParts(flags: FenceMeta["flags"], env: PageEnv): LiveParts {
  if (!flags.has("live")) return { className: false, attribute: "", boxes: "" };
  env.uses.add("live");
  return {
    className: "live",
    attribute: `data-live="${flags.has("noInline") ? "no-inline" : "inline"}"`,
    boxes: '<div class="live-result"></div><div class="live-bar"></div>',
  };
}
