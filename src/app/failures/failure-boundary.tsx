import { Component, type ReactNode } from "react";

interface Props {
  /** Shown in the place of what failed. */
  fallback: ReactNode;
  /** Another value is another thing to show: what failed before says nothing about it. */
  of?: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
  of: string | undefined;
}

/** Catches what fails while it is loaded or rendered, so that the rest stays. */
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
