import { makeDueNow } from "#mirror/person/outbox/due.ts";
import { keepsRetryTime } from "#sync/engine/pauses.ts";
import { ScriptedHearer, startScriptedDrafts } from "../scripted-hearer.ts";
import type { Context } from "../sync/device.ts";
import type { ManualClock } from "../sync/manual-clock.ts";
import type { Freezer } from "./fault-network.ts";
import type { Life } from "./life.ts";
import { sha256 } from "./made-items.ts";
import type { MortalStorage } from "./mortal-storage.ts";
import { asHere } from "./page-storage.ts";

/** How long a browser lets a service worker run for one event. */
const LIFETIME_MS = 30_000;
const CHUNK_MS = 400;

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

/** Ignores failures in a dead or closed context, and those of storage, which the page reports. */
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

/** Whether the device failed, and not the app: its disk is full, or a connection was lost. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (STORAGE_FAULTS.includes(error.name)) return true;
  // Dexie's error for several failed writes at once.
  return "failures" in error && Object.values(Object(error.failures)).every(isStorageFault);
}

/** Does what the service worker does when the browser reports a network; then the worker ends. */
export async function drainAsWorker(worker: Tab): Promise<void> {
  const { db, engine } = worker.context;
  worker.clock.after(LIFETIME_MS, () => worker.life.die());
  try {
    await makeDueNow(db, keepsRetryTime(worker.clock.now()));
    await engine.drainOnce();
  } catch {
    // A failure is left to the next time the browser wakes the worker.
  } finally {
    worker.life.die();
  }
}

/** Understands speech in a page as the app does, until the page ends. @returns a function that stops it earlier */
export function makeSpeechDrafts({ context, life, clock }: Tab): () => void {
  const { db, ports } = context;
  const here = asHere((listen: () => void) => listen());
  // Each chunk is one word, which names the chunk's content.
  const hearer = new ScriptedHearer({
    wordOf: sha256,
    after: (listen) => clock.after(CHUNK_MS, () => here(listen)),
  });
  const stop = startScriptedDrafts(clock, { db, hearer, locks: ports.locks });
  // A dead page watches nothing: what still watched would keep its whole device in memory.
  life.onDeath(stop);
  return stop;
}
