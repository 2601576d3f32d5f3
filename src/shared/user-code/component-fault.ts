/** Type tags of the objects that React's `memo` and `forwardRef` return. */
const WRAPPED: readonly unknown[] = [Symbol.for("react.memo"), Symbol.for("react.forward_ref")];

/** The reason why a module's default export is no React component; undefined if it is one. */
export function componentFault(exported: unknown): string | undefined {
  if (exported === undefined) return "has no default export";
  const { $$typeof } = (exported ?? {}) as { readonly $$typeof?: unknown };
  if (typeof exported === "function" || WRAPPED.includes($$typeof)) return undefined;
  return "has a default export that is not a component";
}
