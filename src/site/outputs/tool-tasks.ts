import type { DefineTask, TaskDef } from "../../engine/task.ts";
import type { Renderer } from "../pages/renderer.ts";
import type { Bundle } from "./bundle.ts";
import type { FrameParts } from "./live-frame.ts";

/** docgen's own code that pages show and run: another only where that is edited while a site is served. */
export interface ToolTasks {
  readonly client: TaskDef<ClientParts>;
  readonly renderer: TaskDef<Renderer>;
}

/** What the browser loads besides pages, and what live samples run in. */
export interface ClientParts {
  readonly bundle: Bundle;
  readonly frame: FrameParts;
}

export interface ToolServices {
  readonly client: () => Promise<ClientParts>;
  readonly renderer: () => Promise<Renderer>;
}

export function createToolTasks(define: DefineTask, services: ToolServices): ToolTasks {
  return {
    client: define<ClientParts>({
      name: "client parts",
      keep: "memory",
      keepsGood: true,
      digest: ({ bundle, frame }) => JSON.stringify([bundle.files.map(({ file }) => file), frame]),
      run: (task) => {
        task.state("tool");
        return services.client();
      },
    }),
    renderer: define<Renderer>({
      name: "renderer",
      keep: "memory",
      keepsGood: true,
      digest: ({ id }) => id,
      run: (task) => {
        task.state("tool");
        return services.renderer();
      },
    }),
  };
}
