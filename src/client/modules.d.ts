declare module "docgen:pages" {
  import type { ComponentType } from "react";
  /** Pages written in React, by route; made by the build. */
  export const pageModules: Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
}
declare module "docgen:search-worker" {
  /** Name of the search's worker, inside `assets/`; made by the build. */
  export const searchWorkerFile: string;
}
