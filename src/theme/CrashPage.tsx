import type { ReactNode } from "react";
import { useTranslate } from "./site-context.ts";

interface Props {
  readonly error: unknown;
  /** Clears the error and renders again. */
  readonly tryAgain: () => void;
}

/** Replaces a page that can't be rendered: shows the error, its causes, and a way to retry. */
export function CrashPage({ error, tryAgain }: Props): ReactNode {
  const t = useTranslate();
  return (
    <div className="crash">
      <title>{t({ id: "theme.ErrorPageContent.pageTitle", message: "Page Error" })}</title>
      <h1>{t({ id: "theme.ErrorPageContent.title", message: "This page crashed." })}</h1>
      <button type="button" onClick={tryAgain}>
        {t({ id: "theme.ErrorPageContent.tryAgain", message: "Try again" })}
      </button>
      <pre role="alert">{causesOf(error).join("\n\nCause:\n")}</pre>
    </div>
  );
}

/** Messages of an error and its causes, the error first; circular causes end. */
function causesOf(error: unknown): string[] {
  const seen = new Set<unknown>();
  const messages: string[] = [];
  for (let cause = error; cause !== undefined && !seen.has(cause); ) {
    seen.add(cause);
    messages.push(cause instanceof Error ? cause.message : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return messages;
}
