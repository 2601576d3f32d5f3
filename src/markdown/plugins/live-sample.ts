// ```jsx live   ```jsx live noInline   ```jsx live height=180
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
export function liveParts({ flags, options }: FenceMeta, env: PageEnv): LiveParts {
  if (!flags.has("live")) return { className: false, attribute: "", boxes: "" };
  env.uses.add("live");
  const height = /^\d{1,4}$/.exec(options.get("height") ?? "")?.[0];
  const style = height === undefined ? "" : ` style="--live-height:${height}px"`;
  return {
    className: "live",
    attribute: `data-live="${flags.has("noInline") ? "no-inline" : "inline"}"`,
    boxes: `<div class="live-result"${style}></div><div class="live-bar"></div>`,
  };
}
