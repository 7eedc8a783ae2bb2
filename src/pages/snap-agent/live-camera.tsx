import { Button } from "@mantine/core";
import { Aperture } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Camera, CameraControls } from "#capture/camera.ts";
import { keepScreenAwake } from "#capture/screen-wake.ts";
import { CameraSettings } from "./camera-settings.tsx";
import type { Snap } from "./snap.ts";
import classes from "./snap-agent-page.module.css";

/** The live picture of the camera, with the button to take a photo. */
export function LiveCamera(props: { snap: Snap; camera: Camera }) {
  const { snap, camera } = props;
  const video = useRef<HTMLVideoElement>(null);
  // Null until the camera shows a picture.
  const [controls, setControls] = useState<CameraControls | null>(null);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = camera.stream;
  }, [camera]);
  useEffect(() => keepScreenAwake(), []);

  function capture(): void {
    const { current } = video;
    if (current !== null) void snap.capture(() => createImageBitmap(current));
  }

  return (
    <>
      <div className={classes.stage} data-live>
        <video
          ref={video}
          className={classes.video}
          aria-label="Camera"
          autoPlay
          muted
          playsInline
          onLoadedData={() => setControls(camera.controls())}
        />
        {controls !== null && <CameraSettings camera={camera} controls={controls} />}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={snap.releaseCamera}>
          Cancel
        </Button>
        <Button
          className={classes.main}
          loading={controls === null}
          leftSection={<Aperture size={20} aria-hidden />}
          onClick={capture}
        >
          Capture
        </Button>
      </div>
    </>
  );
}
