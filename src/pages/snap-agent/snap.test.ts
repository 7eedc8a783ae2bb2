import { beforeEach, expect, it, vi } from "vitest";
import type { Camera } from "#capture/camera.ts";
import type { PhotoEncoding } from "#capture/compress-photo.ts";
import type { PhotoToQueue } from "#outbox/queue-photo.ts";
import { createSnap, type Snap } from "./snap.ts";

const FRAME = {} as ImageBitmap;
const PHOTO = { bytes: new ArrayBuffer(8), width: 4, height: 2 };

function fakeCamera() {
  const stop = vi.fn();
  const whenLost = vi.fn();
  const camera = { stop, whenLost } as unknown as Camera;
  return { camera, stop, lose: () => whenLost.mock.lastCall?.[0]() };
}

let camera: ReturnType<typeof fakeCamera>;
const openCamera = vi.fn<() => Promise<Camera>>();
const encode = vi.fn<() => Promise<PhotoEncoding>>();
const queue = vi.fn<(photo: PhotoToQueue) => Promise<string>>();
const notify = vi.fn();
let shown: string | null;
let snap: Snap;

const create = (): Snap =>
  createSnap({
    openCamera,
    encode,
    queue,
    notify,
    now: () => 7,
    shown: {
      read: () => shown,
      write: (id) => {
        shown = id;
      },
    },
  });

beforeEach(() => {
  vi.resetAllMocks();
  camera = fakeCamera();
  openCamera.mockImplementation(async () => camera.camera);
  encode.mockResolvedValue({ kind: "encoded", photo: PHOTO });
  queue.mockResolvedValue("photo-1");
  shown = null;
  snap = create();
});

const kind = () => snap.store.getState().step.kind;

async function take(): Promise<void> {
  await snap.openCamera();
  await snap.capture(async () => FRAME);
}

it.each(["while it is", "before it is"])(
  "the camera is released, without a notice, when the page is left %s open",
  async (when) => {
    const opening = snap.openCamera();
    if (when === "while it is") await opening;
    snap.releaseCamera();
    await opening;
    expect(kind()).toBe("choosing");
    expect(camera.stop).toHaveBeenCalledOnce();
    expect(notify).not.toHaveBeenCalled();
  },
);

it("the camera shows a notice if access is refused, or the system takes it away", async () => {
  openCamera.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  await snap.openCamera();
  expect(kind()).toBe("choosing");
  expect(notify.mock.calls).toEqual([["camera"]]);
  await snap.openCamera();
  camera.lose();
  expect(kind()).toBe("choosing");
  expect(camera.stop).toHaveBeenCalledOnce();
  expect(notify.mock.calls).toEqual([["camera"], ["camera"]]);
});

it("the camera is opened once by two taps, takes one picture after two taps, and is released", async () => {
  await Promise.all([snap.openCamera(), snap.openCamera()]);
  expect(openCamera).toHaveBeenCalledOnce();
  expect(kind()).toBe("live");
  const grab = vi.fn(async () => FRAME);
  await Promise.all([snap.capture(grab), snap.capture(grab)]);
  expect(grab).toHaveBeenCalledOnce();
  expect(kind()).toBe("preview");
  expect(camera.stop).toHaveBeenCalledOnce();
});

it.each<[string, () => void]>([
  ["heic", () => encode.mockResolvedValue({ kind: "heic" })],
  ["unreadable", () => encode.mockResolvedValue({ kind: "unreadable" })],
  ["failed", () => encode.mockRejectedValue(new Error("out of memory"))],
])("a file that is %s shows a notice, and another one can be chosen", async (why, arrange) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  arrange();
  await snap.choose(new Blob([]));
  expect(kind()).toBe("choosing");
  expect(notify).toHaveBeenCalledWith(why);
  log.mockRestore();
});

it("a photo is queued once by two taps, with its note and the time when it was taken", async () => {
  await take();
  snap.setNote("Leaks");
  await Promise.all([snap.analyze(), snap.analyze()]);
  expect(queue.mock.calls).toEqual([[{ ...PHOTO, capturedAt: 7, note: "Leaks" }]]);
  expect(snap.store.getState()).toEqual({ step: { kind: "queued", id: "photo-1" }, note: "" });
});

it.each([
  ["a full device", new DOMException("", "QuotaExceededError"), "out-of-space"],
  ["a broken database", new Error("closed"), "failed"],
])("a photo stays in the preview with its note after %s", async (_, error, notice) => {
  await take();
  snap.setNote("Leaks");
  queue.mockRejectedValueOnce(error);
  await snap.analyze();
  expect(kind()).toBe("preview");
  expect(notify).toHaveBeenCalledWith(notice);
  await snap.analyze();
  expect(queue).toHaveBeenLastCalledWith({ ...PHOTO, capturedAt: 7, note: "Leaks" });
});

it("a photo stays if the page is left, and is discarded by Retake, together with its note", async () => {
  await take();
  snap.setNote("Leaks");
  snap.releaseCamera();
  expect(snap.store.getState()).toMatchObject({ step: { kind: "preview" }, note: "Leaks" });
  snap.reset();
  expect(snap.store.getState()).toEqual({ step: { kind: "choosing" }, note: "" });
});
