import { expect, it, vi } from "vitest";
import { openCamera } from "./camera.ts";

/** A fake camera track with only the parts that the tests use. */
function fakeTrack(capabilities: object | null) {
  const track = Object.assign(new EventTarget(), {
    stop: vi.fn(),
    applyConstraints: vi.fn(async () => undefined),
    getSettings: () => ({ zoom: 2 }),
    ...(capabilities !== null && { getCapabilities: () => capabilities }),
  });
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] };
  const getUserMedia = vi.fn(async () => stream as unknown as MediaStream);
  return { track, devices: { getUserMedia } };
}

it("is the rear camera without sound, with torch and zoom when it has them", async () => {
  const { track, devices } = fakeTrack({ torch: true, zoom: { min: 1, max: 8, step: 0.5 } });
  const camera = await openCamera(devices);
  expect(devices.getUserMedia).toHaveBeenCalledWith(
    expect.objectContaining({
      audio: false,
      video: expect.objectContaining({ facingMode: { ideal: "environment" } }),
    }),
  );
  expect(camera.controls()).toEqual({ torch: true, zoom: { min: 1, max: 8, step: 0.5, now: 2 } });
  await camera.setTorch(true);
  await camera.setZoom(4);
  expect(track.applyConstraints).toHaveBeenNthCalledWith(1, { advanced: [{ torch: true }] });
  expect(track.applyConstraints).toHaveBeenNthCalledWith(2, { advanced: [{ zoom: 4 }] });
});

it.each([
  ["has neither", {}],
  ["has a zoom range of one value", { torch: false, zoom: { min: 1, max: 1 } }],
  ["does not list its capabilities", null],
])(
  "the camera controls offer neither torch nor zoom when the camera %s",
  async (_, capabilities) => {
    const camera = await openCamera(fakeTrack(capabilities).devices);
    expect(camera.controls()).toEqual({ torch: false, zoom: null });
  },
);

it("the camera can be stopped, and reports when the system takes it away", async () => {
  const { track, devices } = fakeTrack({});
  const camera = await openCamera(devices);
  const lost = vi.fn();
  camera.whenLost(lost);
  camera.stop();
  expect(track.stop).toHaveBeenCalledOnce();
  expect(lost).not.toHaveBeenCalled();
  track.dispatchEvent(new Event("ended"));
  expect(lost).toHaveBeenCalledOnce();
});

it("openCamera fails without camera access and when the person refuses", async () => {
  const denied = new DOMException("Permission denied", "NotAllowedError");
  await expect(openCamera({ getUserMedia: () => Promise.reject(denied) })).rejects.toBe(denied);
  vi.stubGlobal("navigator", {});
  await expect(openCamera()).rejects.toThrow("no access to cameras");
  vi.unstubAllGlobals();
});
