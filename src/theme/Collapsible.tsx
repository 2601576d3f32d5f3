import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { COLLAPSE_REDUCED_MOTION_MS, COLLAPSE_UNIT_PX } from "../shared/constants.ts";

interface Props {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/**
 * Unfolds and folds by height. Its content is first rendered when it first opens; at rest it is
 * either as high as that, or not displayed.
 */
export function Collapsible({ isOpen, children }: Props): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const animation = useRef<Animation>(undefined);
  const wasOpen = useRef(isOpen);
  const [isRendered, setRendered] = useState(isOpen);
  const [isShown, setShown] = useState(isOpen);
  if (isOpen && !isRendered) setRendered(true);
  if (isOpen && !isShown) setShown(true);

  useLayoutEffect(() => {
    const { current: box } = element;
    if (box === null || wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    const isResting = animation.current === undefined;
    // Turned back on its way, it starts from where it is.
    const from = isOpen && isResting ? 0 : box.offsetHeight;
    animation.current?.cancel();
    const height = box.scrollHeight;
    const duration = collapseDurationMs(height, matchMedia("(prefers-reduced-motion: reduce)").matches);
    const frames = { height: [`${from}px`, `${isOpen ? height : 0}px`], overflow: ["hidden", "hidden"] };
    const running = box.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
    animation.current = running;
    running.onfinish = () => {
      if (!isOpen) setShown(false);
      else {
        animation.current = undefined;
        running.cancel();
      }
    };
  }, [isOpen]);

  if (!isRendered) return null;
  return (
    <div ref={element} hidden={!isShown}>
      {children}
    </div>
  );
}

/**
 * How long something takes to unfold or fold, in milliseconds: longer for what is higher, but less
 * than in proportion.
 *
 * @param heightPx its height when unfolded
 */
function collapseDurationMs(heightPx: number, prefersReducedMotion: boolean): number {
  if (prefersReducedMotion) return COLLAPSE_REDUCED_MOTION_MS;
  const units = heightPx / COLLAPSE_UNIT_PX;
  return Math.round((4 + 15 * units ** 0.25 + units / 5) * 10);
}
