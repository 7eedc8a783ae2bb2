import { Button, VisuallyHidden } from "@mantine/core";
import { Camera, CircleCheck } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { usePhoto } from "#mirror/person/use-photo.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import classes from "./photo-outcome.module.css";
import type { Snap } from "./snap.ts";
import { type PhotoProgress, usePhotoProgress } from "./use-photo-progress.ts";

const MarkdownText = lazy(() =>
  import("#ui/markdown-text.tsx").then((module) => ({ default: module.MarkdownText })),
);

const HEADING = "ai-analysis";

/** A queued photo and its result. The next photo can be taken meanwhile. */
export function PhotoOutcome(props: { snap: Snap; id: string }) {
  const { snap, id } = props;
  const photo = usePhoto(id);
  const progress = usePhotoProgress(id);
  const gone = progress.kind === "gone";
  useEffect(() => {
    if (gone) snap.reset();
  }, [gone, snap]);
  if (gone) return null;
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
