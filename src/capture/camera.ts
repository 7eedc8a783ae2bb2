/** A camera that is on. */
export type Camera = Awaited<ReturnType<typeof openCamera>>;

export interface CameraControls {
  /** Whether it has a torch that can be switched. */
  torch: boolean;
  /** Its zoom range; null when it cannot zoom. */
  zoom: ZoomRange | null;
}

export interface ZoomRange {
  min: number;
  max: number;
  step: number;
  /** The present zoom factor. */
  now: number;
}

/** The fields that the W3C's Image Capture adds to a track, in browsers that support it. */
interface ImageCaptureCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
  zoom?: { min: number; max: number; step?: number };
}
interface ImageCaptureSettings extends MediaTrackSettings {
  zoom?: number;
}
interface ImageCaptureConstraint extends MediaTrackConstraintSet {
  torch?: boolean;
  zoom?: number;
}

/** Preferences, not requirements: a laptop has no rear camera, and any camera will do. */
const REAR: MediaTrackConstraints = {
  facingMode: { ideal: "environment" },
  // More pixels than a sent photo has, but not so many that the preview stutters.
  width: { ideal: 1920 },
  height: { ideal: 1440 },
};

/**
 * Switches the rear camera on, or any camera if there is no rear one.
 * @throws when there is none, when it can't be used, or when the person refuses
 */
export async function openCamera(
  devices: Pick<MediaDevices, "getUserMedia"> | undefined = navigator.mediaDevices,
) {
  // Undefined when the page is not served securely.
  if (devices === undefined) throw new Error("This browser gives no access to cameras");
  const stream = await devices.getUserMedia({ video: REAR, audio: false });
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new Error("The camera has no picture");

  const set = (constraint: ImageCaptureConstraint) =>
    track.applyConstraints({ advanced: [constraint] });

  return {
    /** Its video, for a video element. */
    stream,
    /** The settings that it supports. Some phones report them only after the first frame. */
    controls: () => readControls(track),
    /** Switches its torch. @throws when the camera refuses */
    setTorch: (on: boolean) => set({ torch: on }),
    /** @throws when the camera refuses */
    setZoom: (factor: number) => set({ zoom: factor }),
    /** Calls `lost` when the system takes the camera away, never after `stop`. */
    whenLost: (lost: () => void) => track.addEventListener("ended", lost, { once: true }),
    /** Switches it off and releases it. */
    stop(): void {
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

function readControls(track: MediaStreamTrack): CameraControls {
  // Older Firefox has no `getCapabilities`.
  const capabilities: ImageCaptureCapabilities = track.getCapabilities?.() ?? {};
  const settings: ImageCaptureSettings = track.getSettings();
  const { zoom } = capabilities;
  const zooms = zoom !== undefined && zoom.max > zoom.min;
  return {
    torch: capabilities.torch === true,
    zoom: zooms
      ? { min: zoom.min, max: zoom.max, step: zoom.step || 0.1, now: settings.zoom ?? zoom.min }
      : null,
  };
}
