import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadPatiently } from "../platform/lazy-chunks.ts";
import { useAtRest } from "./at-rest.ts";

/**
 * Makes a component whose code is loaded once the page has come to rest: no page waits for it. Where
 * the code can't be fetched, it is tried again whenever there may be a signal.
 * @param load the dynamic import, and which of its parts is meant
 * @param placeholder what stands in its place until then
 */
export function onceAtRest<P extends object>(
  load: () => Promise<ComponentType<P>>,
  placeholder: ReactNode = null,
): ComponentType<P> {
  const Loaded = lazy(async () => ({ default: await loadPatiently(load) }));
  return (props: P) => (
    <AtRest placeholder={placeholder}>
      <Loaded {...props} />
    </AtRest>
  );
}

function AtRest({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const resting = useAtRest();
  return resting ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
}
