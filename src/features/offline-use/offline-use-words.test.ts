import { describe, expect, it } from "vitest";
import { offlineUse } from "./offline-use-words.ts";

const STORED = { kind: "stored" } as const;
const HALF = { kind: "storing", stored: 52, wanted: 104 } as const;

describe("use without a signal", () => {
  it("is ready once the app is stored and the person's own is fetched, and stays so without a signal", () => {
    const ready = { tone: "ready", text: "Ready for use without a signal", percent: null };
    expect(offlineUse(STORED, true, true)).toEqual(ready);
    expect(offlineUse(STORED, true, false)).toEqual(ready);
  });

  it("is being prepared while either of them is missing", () => {
    const text = "Getting ready for use without a signal…";
    expect(offlineUse(HALF, true, true)).toEqual({ tone: "preparing", text, percent: 50 });
    expect(offlineUse(STORED, false, true)).toEqual({ tone: "preparing", text, percent: null });
  });

  it("is never called complete before it is", () => {
    const all = { kind: "storing", stored: 104, wanted: 104 } as const;
    expect(offlineUse(all, true, true)?.percent).toBe(99);
    expect(offlineUse({ ...all, stored: 0, wanted: 0 }, true, true)?.percent).toBeNull();
  });

  it("waits for a signal where something is missing and there is none", () => {
    for (const [app, pulled] of [[HALF, true] as const, [STORED, false] as const]) {
      expect(offlineUse(app, pulled, false)?.tone).toBe("not-ready");
    }
  });

  it("says nothing before it is known, and that it can't be where it can't", () => {
    expect(offlineUse({ kind: "unknown" }, true, true)).toBeNull();
    expect(offlineUse(STORED, undefined, true)).toBeNull();
    expect(offlineUse({ kind: "unsupported" }, true, true)?.text).toBe(
      "This browser opens the app with a signal only.",
    );
  });
});
