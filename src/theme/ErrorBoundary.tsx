import { Component, type ComponentType, type ReactNode } from "react";
import { useTranslate } from "./site-context.ts";

interface Caught {
  readonly error: unknown;
  /** Clears the error and renders again. */
  readonly tryAgain: () => void;
}

interface Props {
  readonly children: ReactNode;
  /** Rendered instead of children that throw. */
  readonly fallback: ComponentType<Caught>;
}

interface State {
  readonly fault: { readonly error: unknown } | undefined;
}

const NO_FAULT: State = { fault: undefined };

/** Catches errors of rendering its children; React supports this in classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = NO_FAULT;

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { error } };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const { fallback: Fallback } = this.props;
    return <Fallback error={fault.error} tryAgain={() => this.setState(NO_FAULT)} />;
  }
}

/** Replaces a page that can't be rendered: shows the error, its causes, and a way to retry. */
export function CrashPage({ error, tryAgain }: Caught): ReactNode {
  const t = useTranslate();
  return (
    <div className="crash">
      <title>{t({ id: "theme.ErrorPageContent.pageTitle", message: "Page error" })}</title>
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
