import { createElement, type ElementType, isValidElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";

/** The place where a sample's result stands. */
export interface Stage {
  /** Shows what a sample evaluated to, from scratch; its effects have run when this returns. */
  readonly show: (value: unknown) => void;
  readonly clear: () => void;
}

/** @param onError told of what is thrown while rendering and in effects */
export function createStage(container: HTMLElement, onError: (error: unknown) => void): Stage {
  let root: Root | undefined;
  const clear = () => {
    const old = root;
    root = undefined;
    old?.unmount();
  };
  return {
    clear,
    show: (value) => {
      clear();
      const next = createRoot(container, { onUncaughtError: onError, onCaughtError: onError });
      root = next;
      flushSync(() => next.render(toNode(value)));
    },
  };
}

/** A component is rendered, everything else is shown as it is. */
function toNode(value: unknown): ReactNode {
  const isObjectType = typeof value === "object" && value !== null && "$$typeof" in value && !isValidElement(value);
  return typeof value === "function" || isObjectType ? createElement(value as ElementType) : (value as ReactNode);
}
