import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RainField, TRAIL_STEPS } from "./rain-field.ts";

const GLYPH_COUNT = 30;

/** A painter that notes the lit cells by "column,row", and which cells changed. */
function surface() {
  const cells = new Map<string, { glyph: number; step: number }>();
  const changed = new Set<string>();
  const light = (column: number, row: number, glyph: number, step: number) => {
    cells.set(`${column},${row}`, { glyph, step });
    changed.add(`${column},${row}`);
  };
  const clear = (column: number, row: number) => {
    cells.delete(`${column},${row}`);
    changed.add(`${column},${row}`);
  };
  return { cells, changed, light, clear };
}

/** A random number generator that gives the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const anyField = fc.record({
  seed: fc.nat(),
  columns: fc.integer({ min: 0, max: 30 }),
  rows: fc.integer({ min: 0, max: 40 }),
  ticks: fc.integer({ min: 0, max: 300 }),
});

describe("RainField", () => {
  it("leaves exactly the lit cells on the surface although it paints only changed cells", () => {
    fc.assert(
      fc.property(anyField, ({ seed, columns, rows, ticks }) => {
        const field = new RainField(GLYPH_COUNT, seeded(seed));
        field.resize(columns, rows);
        const kept = surface();
        field.paint(kept);
        for (let tick = 0; tick < ticks; tick += 1) field.tick(kept);
        const fresh = surface();
        field.paint(fresh);
        expect(kept.cells).toEqual(fresh.cells);
        for (const [place, { glyph, step }] of kept.cells) {
          const [column, row] = place.split(",").map(Number);
          expect(column).toBeLessThan(columns);
          expect(row).toBeLessThan(rows);
          expect(glyph).toBeLessThan(GLYPH_COUNT);
          expect(step).toBeLessThanOrEqual(TRAIL_STEPS);
        }
      }),
    );
  });

  it("shows rain from the first moment and after an hour, and changes few cells in each tick", () => {
    const field = new RainField(GLYPH_COUNT, seeded(5));
    field.resize(90, 57);
    const seen = surface();
    field.paint(seen);
    expect(seen.cells.size).toBeGreaterThan(100);
    for (let tick = 0; tick < 45_000; tick += 1) {
      seen.changed.clear();
      field.tick(seen);
      const { size } = seen.changed;
      if (size === 0 || size > (90 * 57) / 10) expect.fail(`${size} cells in tick ${tick}`);
    }
    expect(seen.cells.size).toBeGreaterThan(100);
  });
});
