import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadPatiently } from "../platform/lazy-chunks.ts";
import { useIdle } from "./when-idle.ts";

/**
 * A component whose code is loaded when the page is idle, so that no page waits for it. If the code
 * cannot be fetched, it is tried again whenever there may be a signal.
 * @param load the dynamic import; returns the component
 * @param placeholder shown until the code is loaded
 */
export function lazyWhenIdle<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await loadPatiently(load) }));
  return (props: P) => (
    <WhenIdle placeholder={placeholder}>
      <Loaded {...props} />
    </WhenIdle>
  );
}

function WhenIdle({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const resting = useIdle();
  return resting ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
}
