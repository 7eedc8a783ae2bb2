import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RainField } from "./rain-field.ts";
import { FRAME_MS, GLYPHS, RainLoop } from "./rain-loop.ts";
import { rainPalette } from "./rain-palette.ts";

/** A canvas that notes what part of the sheet each cell shows, and which cells have changed. */
function fakeCanvas() {
  const shown = new Map<string, string>();
  const changed = new Set<string>();
  const context = {
    clearRect(x: number, y: number, width: number) {
      if (width === canvas.width) shown.clear();
      shown.delete(`${x},${y}`);
      changed.add(`${x},${y}`);
    },
    drawImage(_: unknown, ...[left, top, , , x, y, width]: number[]) {
      shown.set(`${x},${y}`, `${left},${top},${width}`);
    },
    fillText() {},
    setTransform() {},
    fillStyle: "",
  };
  const canvas = { width: 0, height: 0, getContext: () => context, shown, changed };
  return canvas;
}

/** Rain that has a size, and runs if that is wanted. */
function rain({ scale = 1, runs = true } = {}) {
  const canvas = fakeCanvas();
  const field = new RainField(GLYPHS.length, Math.random);
  const loop = new RainLoop(
    canvas as unknown as OffscreenCanvas,
    fakeCanvas() as unknown as OffscreenCanvas,
    field,
  );
  loop.obey({ kind: "colors", palette: rainPalette("field_tech", "dark") });
  loop.obey({ kind: "size", width: 1440, height: 900, scale });
  if (runs) loop.obey({ kind: "run", runs });
  return { loop, canvas, field };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("the rain paints a frame every 80 ms by one timer, and continues where it was stopped", () => {
  const { loop, field } = rain();
  const ticks = vi.spyOn(field, "tick");
  loop.obey({ kind: "run", runs: true });
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(79);
  expect(ticks).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1 + 4 * FRAME_MS);
  loop.obey({ kind: "run", runs: false });
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(ticks).toHaveBeenCalledTimes(5);
  loop.obey({ kind: "run", runs: true });
  vi.advanceTimersByTime(FRAME_MS);
  expect(ticks).toHaveBeenCalledTimes(6);
});

it("the rain is there from the first moment and after an hour, and changes little in a frame", () => {
  const { canvas } = rain();
  expect(canvas.shown.size).toBeGreaterThan(100);
  for (let frame = 0; frame < 45_000; frame += 1) {
    canvas.changed.clear();
    vi.advanceTimersByTime(FRAME_MS);
    const { size } = canvas.changed;
    if (size === 0 || size > (90 * 57) / 10) expect.fail(`${size} cells in frame ${frame}`);
  }
  expect(canvas.shown.size).toBeGreaterThan(100);
});

it("the rain is a still picture until it runs, in more pixels on a dense screen", () => {
  const { canvas } = rain({ scale: 2, runs: false });
  expect([vi.getTimerCount(), canvas.width, canvas.height]).toEqual([0, 2880, 1800]);
  expect(canvas.shown.size).toBeGreaterThan(100);
  expect([...canvas.shown.values()].every((part) => part.endsWith(",32"))).toBe(true);
});
