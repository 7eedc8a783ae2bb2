import { type ComponentType, useEffect, useState } from "react";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { PageNotLoaded } from "./page-not-loaded.tsx";

/** Loads the code of a page. */
export type LoadPage = () => Promise<ComponentType>;

/** Pages whose code arrived late, by the function that loads them. */
const arrived = new WeakMap<LoadPage, ComponentType>();

/**
 * A component shown instead of a page that could not be loaded, until its code arrives.
 * @param whole as in `loadPageOrFallback`
 */
export function pageFallback(load: LoadPage, whole: boolean): ComponentType {
  return () => <PageFallback load={load} whole={whole} />;
}

function PageFallback({ load, whole }: { load: LoadPage; whole: boolean }) {
  const [Page, setPage] = useState(() => arrived.get(load));
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (arrived.has(load)) return;
    const left = new AbortController();
    loadPatiently(load, left.signal).then(
      (page) => {
        arrived.set(load, page);
        setPage(() => page);
      },
      (error) => {
        if (!left.signal.aborted) setFailure({ error });
      },
    );
    return () => left.abort();
  }, [load]);
  // The code was loaded but threw an error: the boundary around the page shows that failure.
  if (failure !== null) throw failure.error;
  if (Page !== undefined) return <Page />;
  const inItsPlace = <PageNotLoaded load={load} />;
  return whole ? <main>{inItsPlace}</main> : inItsPlace;
}
