/** Address of the data that all pages share; it stands on the tag of the client's script. */
export function siteDataAddress(from: Document = document): string | undefined {
  return from.querySelector<HTMLScriptElement>("script[data-site]")?.dataset.site;
}

/** Path below which this site is served. */
export function basePath(): string {
  const { pathname } = new URL(siteDataAddress() ?? "/", location.href);
  return pathname.slice(0, pathname.lastIndexOf("/assets/") + 1);
}
