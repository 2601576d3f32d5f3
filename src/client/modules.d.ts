declare module "docgen:pages" {
  import type { ComponentType } from "react";
  /** Pages written in React, by route; made by the build. */
  export const pageModules: Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;
}
