import type { Problem } from "../../shared/problem.ts";
import { type App, createPageThread, type PageFault, type PageModule, type PageThread } from "./page-thread.ts";
import type { RenderTask } from "./page-worker.ts";
import type { Renderer } from "./renderer.ts";

/** Runs React pages with their current code. */
export interface ModuleThreads {
  readonly moduleOf: (path: string, code: string, renderer: Renderer) => PageModule;
  /** Renders a page of Markdown with the site's own components. */
  readonly appOf: (renderer: Renderer, what: RenderTask) => Promise<App | PageFault>;
  /** Resolves when background work of pages has had time to fail. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Loaded {
  readonly code: string;
  readonly renderer: Renderer;
  readonly module: PageModule;
}

/** @param onFault called for faults of pages in the background */
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
      // The thread with the old code ends and frees its memory.
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
