import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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

describe("RainLoop", () => {
  it("paints a frame every 80 ms", () => {
    const { ticks, drawImage } = rain();
    vi.advanceTimersByTime(79);
    expect(ticks).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ticks).toHaveBeenCalledOnce();
    drawImage.mockClear();
    vi.advanceTimersByTime(800);
    expect(ticks).toHaveBeenCalledTimes(11);
    expect(drawImage).toHaveBeenCalled();
  });

  it("covers the whole canvas with cells of 16 px, and never clears it at once", () => {
    const { canvas, drawImage, clearRect } = rain({ width: 330, height: 170, scale: 1 });
    expect([canvas.width, canvas.height]).toEqual([330, 170]);
    clearRect.mockClear();
    vi.advanceTimersByTime(500 * FRAME_MS);
    const places = drawImage.mock.calls.map((call) => call.slice(5) as number[]);
    expect(places.every(([x = 1, y = 1]) => x % 16 === 0 && y % 16 === 0)).toBe(true);
    expect(places.every(([, , width, height]) => width === 16 && height === 16)).toBe(true);
    expect(Math.max(...places.map(([x = 0]) => x))).toBe(320);
    expect(Math.max(...places.map(([, y = 0]) => y))).toBe(160);
    expect(clearRect.mock.calls.every(([, , width]) => width === 16)).toBe(true);
  });

  it("has one timer, none while it is stopped, and continues where it stopped", () => {
    const { loop, ticks, drawImage } = rain();
    loop.obey({ kind: "run", runs: true });
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5 * FRAME_MS);
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

  it("paints a still picture before it runs, at the pixel density that it is given", () => {
    const { canvas, drawImage } = rain({ width: 390, height: 844, scale: 2 }, false);
    expect(vi.getTimerCount()).toBe(0);
    expect([canvas.width, canvas.height]).toEqual([780, 1688]);
    expect(drawImage.mock.lastCall?.slice(7)).toEqual([32, 32]);
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
});
