import type { Problem } from "../../shared/problem.ts";
import { type App, createPageThread, type PageFault, type PageModule, type PageThread } from "./page-thread.ts";
import type { RenderTask } from "./page-worker.ts";
import type { Renderer } from "./renderer.ts";

/** Runs pages written in React, each as its code is now. */
export interface ModuleThreads {
  readonly moduleOf: (path: string, code: string, renderer: Renderer) => PageModule;
  /** Renders a page of Markdown with the site's own components. */
  readonly appOf: (renderer: Renderer, what: RenderTask) => Promise<App | PageFault>;
  /** Ends when what pages do in the background has had its time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Loaded {
  readonly code: string;
  readonly renderer: Renderer;
  readonly module: PageModule;
}

/** @param onFault told of what pages do wrong in the background */
export function createModuleThreads(root: string, onFault: (fault: Problem) => void): ModuleThreads {
  let thread: PageThread | undefined;
  let loaded = new Map<string, Loaded>();
  let theme: string | undefined;

  const restart = () => {
    void thread?.end();
    thread = undefined;
    loaded = new Map();
  };
  return {
    moduleOf: (path, code, renderer) => {
      const known = loaded.get(path);
      if (known?.code === code && known.renderer === renderer) return known.module;
      // What ran before ends, and its memory is free again.
      if (known !== undefined) restart();
      thread ??= createPageThread(root, onFault, renderer.pageWorker);
      const module = thread.module(path, code);
      loaded.set(path, { code, renderer, module });
      return module;
    },
    appOf: (renderer, what) => {
      if (theme !== undefined && theme !== what.theme) restart();
      theme = what.theme;
      thread ??= createPageThread(root, onFault, renderer.pageWorker);
      return thread.app(what);
    },
    end: async () => thread?.end(),
    close: async () => thread?.close(),
  };
}
