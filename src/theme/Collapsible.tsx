import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** Unit of height from which the duration of the animation is computed, in CSS pixels. */
const UNIT_PX = 36;

/**
 * Animates the height of its content, which is rendered when it first opens. When not animating, it has either its
 * natural height or `display: none`.
 */
export function Collapsible({
  isOpen,
  children,
}: {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}): ReactNode {
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
    // Reversed while animating, it starts at its current height.
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
 * Duration of the animation in milliseconds: grows with the height, but less than proportionally.
 *
 * @param heightPx height when open
 */
function collapseDurationMs(heightPx: number, prefersReducedMotion: boolean): number {
  if (prefersReducedMotion) return 1;
  const units = heightPx / UNIT_PX;
  return Math.round((4 + 15 * units ** 0.25 + units / 5) * 10);
}
