/** Schemes of URLs that contain a document or code. */
const SCRIPT_SCHEME = /^(?:javascript|vbscript|data):/i;

/** Media may be inlined as a `data:` URL. */
const MEDIA = /^\s*data:(?:image|audio|video|font)\//i;

/** Whether a URL contains an image, audio, video or font. */
export function isMediaAddress(address: string): boolean {
  return MEDIA.test(address);
}

/** Whether the URL of a picture is of a kind that would run code. */
export function isScriptPicture(address: string): boolean {
  return isScriptAddress(address) && !isMediaAddress(address);
}

/** Whether following a URL would run code or show a document that the URL contains. */
export function isScriptAddress(address: string): boolean {
  // Browsers ignore white space and control characters in the scheme.
  return SCRIPT_SCHEME.test(address.replace(/[\p{Cc}\s]/gu, ""));
}
