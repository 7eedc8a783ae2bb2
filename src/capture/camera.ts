/** A camera that is on. */
export interface Camera {
  /** What it sees, for a video element. */
  readonly stream: MediaStream;
  /** What can be set on it. Some phones know it only once the first picture is there. */
  controls(): CameraControls;
  /** Switches its light. @throws when the camera refuses */
  setTorch(on: boolean): Promise<void>;
  /** @throws when the camera refuses */
  setZoom(factor: number): Promise<void>;
  /** Calls back when the system takes the camera away. */
  whenLost(lost: () => void): void;
  /** Switches it off and lets go of it. */
  stop(): void;
}

export interface CameraControls {
  /** Whether it has a light that can be switched. */
  torch: boolean;
  /** How far it zooms; null when it does not. */
  zoom: ZoomRange | null;
}

export interface ZoomRange {
  min: number;
  max: number;
  step: number;
  /** Where it stands. */
  now: number;
}

/** What the W3C's Image Capture adds to a track, where there is such a thing. */
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

/** Wishes, not conditions: a laptop has no rear camera, and what it has will do. */
const REAR: MediaTrackConstraints = {
  facingMode: { ideal: "environment" },
  // More than a photo is sent with, and not so much that the preview stutters.
  width: { ideal: 1920 },
  height: { ideal: 1440 },
};

/**
 * Switches the rear camera on, or whichever there is.
 * @throws when there is none, when it can't be used, or when the person said no
 */
export async function openCamera(
  devices: Pick<MediaDevices, "getUserMedia"> | undefined = navigator.mediaDevices,
): Promise<Camera> {
  // Missing where the page is not served securely.
  if (devices === undefined) throw new Error("This browser gives no access to cameras");
  const stream = await devices.getUserMedia({ video: REAR, audio: false });
  const [track] = stream.getVideoTracks();
  if (track === undefined) throw new Error("The camera has no picture");

  const set = (constraint: ImageCaptureConstraint) =>
    track.applyConstraints({ advanced: [constraint] });

  return {
    stream,
    controls: () => controlsOf(track),
    setTorch: (on) => set({ torch: on }),
    setZoom: (factor) => set({ zoom: factor }),
    // Not called for `stop`: an event tells only of what others did to the track.
    whenLost: (lost) => track.addEventListener("ended", lost, { once: true }),
    stop() {
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

/** What the camera shows now, at the full resolution that it hands out. @param video one that plays it */
export function captureFrame(video: HTMLVideoElement): Promise<ImageBitmap> {
  return createImageBitmap(video);
}

function controlsOf(track: MediaStreamTrack): CameraControls {
  // Older Firefox has none of this.
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
