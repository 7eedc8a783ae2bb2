import { Button, FileButton } from "@mantine/core";
import { Camera, ImageUp } from "lucide-react";
import { useRef } from "react";
import type { Snap, SnapStep } from "./snap.ts";
import classes from "./snap-agent-page.module.css";

/** The buttons to choose where a photo comes from: the camera, or a file. */
export function ChoosePhoto(props: { snap: Snap; kind: SnapStep["kind"] }) {
  const { snap, kind } = props;
  const resetFile = useRef<() => void>(null);

  function choose(file: File | null): void {
    // Reset the input: otherwise the browser would not report that the same file is chosen again.
    resetFile.current?.();
    if (file !== null) void snap.choose(file);
  }

  return (
    <>
      <div className={classes.stage} data-empty>
        <Camera size={56} strokeWidth={1.25} aria-hidden className={classes.stageIcon} />
        <p className={classes.status} aria-live="polite">
          {kind === "reading" && "Reading the photo..."}
          {kind === "opening" && "Waiting for the camera..."}
          {kind === "choosing" && "Show the equipment, its damage or its label."}
        </p>
      </div>
      <div className={classes.actions}>
        {/* HEIC is not listed: an iPhone converts photos to JPEG only if the page does not
            accept HEIC. */}
        <FileButton accept="image/*" onChange={choose} resetRef={resetFile}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              disabled={kind !== "choosing"}
              leftSection={<ImageUp size={20} aria-hidden />}
            >
              Upload
            </Button>
          )}
        </FileButton>
        <Button
          className={classes.main}
          loading={kind !== "choosing"}
          leftSection={<Camera size={20} aria-hidden />}
          onClick={() => void snap.openCamera()}
        >
          Take Photo
        </Button>
      </div>
    </>
  );
}
