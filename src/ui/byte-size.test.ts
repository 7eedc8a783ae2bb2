import { describe, expect, it } from "vitest";
import { byteSizeWords } from "./byte-size.ts";

describe("byteSizeWords", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [48_200, "48 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [24 * 1024 * 1024, "25.2 MB"],
    [999_949_999, "999.9 MB"],
    [10_737_418_240, "10.7 GB"],
  ])("words %d bytes as %s", (bytes, words) => {
    expect(byteSizeWords(bytes)).toBe(words);
  });
});
