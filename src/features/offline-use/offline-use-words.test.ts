import { describe, expect, it } from "vitest";
import { offlineUse } from "./offline-use-words.ts";

const STORED = { kind: "stored" } as const;
const HALF = { kind: "storing", stored: 52, wanted: 104 } as const;

describe("the offline readiness", () => {
  it("is ready once the app and the person's data are stored, also without a signal", () => {
    const ready = { tone: "ready", text: "Ready for use without a signal", percent: null };
    expect(offlineUse(STORED, true, true)).toEqual(ready);
    expect(offlineUse(STORED, true, false)).toEqual(ready);
  });

  it("is preparing while one of the two is missing", () => {
    const text = "Getting ready for use without a signal…";
    expect(offlineUse(HALF, true, true)).toEqual({ tone: "preparing", text, percent: 50 });
    expect(offlineUse(STORED, false, true)).toEqual({ tone: "preparing", text, percent: null });
  });

  it("never shows 100 percent before it is ready", () => {
    const all = { kind: "storing", stored: 104, wanted: 104 } as const;
    expect(offlineUse(all, true, true)?.percent).toBe(99);
    expect(offlineUse({ ...all, stored: 0, wanted: 0 }, true, true)?.percent).toBeNull();
  });

  it("waits for a signal if something is missing and there is no signal", () => {
    for (const [app, pulled] of [[HALF, true] as const, [STORED, false] as const]) {
      expect(offlineUse(app, pulled, false)?.tone).toBe("not-ready");
    }
  });

  it("says nothing before it is known, and says so if offline use is impossible", () => {
    expect(offlineUse({ kind: "unknown" }, true, true)).toBeNull();
    expect(offlineUse(STORED, undefined, true)).toBeNull();
    expect(offlineUse({ kind: "unsupported" }, true, true)?.text).toBe(
      "This browser opens the app with a signal only.",
    );
  });
});
