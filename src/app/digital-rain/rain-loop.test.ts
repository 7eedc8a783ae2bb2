import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { GLYPHS } from "./rain-canvas.ts";
import { RainField } from "./rain-field.ts";
import { FRAME_MS, RainLoop } from "./rain-loop.ts";
import { rainPalette } from "./rain-palette.ts";

/** A canvas that records the calls made to paint on it. */
function fakeCanvas() {
  const context = {
    clearRect: vi.fn(),
    drawImage: vi.fn(),
    fillText: vi.fn(),
    setTransform: vi.fn(),
    fillStyle: "",
  };
  return { width: 0, height: 0, getContext: () => context, context };
}

/** Rain that has a size, and runs if that is wanted. */
function rain(size = { width: 1440, height: 900, scale: 1 }, runs = true) {
  const canvas = fakeCanvas();
  const sheet = fakeCanvas();
  const field = new RainField(GLYPHS.length, Math.random);
  const ticks = vi.spyOn(field, "tick");
  const loop = new RainLoop(
    canvas as unknown as OffscreenCanvas,
    sheet as unknown as OffscreenCanvas,
    field,
  );
  loop.obey({ kind: "colors", palette: rainPalette("field_tech", "dark") });
  loop.obey({ kind: "size", ...size });
  if (runs) loop.obey({ kind: "run", runs });
  return { loop, canvas, sheet, ticks, ...canvas.context };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("paints a frame every 80 ms by one timer, and continues where it was stopped", () => {
  const { loop, ticks, drawImage } = rain();
  loop.obey({ kind: "run", runs: true });
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(79);
  expect(ticks).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1 + 4 * FRAME_MS);
  loop.obey({ kind: "run", runs: false });
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(ticks).toHaveBeenCalledTimes(5);
  drawImage.mockClear();
  loop.obey({ kind: "run", runs: true });
  expect(drawImage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(FRAME_MS);
  expect(ticks).toHaveBeenCalledTimes(6);
});

it("covers the whole canvas with cells, also as a still picture and on a dense screen", () => {
  const { canvas, drawImage } = rain({ width: 330, height: 170, scale: 2 }, false);
  expect([vi.getTimerCount(), canvas.width, canvas.height]).toEqual([0, 660, 340]);
  expect(drawImage.mock.lastCall?.slice(7)).toEqual([32, 32]);
  const running = rain({ width: 330, height: 170, scale: 1 });
  vi.advanceTimersByTime(500 * FRAME_MS);
  const places = running.drawImage.mock.calls.map((call) => call.slice(5) as number[]);
  expect(Math.max(...places.map(([x = 0]) => x))).toBe(320);
  expect(Math.max(...places.map(([, y = 0]) => y))).toBe(160);
});

it("repaints drops in the new colours while they fall", () => {
  const { loop, drawImage, sheet } = rain();
  const before = drawImage.mock.calls.map((call) => call.slice(1));
  drawImage.mockClear();
  const palette = rainPalette("admin", "dark");
  loop.obey({ kind: "colors", palette });
  expect(drawImage.mock.calls.map((call) => call.slice(1))).toEqual(before);
  expect(sheet.context.fillStyle).toBe(palette.at(-1)?.color);
});
