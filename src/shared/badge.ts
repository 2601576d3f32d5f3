/** Kinds of badges: those of admonitions. */
export const BADGE_TYPES = ["note", "tip", "info", "warning", "danger", "caution"] as const;
export type BadgeType = (typeof BADGE_TYPES)[number];

/** A word about a page, shown beside its title wherever docgen names the page. */
export interface PageBadge {
  readonly text: string;
  readonly type: BadgeType;
}

/** The class attribute of a badge; `caution` looks like a warning, as in admonitions. */
export function badgeClass(type: BadgeType): string {
  return `badge ${type === "caution" ? "warning" : type}`;
}
