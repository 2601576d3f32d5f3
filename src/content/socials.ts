/** Platforms where a handle is enough to link to a profile. */
const PLATFORMS: Readonly<Record<string, { readonly label: string; readonly url: string }>> = {
  bluesky: { label: "Bluesky", url: "https://bsky.app/profile/" },
  email: { label: "Email", url: "mailto:" },
  github: { label: "GitHub", url: "https://github.com/" },
  gitlab: { label: "GitLab", url: "https://gitlab.com/" },
  instagram: { label: "Instagram", url: "https://www.instagram.com/" },
  linkedin: { label: "LinkedIn", url: "https://www.linkedin.com/in/" },
  mastodon: { label: "Mastodon", url: "https://mastodon.social/@" },
  stackoverflow: { label: "Stack Overflow", url: "https://stackoverflow.com/users/" },
  threads: { label: "Threads", url: "https://www.threads.net/@" },
  twitch: { label: "Twitch", url: "https://www.twitch.tv/" },
  twitter: { label: "X", url: "https://x.com/" },
  x: { label: "X", url: "https://x.com/" },
  youtube: { label: "YouTube", url: "https://www.youtube.com/@" },
};

/** Link to a profile; undefined if the platform is unknown and the handle is no URL. */
export function socialLink(platform: string, handle: string): { label: string; url: string } | undefined {
  const name = platform.toLowerCase();
  const service = Object.hasOwn(PLATFORMS, name) ? PLATFORMS[name] : undefined;
  if (/^(?:https?|mailto):/i.test(handle)) return { label: service?.label ?? platform, url: handle };
  return service === undefined ? undefined : { label: service.label, url: service.url + handle };
}

/** A message, with the keys of an author that lead to its place. */
export interface SocialFault {
  readonly keys: readonly string[];
  readonly fault: string;
}

/** Faults of an author's `socials`. */
export function socialFaults(socials: Readonly<Record<string, string>> = {}): SocialFault[] {
  return Object.entries(socials)
    .filter(([platform, handle]) => socialLink(platform, handle) === undefined)
    .map(([platform]) => ({
      keys: ["socials", platform],
      fault: `"${platform}" in socials needs a URL such as https://example.com/@jane`,
    }));
}
