import type { ReactNode } from "react";
import { RouteLink } from "./Link.tsx";
import { useSite, useTranslate } from "./site-context.ts";

const UNRELEASED = {
  id: "theme.docs.versions.unreleasedVersionLabel",
  message: "This is unreleased documentation for {siteTitle} {versionLabel} version.",
};
const UNMAINTAINED = {
  id: "theme.docs.versions.unmaintainedVersionLabel",
  message: "This is documentation for {siteTitle} {versionLabel}, which is no longer actively maintained.",
};
const SUGGESTION = {
  id: "theme.docs.versions.latestVersionSuggestionLabel",
  message: "For up-to-date documentation, see the {latestVersionLink} ({versionLabel}).",
};

/** A notice above an old or unreleased version, with a link to the latest version of the page. */
export function VersionBanner(): ReactNode {
  const { site, page } = useSite();
  const t = useTranslate();
  const { version } = page;
  if (version === undefined || version.banner === "none") return null;
  const docs = site.docs?.find(({ plugin }) => plugin === version.plugin);
  const latest = docs?.versions.find(({ name }) => name === docs.last);
  const route = version.routes.find(({ name }) => name === docs?.last)?.route;
  const [before, after] = t(SUGGESTION, { versionLabel: latest?.label ?? "" }).split("{latestVersionLink}");
  return (
    <section className="version-banner" aria-label={t({ id: "theme.docs.versions.ariaLabel", message: "Version" })}>
      <p>
        {t(version.banner === "unreleased" ? UNRELEASED : UNMAINTAINED, {
          siteTitle: site.title,
          versionLabel: version.label,
        })}
      </p>
      {latest === undefined || route === undefined ? null : (
        <p>
          {before}
          <RouteLink route={route} data-docs-version={`${version.plugin}:${latest.name}`}>
            {t({ id: "theme.docs.versions.latestVersionLinkLabel", message: "latest version" })}
          </RouteLink>
          {after}
        </p>
      )}
    </section>
  );
}

/** Name of the version, if there are several. */
export function VersionBadge(): ReactNode {
  const { version } = useSite().page;
  const t = useTranslate();
  if (version === undefined || !version.badge) return null;
  return (
    <span className="version-badge">
      {t({ id: "theme.docs.versionBadge.label", message: "Version: {versionLabel}" }, { versionLabel: version.label })}
    </span>
  );
}
