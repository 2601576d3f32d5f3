/** What browsers take for an address that brings its own document or code with it. */
const SCRIPT_SCHEME = /^(?:javascript|vbscript|data):/i;

/** Pictures and sounds may be in the page itself. */
const MEDIA = /^\s*data:(?:image|audio|video|font)\//i;

/** True for the address of a picture, a sound or a font that holds it itself. */
export function isMediaAddress(address: string): boolean {
  return MEDIA.test(address);
}

/** True for an address that would run code, or show a document of its own, where it is followed. */
export function isScriptAddress(address: string): boolean {
  // Browsers leave out white space and control characters before they look at the scheme.
  return SCRIPT_SCHEME.test(address.replace(/[\p{Cc}\s]/gu, ""));
}
