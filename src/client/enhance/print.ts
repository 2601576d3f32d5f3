/** Opens what is folded before it is printed, in browsers whose style sheets can't, and folds it again. */
export function openDetailsForPrint(): void {
  addEventListener("beforeprint", () => {
    const closed = [...document.querySelectorAll<HTMLDetailsElement>(".markdown details:not([open])")];
    for (const details of closed) details.open = true;
    const fold = () => {
      for (const details of closed) details.open = false;
    };
    addEventListener("afterprint", fold, { once: true });
  });
}
