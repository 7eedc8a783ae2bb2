import { expect, it } from "vitest";
import { offlineReadiness } from "./offline-use.tsx";

const STORED = { kind: "stored" } as const;
const HALF = { kind: "storing", stored: 52, wanted: 104 } as const;
const ALL = { kind: "storing", stored: 104, wanted: 104 } as const;

const READY = { tone: "ready", text: "Ready for use without a signal", percent: null };
const PREPARING = { tone: "preparing", text: "Getting ready for use without a signal…" };
const IMPOSSIBLE = { text: "This browser opens the app with a signal only." };

it.each<[string, ...Parameters<typeof offlineReadiness>, object | null]>([
  ["ready once app and data are stored", STORED, true, true, READY],
  ["preparing while the app is stored", HALF, true, true, { ...PREPARING, percent: 50 }],
  ["preparing while data is fetched", STORED, false, true, { ...PREPARING, percent: null }],
  ["not at 100 percent before it is ready", ALL, true, true, { ...PREPARING, percent: 99 }],
  ["not ready without app and signal", HALF, true, false, { tone: "not-ready" }],
  ["not ready without data and signal", STORED, false, false, { tone: "not-ready" }],
  ["unknown before the app is known", { kind: "unknown" }, true, true, null],
  ["unknown before the data is known", STORED, undefined, true, null],
  ["impossible where the browser cannot do it", { kind: "unsupported" }, true, true, IMPOSSIBLE],
])("the offline readiness is %s", (_, app, pulled, signal, use) => {
  if (use === null) expect(offlineReadiness(app, pulled, signal)).toBeNull();
  else expect(offlineReadiness(app, pulled, signal)).toMatchObject(use);
});
