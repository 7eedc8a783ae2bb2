import { Button } from "@mantine/core";
import { Component, lazy, type ReactNode, Suspense } from "react";
import type { StorageTrouble } from "#mirror/opening.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useShown } from "#ui/when-idle.ts";
import classes from "./page-failure.module.css";

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

/** Shown instead of a page that failed. The person's work is safe in the mirror. */
export function PageFailure() {
  useShown();
  return (
    <div role="alert" className={classes.failure}>
      <h1 className={classes.title}>This page could not be opened</h1>
      <p>What you recorded is safe on this device.</p>
      <Button onClick={() => window.location.reload()}>Open it again</Button>
    </div>
  );
}

const StorageFailure = lazy(async () => {
  const { StorageFailure } = await loadPatiently(() => import("./storage-failure.tsx"));
  return { default: StorageFailure };
});

/** Shows why this device's storage cannot be used. Few people see it: its code is loaded late. */
export function LazyStorageFailure({ trouble }: { trouble: StorageTrouble }) {
  return (
    <Suspense fallback={null}>
      <StorageFailure trouble={trouble} />
    </Suspense>
  );
}
