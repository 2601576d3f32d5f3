/**
 * Loads a module that is made while docgen runs. In a file of its own: as compiled, docgen's code is loaded in a way
 * that leaves it without `import()`, and bin/load.cjs stands in for this.
 *
 * @param url absolute
 * @returns what it exports
 * @throws what it throws while it is loaded
 */
export function importModule(url: string): Promise<object> {
  return import(url);
}
