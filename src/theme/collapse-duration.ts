import { COLLAPSE_REDUCED_MOTION_MS, COLLAPSE_UNIT_PX } from "../shared/constants.ts";

/**
 * How long something takes to unfold or fold, in milliseconds: longer for what is higher, but less
 * than in proportion.
 *
 * @param heightPx its height when unfolded
 */
export function collapseDurationMs(heightPx: number, prefersReducedMotion: boolean): number {
  if (prefersReducedMotion) return COLLAPSE_REDUCED_MOTION_MS;
  const units = heightPx / COLLAPSE_UNIT_PX;
  return Math.round((4 + 15 * units ** 0.25 + units / 5) * 10);
}
