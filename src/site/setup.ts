import type { DefineTask } from "../engine/task.ts";
import type { Tokenise } from "../highlight/tokeniser.ts";
import type { ExtensionThread } from "./extensions/extension-thread.ts";
import type { Draw } from "./pictures/draw-pictures.ts";
import type { SiteTasks } from "./tasks.ts";

/** What everything that defines a site's tasks gets. */
export interface Setup {
  readonly define: DefineTask;
  /** All of them, complete when the first one runs. */
  readonly tasks: SiteTasks;
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Threads that run the site's code. Each has its own, so that pages don't wait for a slow check. */
  readonly threads: {
    /** For React pages and the theme with the site's components. */
    readonly pages: ExtensionThread;
    /** For plugins and components in Markdown. */
    readonly texts: ExtensionThread;
    /** For checks and outputs of the whole site. */
    readonly site: ExtensionThread;
  };
  /** Undefined to leave code plain. */
  readonly tokenise: Tokenise | undefined;
  readonly draw: Draw;
}
