import type { Node } from "estree";
import type { JSXElement, JSXFragment } from "estree-jsx";

/** A statically known value: no code has to run for it. */
export interface Known {
  readonly value: unknown;
}

/** A component: the function that renders it, with its scope. */
export interface SmallComponent {
  readonly render: Node;
  readonly scope: Scope;
}

/** The meaning of a name in a page. */
export type Binding =
  | { readonly kind: "theme"; readonly name: string }
  | { readonly kind: "partial" | "asset"; readonly path: string; readonly isText?: boolean }
  | {
      readonly kind: "value";
      readonly value: unknown;
      readonly isImported: boolean;
      /** The function in an imported object. */
      readonly member?: (name: string) => SmallComponent | undefined;
    }
  | {
      readonly kind: "component";
      /** How it is rendered; undefined if that can't be evaluated statically. */
      readonly component?: SmallComponent | undefined;
      /** For an imported component: its module, and its exported name. */
      readonly from?: { readonly path: string; readonly exported: string };
    }
  /** Of unknown value, with the reason if it is imported. */
  | { readonly kind: "foreign"; readonly reason?: string };

/** The HTML of an element, as a value of an expression. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The placeholder for a partial. */
export function includeMark(path: string): string {
  return `\uE002${path}\uE003`;
}

/** A Markdown file that code requires: its module and the component that shows it. */
export class MarkdownFile {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** Resolves names, tags and calls in expressions; undefined if unknown. */
export interface Scope {
  readonly name: (name: string) => Known | undefined;
  readonly tag: (name: string) => Binding | undefined;
  /** The result of calling a function that the page imports, such as `useBaseUrl` or `constants.tabsOf`. */
  readonly call: (name: string, values: readonly unknown[]) => Known | undefined;
  /** Renders JSX; absent where only plain values are wanted. */
  readonly element?: ((node: JSXElement | JSXFragment, scope: Scope) => Html) | undefined;
  /** Number of components around an element. */
  readonly depth?: number;
  /** Remaining budget of evaluation steps, as nested lists and components may take exponential time. */
  readonly steps: { left: number };
}

/**
 * Budget of steps for a page or a module: values, elements, and characters by tens. Code that needs more is not
 * evaluated.
 */
export const MAX_STEPS = 1_000_000;

/** Thrown if an expression isn't statically known. */
class NeedsProgram extends Error {}

/** Aborts an evaluation. @throws NeedsProgram, which `ifKnown` catches */
export function notStatic(): never {
  throw new NeedsProgram();
}

/** Counts a step. @throws NeedsProgram, which `ifKnown` catches, if the budget is used up */
export function countStep({ steps }: Scope, weight = 1): void {
  steps.left -= weight;
  if (steps.left < 0) notStatic();
}

/**
 * Counts a value by the length of its strings and the number of its parts: repeated doubling would fill the memory.
 *
 * @throws NeedsProgram, which `ifKnown` catches, if the budget is used up
 */
export function counted<T>(value: T, scope: Scope): T {
  countStep(scope, typeof value === "string" ? value.length / 10 : 1);
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) counted(part, scope);
  return value;
}

/** Returns the result of an evaluation; undefined if it isn't statically known. */
export function ifKnown<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    // A RangeError is thrown for a string that is too long.
    if (error instanceof NeedsProgram || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** An inner scope with additional names. */
export function within(scope: Scope, names: ReadonlyMap<string, Known>): Scope {
  return { ...scope, name: (name) => names.get(name) ?? scope.name(name) };
}

/** Name of a prop that says that others are unknown. */
export const UNKNOWN_PROPS = "$unknown";
