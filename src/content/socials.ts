/** Places where a handle is enough to find somebody. */
const PLACES: Readonly<Record<string, { readonly label: string; readonly url: string }>> = {
  bluesky: { label: "Bluesky", url: "https://bsky.app/profile/" },
  github: { label: "GitHub", url: "https://github.com/" },
  gitlab: { label: "GitLab", url: "https://gitlab.com/" },
  linkedin: { label: "LinkedIn", url: "https://www.linkedin.com/in/" },
  stackoverflow: { label: "Stack Overflow", url: "https://stackoverflow.com/users/" },
  x: { label: "X", url: "https://x.com/" },
  youtube: { label: "YouTube", url: "https://www.youtube.com/@" },
};

/** A link to somebody at a place; undefined for a handle at a place that isn't known. */
export function socialLink(place: string, handle: string): { label: string; url: string } | undefined {
  const name = place.toLowerCase();
  const known = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
  if (/^https?:/i.test(handle)) return { label: known?.label ?? place, url: handle };
  return known === undefined ? undefined : { label: known.label, url: known.url + handle };
}

/** What is wrong with an author's places, in words. */
export function socialFaults(socials: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(socials)
    .filter(([place, handle]) => socialLink(place, handle) === undefined)
    .map(([place]) => `"${place}" in socials needs an address such as https://example.com/@jane`);
}
