import { createStore } from "zustand/vanilla";
import type { Camera } from "#capture/camera.ts";
import type { EncodedPhoto, PhotoEncoding, PhotoSource } from "#capture/compress-photo.ts";
import type { PhotoToQueue } from "#outbox/queue-photo.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";

/**
 *   choosing -> opening -> live -> reading -> preview -> saving -> queued
 *    ^  '------------------------>'  |           |          |         |
 *    '--- cancel, failure, retake, another ------'----------'---------'
 *
 * `opening`: the camera is being asked for. `reading`: what was taken or chosen is being encoded.
 * `saving`: it is being put into the queue.
 */
export type SnapStep =
  | { kind: "choosing" | "opening" | "reading" }
  | { kind: "live"; camera: Camera }
  | { kind: "preview" | "saving"; photo: TakenPhoto }
  | { kind: "queued"; id: string };

/** A notice about a photo. */
export type SnapNotice =
  /** There is no camera, it cannot be used, or the system took it away. */
  "camera" | "heic" | "unreadable" | "failed" | "out-of-space";

export interface TakenPhoto extends EncodedPhoto {
  /** Epoch ms. */
  capturedAt: number;
}

export interface SnapState {
  step: SnapStep;
  /** The person's note about the photo. */
  note: string;
}

/** The current photo of one person: at most one at a time. It is independent of page renders. */
export type Snap = ReturnType<typeof createSnap>;

/** Takes a photo from the camera or a file, and queues it. */
export function createSnap(options: {
  openCamera: () => Promise<Camera>;
  encode: (source: PhotoSource) => Promise<PhotoEncoding>;
  queue: (photo: PhotoToQueue) => Promise<string>;
  notify: (notice: SnapNotice) => void;
  /** Epoch ms. */
  now: () => number;
  /** The id of the shown photo, kept over a reload. */
  shown: { read(): string | null; write(id: string | null): void };
}) {
  const { notify, shown } = options;
  const before = shown.read();
  const store = createStore<SnapState>(() => ({
    step: before === null ? { kind: "choosing" } : { kind: "queued", id: before },
    note: "",
  }));
  const current = () => store.getState().step;
  const become = (step: SnapStep) => store.setState({ step });

  async function read(capturedAt: number, source: Promise<PhotoSource>): Promise<void> {
    become({ kind: "reading" });
    try {
      const encoding = await options.encode(await source);
      if (encoding.kind === "encoded") {
        become({ kind: "preview", photo: { ...encoding.photo, capturedAt } });
        return;
      }
      notify(encoding.kind);
    } catch (error) {
      console.error("A photo could not be encoded:", error);
      notify("failed");
    }
    become({ kind: "choosing" });
  }

  function lost(camera: Camera): void {
    const step = current();
    if (step.kind !== "live" || step.camera !== camera) return;
    camera.stop();
    become({ kind: "choosing" });
    notify("camera");
  }

  return {
    store,
    /** Switches the camera on. */
    async openCamera(): Promise<void> {
      if (current().kind !== "choosing") return;
      const opening: SnapStep = { kind: "opening" };
      become(opening);
      let camera: Camera;
      try {
        camera = await options.openCamera();
      } catch {
        if (current() !== opening) return;
        become({ kind: "choosing" });
        notify("camera");
        return;
      }
      // The page was left, or the person cancelled, while the camera was opening.
      if (current() !== opening) return camera.stop();
      camera.whenLost(() => lost(camera));
      become({ kind: "live", camera });
    },
    /** Takes a picture with the camera. @param grab returns the current picture */
    async capture(grab: () => Promise<ImageBitmap>): Promise<void> {
      const step = current();
      if (step.kind !== "live") return;
      // Grab the frame before the step changes: the video element disappears with the step.
      const frame = grab().finally(() => step.camera.stop());
      await read(options.now(), frame);
    },
    /** Uses a file instead of the camera. */
    async choose(file: Blob): Promise<void> {
      if (current().kind === "choosing") await read(options.now(), Promise.resolve(file));
    },
    setNote: (note: string) => store.setState({ note }),
    /** Queues the photo. Further taps meanwhile have no effect. */
    async analyze(): Promise<void> {
      const { step, note } = store.getState();
      if (step.kind !== "preview") return;
      const { photo } = step;
      become({ kind: "saving", photo });
      try {
        const id = await options.queue({ ...photo, note });
        shown.write(id);
        store.setState({ step: { kind: "queued", id }, note: "" });
      } catch (error) {
        become({ kind: "preview", photo });
        notify(isOutOfSpace(error) ? "out-of-space" : "failed");
      }
    },
    /** Called by Retake and Analyze Another. */
    reset(): void {
      const { kind } = current();
      if (kind !== "preview" && kind !== "queued") return;
      shown.write(null);
      store.setState({ step: { kind: "choosing" }, note: "" });
    },
    /** Called by Cancel, or when the page is left. A photo that was taken stays. */
    releaseCamera(): void {
      const step = current();
      if (step.kind === "live") step.camera.stop();
      if (step.kind === "live" || step.kind === "opening") become({ kind: "choosing" });
    },
  };
}
