import type { UserConfig } from "./schema.ts";

/** Gives the configuration back as it is; it exists so that an editor knows the type. */
export function defineConfig(config: UserConfig): UserConfig {
  return config;
}
