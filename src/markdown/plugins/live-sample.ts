// ```jsx live   ```jsx live noInline   ```jsx live height=180
import type { PageEnv } from "../env.ts";
import type { FenceMeta } from "../fence-meta.ts";

/** Extra parts of the figure of a live sample. */
export interface LiveParts {
  readonly className: "live" | false;
  readonly attribute: string;
  /** HTML before the code: boxes for the result, whose height is reserved, and for the buttons. */
  readonly boxes: string;
}

/** Parts for a `live` fence, recorded in `env.uses`; empty for other fences. `client/live` fills the boxes. */
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
