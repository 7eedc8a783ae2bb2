import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import { Button, VisuallyHidden } from "@mantine/core";
import { Camera, CircleCheck } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import type { ItemStatus } from "#mirror/person/outbox/item-status.ts";
import { useItemStatus } from "#mirror/person/outbox/use-item-status.ts";
import { usePhoto } from "#mirror/person/use-photo.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { type ItemProgress, itemProgress, queuedProgress } from "#ui/item-progress.ts";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import type { Snap } from "./snap.ts";
import classes from "./snap-agent-page.module.css";

const SAVED_NOT_SET_UP = "Saved on this device. Waiting for image analysis to be set up.";

const MarkdownText = lazy(() =>
  import("#ui/markdown-text.tsx").then((module) => ({ default: module.MarkdownText })),
);

const HEADING = "ai-analysis";

/** A queued photo and its result. The next photo can be taken meanwhile. */
export function PhotoOutcome(props: { snap: Snap; id: string }) {
  const { snap, id } = props;
  const photo = usePhoto(id);
  const progress = usePhotoProgress(id);
  const isGone = progress.kind === "gone";
  useEffect(() => {
    if (isGone) snap.reset();
  }, [isGone, snap]);
  if (isGone) return null;
  return (
    <>
      <div className={classes.top}>
        <h2 id={HEADING} className={classes.title}>
          AI Analysis
        </h2>
        {progress.kind === "analyzed" && (
          <CopyButton text={progress.analysis} describedBy={HEADING} />
        )}
      </div>
      <PhotoFrame
        bytes={photo === null ? null : photo?.bytes}
        alt="The photo that was analyzed"
        fit="stage"
      />
      {/* Above the text, so that the button does not move away from a finger when the text
          arrives. */}
      <Button
        size="lg"
        fullWidth
        variant={progress.kind === "analyzed" ? "filled" : "default"}
        leftSection={<Camera size={20} aria-hidden />}
        onClick={snap.reset}
      >
        Analyze Another Image
      </Button>
      <VisuallyHidden aria-live="polite">
        {progress.kind === "analyzed" && "The analysis is ready."}
      </VisuallyHidden>
      <Outcome progress={progress} />
    </>
  );
}

function Outcome({ progress }: { progress: PhotoProgress }): ReactNode {
  switch (progress.kind) {
    case "processing":
      return (
        <div aria-live="polite" className={classes.progress}>
          <p className={classes.working}>Analyzing image...</p>
          <Saved message="Saved on this device. You can take the next one." />
        </div>
      );
    case "saved":
      return (
        <div aria-live="polite" className={classes.progress}>
          <Saved message={progress.message} />
        </div>
      );
    case "refused":
      return (
        <div className={classes.progress}>
          <p className={classes.refusal}>{progress.message}</p>
          <p>
            The photo is kept on this device. Open “Waiting to send” at the top of the page to try
            again, export or discard it.
          </p>
        </div>
      );
    case "analyzed":
      return (
        <Suspense fallback={<p className={classes.plain}>{progress.analysis}</p>}>
          <MarkdownText text={progress.analysis} />
        </Suspense>
      );
    case "gone":
      return null;
  }
}

/** Shown only for a queued photo. */
function Saved(props: { message: string }) {
  return (
    <p className={classes.saved}>
      <CircleCheck size={20} aria-hidden className={classes.savedIcon} />
      {props.message}
    </p>
  );
}

/** The progress of a queued photo, kept up to date. */
function usePhotoProgress(id: string): PhotoProgress {
  const reachable = useReachable();
  const status = useItemStatus(id);
  // Not read yet. A photo is always queued before it is shown here.
  return status === undefined ? queuedProgress(reachable) : photoProgress(status, reachable);
}

/** The progress of a queued photo. */
type PhotoProgress =
  | ItemProgress
  | { kind: "analyzed"; analysis: string }
  /** Nothing is known about it any more: it was discarded, or it is very old. */
  | { kind: "gone" };

/** @param reachable false if the backend is known to be out of reach */
export function photoProgress(status: ItemStatus, reachable: boolean): PhotoProgress {
  const { item, reply, notSetUp } = status;
  if (item !== undefined) {
    return itemProgress(item, { reachable, notSetUp, whenNotSetUp: SAVED_NOT_SET_UP });
  }
  const parsed = snapProcessReplySchema.safeParse(reply);
  if (!parsed.success) return { kind: "gone" };
  return { kind: "analyzed", analysis: parsed.data.analysis.trim() };
}
