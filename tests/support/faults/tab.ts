import type { Context } from "../sync/device.ts";
import type { ManualClock } from "../sync/manual-clock.ts";
import type { Freezer } from "./fault-network.ts";
import type { Life } from "./life.ts";
import type { MortalStorage } from "./mortal-storage.ts";

export interface Tab {
  kind: "page" | "worker";
  personId: string;
  context: Context;
  life: Life;
  clock: ManualClock;
  storage: MortalStorage;
  frozen: boolean;
  freezer: Freezer;
  thaw: () => void;
  /** The person signed out: the tab is closed, and what it had begun still comes to an end. */
  left: boolean;
  leave: () => void;
}

/**
 * Freezes a tab: its clock stops, it sends and receives nothing, and it keeps its locks.
 * @param now the device's time, to which the tab's clock is set when it thaws
 */
export function freeze(tab: Tab, now: () => number): void {
  if (tab.frozen || !tab.life.alive) return;
  tab.frozen = true;
  tab.freezer.thawed = new Promise((resolve) => {
    tab.thaw = () => {
      tab.frozen = false;
      resolve();
      tab.clock.advance(Math.max(0, now() - tab.clock.now()));
    };
  });
}

/**
 * Ignores failures in a dead or closed context, and failures of the device's storage, of which the
 * page tells its person.
 */
export function unlessItEnded(tab: Tab): (error: unknown) => void {
  return (error) => {
    if (tab.life.alive && !tab.left && !isStorageFault(error)) throw error;
  };
}

const STORAGE_FAULTS = [
  "AbortError",
  "DatabaseClosedError",
  "InvalidStateError",
  "OpenFailedError",
  "QuotaExceededError",
  "TransactionInactiveError",
  "UnknownError",
];

/**
 * Whether the device failed, and not the app: its disk is full, or a database connection was lost.
 */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (STORAGE_FAULTS.includes(error.name)) return true;
  // Dexie's error for several failed writes at once.
  return "failures" in error && Object.values(Object(error.failures)).every(isStorageFault);
}
