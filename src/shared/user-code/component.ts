/** What React's `memo` and `forwardRef` make. */
const WRAPPED: readonly unknown[] = [Symbol.for("react.memo"), Symbol.for("react.forward_ref")];

/** Why a module's default export is no component of React; undefined if it is one. */
export function componentFault(exported: unknown): string | undefined {
  if (exported === undefined) return "has no default export";
  const { $$typeof } = (exported ?? {}) as { readonly $$typeof?: unknown };
  if (typeof exported === "function" || WRAPPED.includes($$typeof)) return undefined;
  return "has a default export that is no component";
}
