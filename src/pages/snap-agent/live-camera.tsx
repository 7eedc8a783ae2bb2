import { Button, Group } from "@mantine/core";
import { Aperture, Flashlight, FlashlightOff } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Camera, CameraControls, ZoomRange } from "#capture/camera.ts";
import { keepScreenAwake } from "#capture/screen-wake.ts";
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
        {controls !== null && (controls.torch || controls.zoom !== null) && (
          <Group justify="center" gap="0.5rem 1rem" className={classes.settings}>
            {controls.torch && <Torch camera={camera} />}
            {controls.zoom !== null && <Zoom camera={camera} range={controls.zoom} />}
          </Group>
        )}
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

function Torch({ camera }: { camera: Camera }) {
  const [on, setOn] = useState(false);
  const Icon = on ? Flashlight : FlashlightOff;

  return (
    <Button
      variant={on ? "filled" : "default"}
      aria-pressed={on}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() =>
        // If the camera refuses, its light and the button stay as they are.
        camera.setTorch(!on).then(
          () => setOn(!on),
          () => undefined,
        )
      }
    >
      Light
    </Button>
  );
}

function Zoom({ camera, range }: { camera: Camera; range: ZoomRange }) {
  const id = useId();
  const [factor, setFactor] = useState(range.now);

  return (
    <div className={classes.zoom}>
      <label htmlFor={id}>Zoom</label>
      <input
        id={id}
        type="range"
        className={classes.range}
        min={range.min}
        max={range.max}
        step={range.step}
        value={factor}
        onChange={(event) => {
          const wanted = event.currentTarget.valueAsNumber;
          setFactor(wanted);
          // If the camera refuses, the person sees that the picture does not change.
          camera.setZoom(wanted).catch(() => undefined);
        }}
      />
    </div>
  );
}
