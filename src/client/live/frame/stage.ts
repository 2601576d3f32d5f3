import { createElement, type ElementType, isValidElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";

/**
 * Makes the place where a sample's result stands.
 *
 * @param onError told of what is thrown while rendering and in effects
 * @returns shows what a sample evaluated to, from scratch; its effects have run when this returns
 */
export function createStage(container: HTMLElement, onError: (error: unknown) => void): (value: unknown) => void {
  let root: Root | undefined;
  return (value) => {
    root?.unmount();
    root = createRoot(container, { onUncaughtError: onError, onCaughtError: onError });
    const next = root;
    flushSync(() => next.render(toNode(value)));
  };
}

/** A component is rendered, everything else is shown as it is. */
function toNode(value: unknown): ReactNode {
  const isObjectType = typeof value === "object" && value !== null && "$$typeof" in value && !isValidElement(value);
  return typeof value === "function" || isObjectType ? createElement(value as ElementType) : (value as ReactNode);
}
