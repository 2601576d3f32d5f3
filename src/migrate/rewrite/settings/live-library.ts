import type { Mapping } from "../../../content/data-file.ts";
import { count } from "../../../shared/text.ts";
import type { NoteSetting } from "../../job.ts";
import type { SiteFacts } from "./site-facts.ts";

/**
 * The library of live samples, if one of the site's scripts sets a variable that they use: one with the name of the
 * script's file. Unless it is wanted, it is only reported.
 *
 * @returns the setting, and the scripts with a name for that one
 */
export function liveLibrary(
  scripts: readonly Mapping[],
  { liveCode, isLive }: Pick<SiteFacts, "liveCode" | "isLive">,
  note: NoteSetting,
): { readonly scripts: readonly Mapping[]; readonly library: Mapping } | undefined {
  const globals = liveCode.flatMap((code) => code.match(/(?<![\w$.])[A-Za-z_$][\w$]+(?=\.)/g) ?? []);
  for (const script of scripts) {
    const src = String(script.src);
    const file = src.toLowerCase().replace(/^https?:\/\/[^/]*/, "");
    const isOwn = (name: string) => file.includes(name.toLowerCase()) && !(name in globalThis) && name !== "React";
    const global = globals.find(isOwn);
    if (global === undefined) continue;
    const library = { scripts: global.toLowerCase(), global };
    const uses = count(globals.filter((name) => name === global).length, "time");
    if (isLive !== true) {
      const setting = JSON.stringify(library);
      const remedy = `migrate with --live, or give it the name "${library.scripts}" and set live.library to ${setting}`;
      note("hand", "scripts", `${src}: live samples use its variable ${global} (${uses}); ${remedy}`);
      return undefined;
    }
    note("changed", "scripts", `${src} is the library of the live samples (live.library)`);
    return {
      scripts: scripts.map((other) => (other === script ? { name: library.scripts, ...other } : other)),
      library,
    };
  }
  return undefined;
}
