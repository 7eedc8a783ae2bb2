import { Button } from "@mantine/core";
import { WifiOff } from "lucide-react";
import { useState } from "react";
import { isChunkLoadError } from "#platform/lazy-chunks.ts";
import { workInProgress } from "#platform/lock-names.ts";
import { tryAgainNow } from "#platform/try-again.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./page-failure.module.css";

/** Shown instead of a page whose code is not on this device yet. */
export function PageNotLoaded(props: { load: () => Promise<unknown> }) {
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
