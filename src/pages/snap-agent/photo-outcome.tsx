import { snapProcessReplySchema } from "@contracts/snap-process.ts";
import { Box, Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { Camera, CircleCheck } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";
import { type ItemStatus, useItemStatus } from "#mirror/person/outbox/item-status.ts";
import { usePhoto } from "#mirror/person/recordings/use-local-copy.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { describeRefusal } from "#ui/describe-item.ts";
import { type ItemProgress, itemProgress, queuedProgress } from "#ui/item-progress.ts";
import { PhotoFrame } from "#ui/photo-frame.tsx";
import type { Snap } from "./snap.ts";
import classes from "./snap-agent-page.module.css";

const MarkdownText = lazy(() =>
  import("#ui/markdown-text.tsx").then((module) => ({ default: module.MarkdownText })),
);

const HEADING = "ai-analysis";

/** A queued photo and its result. The next photo can be taken meanwhile. */
export function PhotoOutcome(props: { snap: Snap; id: string }) {
  const { snap, id } = props;
  const photo = usePhoto(id);
  const reachable = useReachable();
  const status = useItemStatus(id);
  // Not read yet: a photo is always queued before it is shown here.
  const progress = status ? photoProgress(status, reachable) : queuedProgress(reachable);
  const isGone = progress.kind === "gone";
  useEffect(() => {
    if (isGone) snap.reset();
  }, [isGone, snap]);
  if (isGone) return null;
  return (
    <>
      {/* As high as the button beside the text. */}
      <Group justify="space-between" mih="3rem">
        <Box component="h2" id={HEADING} fz="lg" fw={650}>
          AI Analysis
        </Box>
        {progress.kind === "analyzed" && (
          <CopyButton text={progress.analysis} describedBy={HEADING} />
        )}
      </Group>
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

function Outcome({ progress }: { progress: Exclude<PhotoProgress, { kind: "gone" }> }) {
  switch (progress.kind) {
    case "processing":
    case "saved":
      return (
        <Stack gap="0.5rem" aria-live="polite">
          {progress.kind === "processing" && (
            <Text fz="lg" fw={600}>
              Analyzing image...
            </Text>
          )}
          <p className={classes.saved}>
            <CircleCheck size={20} aria-hidden className={classes.savedIcon} />
            {progress.kind === "saved"
              ? progress.message
              : "Saved on this device. You can take the next one."}
          </p>
        </Stack>
      );
    case "refused":
      return (
        <Stack gap="0.5rem">
          <Text c="var(--fa-alert-text)" fw={600}>
            {describeRefusal(progress.reason)}
          </Text>
          <p>
            The photo is kept on this device. Open “Waiting to send” at the top of the page to try
            again, export or discard it.
          </p>
        </Stack>
      );
    case "analyzed":
      return (
        <Suspense fallback={<p className={classes.plain}>{progress.analysis}</p>}>
          <MarkdownText text={progress.analysis} />
        </Suspense>
      );
  }
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
    const whenNotSetUp = "Saved on this device. Waiting for image analysis to be set up.";
    return itemProgress(item, { reachable, notSetUp, whenNotSetUp });
  }
  const parsed = snapProcessReplySchema.safeParse(reply);
  if (!parsed.success) return { kind: "gone" };
  return { kind: "analyzed", analysis: parsed.data.analysis.trim() };
}
