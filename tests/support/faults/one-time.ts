import { vi } from "vitest";
import type { ManualClock } from "../sync/manual-clock.ts";

/**
 * Makes the libraries that read the global clock use the device's: auth-js checks whether a session
 * has expired, waits between two tries of a refresh and takes over a lock that is never released;
 * postgrest-js waits between two tries of a read. Lasts until vitest's stubs are removed.
 */
export function stubTime(clock: ManualClock): void {
  const RealDate = globalThis.Date;
  vi.stubGlobal(
    "Date",
    class extends RealDate {
      constructor(...given: [] | [number | string | Date]) {
        super(given[0] ?? clock.now());
      }
      static override now(): number {
        return clock.now();
      }
    },
  );
  const cancels = new Map<number, () => void>();
  let timers = 0;
  vi.stubGlobal("setTimeout", (callback: (...given: unknown[]) => void, ms = 0, ...given: []) => {
    const timer = ++timers;
    const ring = () => {
      if (cancels.delete(timer)) callback(...given);
    };
    // Dexie notifies its observers after a timeout of zero. That takes no time on this clock, and
    // Node's minimum of one millisecond would be longer than many turns of the event loop.
    if (ms === 0) setImmediate(ring);
    cancels.set(timer, ms === 0 ? () => {} : clock.after(ms, ring));
    return timer;
  });
  vi.stubGlobal("clearTimeout", (timer: number) => {
    cancels.get(timer)?.();
    cancels.delete(timer);
  });
}
