import type { OutputKind } from "./output-kinds.ts";
import { browserOutputs, mediaOutputs } from "./outputs/asset-outputs.ts";
import { machineOutputs } from "./outputs/machine-outputs.ts";
import { pageOutputs } from "./outputs/page-outputs.ts";
import type { Setup } from "./tasks.ts";

/** The outputs of a site. */
export interface SiteOutputs {
  /** All of them, in the order in which they are made. */
  readonly all: readonly OutputKind[];
  readonly pages: OutputKind;
  /** The page that is shown for addresses without one. */
  readonly notFound: OutputKind;
}

/** Defines all kinds of output files of a site. */
export function createOutputs(setup: Setup): SiteOutputs {
  const ofPages = pageOutputs(setup);
  const others = { ...machineOutputs(setup), ...browserOutputs(setup), ...mediaOutputs(setup) };
  return { ...ofPages, all: [...Object.values(ofPages), ...Object.values(others)] };
}
