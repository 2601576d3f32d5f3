/** What to do about a package that is not installed; undefined for a path. @param specifier as an import names it */
export function installHint(specifier: string): string | undefined {
  const name = /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?=\/|$)/i.exec(specifier)?.[0];
  if (name === undefined) return undefined;
  return `run npm install; if package.json doesn't list the package: npm install --save-dev ${name}`;
}
