import { Component, type ReactNode } from "react";

interface Props {
  /** Shown instead of the children after an error. */
  fallback: ReactNode;
  /** Identifies what is shown. When it changes, an earlier error is forgotten. */
  of?: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  of: string | undefined;
}

/** Catches errors while the children are loaded or rendered, so that the rest of the app stays. */
export class FailureBoundary extends Component<Props, State> {
  override state: State = { failed: false, of: this.props.of };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.of === state.of ? null : { failed: false, of: props.of };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
