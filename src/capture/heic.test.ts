import { expect, it } from "vitest";
import { isHeic } from "./compress-photo.ts";

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
  ["a video", file("isom")],
  ["a file whose first box is not ftyp", file("heic", "free")],
  ["a JPEG", new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])])],
  ["an empty file", new Blob([])],
])("isHeic returns false for %s", async (_, other) => {
  expect(await isHeic(other)).toBe(false);
});
