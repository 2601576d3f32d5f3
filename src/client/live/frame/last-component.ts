/** An expression for the last component that a script declares. */
export function lastComponent(script: string): string {
  return `[${componentNames(script).map(componentNamed)}].find(Boolean)`;
}

/** Names of declared components, last first; includes nested ones, which `componentNamed` skips. */
function componentNames(script: string): string[] {
  const declarations = script.matchAll(/\b(?:function|class|const|let|var)\s+([A-Z][\w$]*)/g);
  return [...new Set([...declarations].map(([, name = ""]) => name).reverse())];
}

/** An expression for the component of a name; falsy if the name is nested, global or not a component. */
function componentNamed(name: string): string {
  return `(typeof ${name} !== "undefined" && ${name} !== globalThis.${name} && (typeof ${name} === "function" || ${name}?.$$typeof) && ${name})`;
}
