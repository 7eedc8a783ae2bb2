import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeAttempts, isHeic, LONGEST_SIDE } from "./compress-photo.ts";

const side = fc.integer({ min: 1, max: 20_000 });

it("the first encode attempt has at most 1600 px on its longest side", () => {
  expect(encodeAttempts(4000, 3000)[0]).toEqual({ width: 1600, height: 1200, quality: 0.85 });
  expect(encodeAttempts(3000, 4000)[0]).toEqual({ width: 1200, height: 1600, quality: 0.85 });
  expect(encodeAttempts(640, 480)[0]).toEqual({ width: 640, height: 480, quality: 0.85 });
});

it("encode attempts reduce quality before size, keep the proportions, and never enlarge", () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const attempts = encodeAttempts(width, height);
      const sizes = attempts.map((attempt) => Math.max(attempt.width, attempt.height));
      const qualities = attempts.map(({ quality }) => quality);
      const ofFirstSize = qualities.filter((_, index) => sizes[index] === sizes[0]);
      expect(new Set(ofFirstSize).size).toBe(ofFirstSize.length);
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      expect(qualities).toEqual(qualities.toSorted((a, b) => b - a));
      for (const attempt of attempts) {
        expect(Math.max(attempt.width, attempt.height)).toBeLessThanOrEqual(LONGEST_SIDE);
        expect(attempt.width).toBeLessThanOrEqual(width);
        expect(attempt.height).toBeLessThanOrEqual(height);
        const scale = Math.max(attempt.width, attempt.height) / Math.max(width, height);
        expect(Math.abs(attempt.width - width * scale)).toBeLessThanOrEqual(1);
        expect(Math.abs(attempt.height - height * scale)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

const file = (brand: string, box = "ftyp"): Blob =>
  new Blob([new Uint8Array([0, 0, 0, 24]), `${box}${brand}`, "more of it"]);

it.each(["heic", "heix", "hevc", "mif1"])(
  "isHeic recognizes a photo of brand %s by its content",
  async (brand) => {
    expect(await isHeic(file(brand))).toBe(true);
  },
);

it.each([
  ["an AVIF", file("avif")],
  ["a file whose first box is not ftyp", file("heic", "free")],
  ["a JPEG", new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])],
  ["an empty file", new Blob([])],
])("isHeic returns false for %s", async (_, other) => {
  expect(await isHeic(other)).toBe(false);
});
