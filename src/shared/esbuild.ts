import { once } from "./once.ts";

/**
 * Loads esbuild when there is something to bundle. It works in a process of its own, which is ended with this one: left
 * in the middle of a bundle, with nobody to ask, it fills the terminal with a report about itself.
 */
export const loadEsbuild = once(async () => {
  const esbuild = await import("esbuild");
  process.once("exit", () => void esbuild.stop());
  return esbuild;
});
