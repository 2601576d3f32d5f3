import { closeSync } from "node:fs";
import type { Plugin } from "esbuild";
import { Failure } from "./failure.ts";
import { once } from "./once.ts";
import { openRegular } from "./regular-file.ts";

/**
 * Loads esbuild on first use. Its child process is stopped when this one exits: if it lost its parent in the middle of
 * a bundle, it would print a long report about itself.
 */
export const loadEsbuild = once(async () => {
  const esbuild = await import("esbuild");
  process.once("exit", () => void esbuild.stop());
  return esbuild;
});

/** Rejects modules that are pipes or devices: esbuild would wait for their end. */
export const regularModules: Plugin = {
  name: "docgen-regular-modules",
  setup(api) {
    api.onLoad({ filter: /.*/, namespace: "file" }, ({ path }) => {
      try {
        closeSync(openRegular(path));
      } catch (error) {
        if (error instanceof Failure) return { errors: [{ text: error.message }] };
      }
      return undefined;
    });
  },
};
