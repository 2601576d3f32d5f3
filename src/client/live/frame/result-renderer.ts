import { createElement, type ElementType, isValidElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";

/**
 * Creates a renderer for the sample's result.
 *
 * @param onError called with errors of rendering and of effects
 * @returns renders the value of a sample from scratch; its effects have run when this returns
 */
export function createResultRenderer(
  container: HTMLElement,
  onError: (error: unknown) => void,
): (value: unknown) => void {
  let root: Root | undefined;
  return (value) => {
    root?.unmount();
    root = createRoot(container, { onUncaughtError: onError, onCaughtError: onError });
    const next = root;
    flushSync(() => next.render(toNode(value)));
  };
}

/** Creates an element of a component; other values are rendered as they are. */
function toNode(value: unknown): ReactNode {
  const isObjectType = typeof value === "object" && value !== null && "$$typeof" in value && !isValidElement(value);
  return typeof value === "function" || isObjectType ? createElement(value as ElementType) : (value as ReactNode);
}
