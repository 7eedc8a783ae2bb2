import { expect, it } from "vitest";
import {
  describeFetching,
  describeReady,
  describeTooSlow,
  type Fetching,
  formatArrived,
} from "./speech-model.ts";

const size = "small";
const coming = { size, received: 12_340_000, total: 25_900_000 } as const;

it.each<[Fetching, string, string | null]>([
  [{ kind: "downloading", ...coming }, "Downloading…", "12.3 of 25.9 MB"],
  [{ kind: "waiting", ...coming }, "Waiting for a connection.", "12.3 of 25.9 MB"],
  [
    { kind: "postponed", size, total: 3_100_000 },
    "This version of the app needs a newer model (3.1 MB). It is downloaded on Wi-Fi, while nothing is recorded or sent.",
    null,
  ],
  [
    { kind: "no-room", size, needed: 76_000_000, free: 12_000_000 },
    "Not enough room: 76.0 MB have to be free, so that your recordings keep theirs, and 12.0 MB are. Remove something from this device and try again.",
    null,
  ],
  [
    { kind: "no-room", size, needed: 76_000_000, free: null },
    "Not enough room: 76.0 MB have to be free, so that your recordings keep theirs. Remove something from this device and try again.",
    null,
  ],
  [
    { kind: "failed", size, why: "gone" },
    "The server has a newer version of the app. Update or reload it, then try again.",
    null,
  ],
  [{ kind: "failed", size, why: "not-kept" }, "This device could not keep it. Try again.", null],
])("says of a first download that it is %o", (fetching, words, arrived) => {
  expect(describeFetching(fetching, null)).toBe(words);
  expect(formatArrived(fetching)).toBe(arrived);
});

it("says of a newer version that it is one, and not of another size", () => {
  expect(describeReady("better")).toBe("Ready: the better model is on this device.");
  const fetching: Fetching = { kind: "downloading", ...coming };
  expect(describeFetching(fetching, "small")).toBe("A newer version is being downloaded…");
  expect(describeFetching(fetching, "better")).toBe("Downloading…");
  expect(describeFetching({ kind: "postponed", size, total: 1_000_000 }, "small")).toBe(
    "A newer version (1.0 MB) is downloaded on Wi-Fi, while nothing is recorded or sent.",
  );
});

it("says that a device is too slow, if it was measured with the model that it has", () => {
  expect(describeTooSlow(null, "small")).toBeNull();
  expect(describeTooSlow({ size: "small", factor: 1 }, "small")).toBeNull();
  expect(describeTooSlow({ size: "better", factor: 2 }, "small")).toBeNull();
  expect(describeTooSlow({ size: "small", factor: 1.84 }, "small")).toBe(
    "This device is too slow to understand speech by itself: a minute of speech takes it 1.8 minutes. Remove it to free its room.",
  );
  expect(describeTooSlow({ size: "better", factor: 1.3 }, "better")).toContain(
    "Try the small model",
  );
});
