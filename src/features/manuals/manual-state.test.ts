import { expect, it } from "vitest";
import type { Download } from "#mirror/person/knowledge/knowledge-rows.ts";
import {
  activeDownload,
  bytesTaken,
  bytesToCome,
  describeState,
  describeStorage,
  manualState,
  underWay,
} from "./manual-list.tsx";

const download = (changed: Partial<Download> = {}): Download => ({
  fileId: "a",
  state: "wanted",
  receivedBytes: 0,
  sizeBytes: 1000,
  refusal: null,
  ...changed,
});
const words = (of: Download | undefined, reachable = true, active: string | null = "a") =>
  describeState(manualState(of, { reachable, active }), false);

it("describes the download state of a manual", () => {
  expect(words(undefined)).toBe("Not on this device");
  expect(describeState({ kind: "absent" }, true)).toBe("Only its text is on this device");
  expect(words(download(), true, "b")).toBe("Waiting for its turn");
  expect(words(download({ receivedBytes: 429 }))).toBe("Downloading… 42%");
  expect(words(download({ receivedBytes: 1429 }))).toBe("Downloading… 100%");
  expect(words(download({ receivedBytes: 429 }), false)).toBe("Waiting for a connection");
  expect(words(download({ refusal: "It is gone." }), false)).toBe("It is gone.");
  expect(words(download({ state: "whole" }), false)).toBe("On this device");
});

it("has at most one active download, and never a refused one", () => {
  const waiting = [download({ fileId: "c" }), download({ fileId: "b" })];
  const settled = [download({ refusal: "no" }), download({ fileId: "0", state: "whole" })];
  expect(activeDownload([...waiting, ...settled])).toBe("b");
  expect(activeDownload(settled)).toBe(null);
});

it("counts the missing bytes of downloads that are neither complete nor refused", () => {
  const coming = underWay([
    download({ receivedBytes: 400 }),
    download({ fileId: "b" }),
    download({ fileId: "c", refusal: "It is gone." }),
    download({ fileId: "d", state: "whole" }),
  ]);
  expect(coming.map(({ fileId }) => fileId)).toEqual(["a", "b"]);
  expect(bytesToCome(coming)).toBe(1600);
});

it("counts the received parts of unfinished files as used space", () => {
  const taken = bytesTaken([
    download({ receivedBytes: 400 }),
    download({ fileId: "b", state: "whole", receivedBytes: 0, sizeBytes: 2_000_000 }),
  ]);
  expect(taken).toBe(2_000_400);
  expect(describeStorage(taken, 5_000_000)).toBe("2.0 MB on this device · 5.0 MB free");
  expect(describeStorage(0, null)).toBe("No files on this device");
});
