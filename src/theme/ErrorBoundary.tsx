import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
  /** Rendered instead of children that throw. */
  readonly fallback: (error: unknown, tryAgain: () => void) => ReactNode;
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
    return this.props.fallback(fault.error, () => this.setState(NO_FAULT));
  }
}
