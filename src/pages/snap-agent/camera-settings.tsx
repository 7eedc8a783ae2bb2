import { Button } from "@mantine/core";
import { Flashlight, FlashlightOff } from "lucide-react";
import { useId, useState } from "react";
import type { Camera, CameraControls, ZoomRange } from "#capture/camera.ts";
import classes from "./camera-settings.module.css";

/** Buttons for the camera's light and zoom, if it has them. */
export function CameraSettings(props: { camera: Camera; controls: CameraControls }) {
  const { camera, controls } = props;
  if (!controls.torch && controls.zoom === null) return null;
  return (
    <div className={classes.settings}>
      {controls.torch && <Torch camera={camera} />}
      {controls.zoom !== null && <Zoom camera={camera} range={controls.zoom} />}
    </div>
  );
}

function Torch({ camera }: { camera: Camera }) {
  const [on, setOn] = useState(false);
  const Icon = on ? Flashlight : FlashlightOff;

  function toggle(): void {
    // If the camera refuses, its light and the button stay as they are.
    camera.setTorch(!on).then(
      () => setOn(!on),
      () => undefined,
    );
  }

  return (
    <Button
      variant={on ? "filled" : "default"}
      aria-pressed={on}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={toggle}
    >
      Light
    </Button>
  );
}

function Zoom({ camera, range }: { camera: Camera; range: ZoomRange }) {
  const id = useId();
  const [factor, setFactor] = useState(range.now);

  function zoom(wanted: number): void {
    setFactor(wanted);
    // If the camera refuses, the person sees that the picture does not change.
    camera.setZoom(wanted).catch(() => undefined);
  }

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
        onChange={(event) => zoom(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
