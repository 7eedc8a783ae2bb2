import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadPatiently } from "../platform/lazy-chunks.ts";
import { useIdle } from "./when-idle.ts";

/**
 * Makes a component whose code is loaded once the page has come to rest: no page waits for it. Where
 * the code can't be fetched, it is tried again whenever there may be a signal.
 * @param load the dynamic import, and which of its parts is meant
 * @param placeholder what stands in its place until then
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
