import { expect, it } from "vitest";
import { emptyWords, keptWords } from "./recordings-words.ts";

it("says how many recordings are kept, and how much space they take", () => {
  expect(keptWords({ count: 0, size: 0 })).toBe("No recordings are kept now.");
  expect(keptWords({ count: 1, size: 240_000 })).toBe("1 recording takes 240 kB on this device.");
  expect(keptWords({ count: 12, size: 3_400_000 })).toBe(
    "12 recordings take 3.4 MB on this device.",
  );
});

it("says that recordings without recognised speech stay", () => {
  expect(emptyWords({ count: 1, size: 8_000 })).toBe(
    "In 1 recording (8 kB) no speech was recognised. It is nowhere else, and stays until you discard it.",
  );
  expect(emptyWords({ count: 2, size: 8_000 })).toContain(
    "They are nowhere else, and stay until you discard them.",
  );
});
