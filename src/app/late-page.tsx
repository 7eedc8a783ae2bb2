import { type ComponentType, useEffect, useState } from "react";
import { isNotLoaded, loadPatiently } from "../platform/late-code.ts";
import { PageNotLoaded } from "./page-not-loaded.tsx";

type LoadPage = () => Promise<ComponentType>;

/** How long a page's code is waited for (ms) before somebody is told that it does not come. */
const PATIENCE_MS = 8000;

/** Pages that came late, by what loads them. */
const arrived = new WeakMap<LoadPage, ComponentType>();

/**
 * A page whose code is loaded when it is first opened. Where it can't be, in its place stands a page
 * that says so, and becomes the page by itself once there is a signal: what is around it stays.
 * @param whole there is nothing around it
 */
export async function orLatePage(load: LoadPage, whole: boolean): Promise<ComponentType> {
  const inItsPlace = () => <LatePage load={load} whole={whole} />;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<ComponentType>((resolve) => {
    timer = setTimeout(() => resolve(inItsPlace), PATIENCE_MS);
  });
  try {
    return await Promise.race([load(), patience]);
  } catch (error) {
    if (!isNotLoaded(error)) throw error;
    return inItsPlace;
  } finally {
    clearTimeout(timer);
  }
}

function LatePage({ load, whole }: { load: LoadPage; whole: boolean }) {
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
  // The code is there and does not run: another matter, which the boundary around it tells.
  if (failure !== null) throw failure.error;
  if (Page !== undefined) return <Page />;
  const inItsPlace = <PageNotLoaded load={load} />;
  return whole ? <main>{inItsPlace}</main> : inItsPlace;
}
