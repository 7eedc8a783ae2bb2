import { Button } from "@mantine/core";
import { WifiOff } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { isChunkLoadError, loadPatiently } from "#platform/lazy-chunks.ts";
import { workInProgress } from "#platform/lock-names.ts";
import { tryAgainNow } from "#platform/try-again.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./page-failure.module.css";

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

/** Shown instead of a page whose code is not on this device yet. */
function PageNotLoaded(props: { load: () => Promise<unknown> }) {
  const [trying, setTrying] = useState(false);

  async function retry(): Promise<void> {
    setTrying(true);
    try {
      await props.load();
    } catch (error) {
      // There is a signal, but the server no longer has this file: it has a newer version of the
      // app.
      const idle = (await workInProgress(navigator.locks)) === null;
      if (isChunkLoadError(error) && idle && (await serverAnswers())) location.reload();
    }
    tryAgainNow();
    setTrying(false);
  }

  return (
    <div className={classes.failure}>
      <PageHeading title="Not loaded yet" />
      <WifiOff size={40} aria-hidden />
      <p role="status">
        This page was not loaded on this device yet. It opens when there is a signal.
      </p>
      <Button loading={trying} onClick={() => void retry()}>
        Retry
      </Button>
    </div>
  );
}

async function serverAnswers(): Promise<boolean> {
  try {
    const response = await fetch("/config.json", { cache: "no-store" });
    await response.json();
    return response.ok;
  } catch {
    return false;
  }
}
