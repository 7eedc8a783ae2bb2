import Dexie from "dexie";
import { vi } from "vitest";
import type { EngineOptions } from "../../../src/sync/engine-options.ts";
import { abandonedDrafts, keepDraft } from "../../../src/sync/voice-notes.ts";
import { type Context, Device } from "../sync/device.ts";
import { createManualClock, type ManualClock } from "../sync/manual-clock.ts";
import { FaultNetwork, type Freezer, LATE_MS } from "./fault-network.ts";
import { Life } from "./life.ts";
import { type ItemPlan, type MadeItem, makeItem, planItem } from "./made-items.ts";
import { mortalLocks } from "./mortal-locks.ts";
import { mortalStorage } from "./mortal-storage.ts";
import { type Finding, judge, readQueue } from "./oracle.ts";

/** How the engine under test differs from the one that people use; null when it does not. */
export type Change = ((options: EngineOptions) => EngineOptions) | null;

/** One tab, or the worker. */
export interface Tab {
  context: Context;
  life: Life;
  clock: ManualClock;
  frozen: boolean;
  freezer: Freezer;
  thaw: () => void;
}

/** Event loop turns without storage or network at work after which nothing more happens by itself. */
const CALM_TURNS = 8;
/** The longest step of time while nothing is planned. */
const IDLE_STEP_MS = 60_000;

/** A device, its contexts, its network and its server, under one time that moves only when told. */
export class World {
  readonly device = new Device();
  readonly server = this.device.server;
  readonly made: MadeItem[] = [];
  readonly #activity = { count: 0 };
  readonly network = new FaultNetwork(this.server, this.device.clock, this.#activity);
  readonly #change: Change;
  readonly #random: () => number;
  tabs: Tab[] = [];

  constructor(change: Change = null, random: () => number = () => 0.5) {
    this.#change = change;
    this.#random = random;
    // Dexie tells its watchers after a timeout of zero, which Node makes a whole millisecond: longer
    // than many turns of the event loop, so that time would move on before they know.
    const later = globalThis.setTimeout;
    vi.stubGlobal("setTimeout", (callback: () => void, ms = 0, ...given: []) =>
      ms === 0 ? setImmediate(callback) : later(callback, ms, ...given),
    );
    this.server.fate = ({ kind, key }) => {
      const item = this.made.find(({ id }) => id === key);
      return kind === "function" && item?.refused ? { status: 422, code: "malformed" } : "answer";
    };
  }

  get #now(): number {
    return this.device.clock.now();
  }

  get storeName(): string {
    return `field-agents-${this.server.personId}`;
  }

  /** Opens a context on the device's one database. It lives, and its engine is not started yet. */
  async open(): Promise<Tab> {
    const life = new Life();
    const clock = createManualClock(this.#now);
    const tab: Omit<Tab, "context"> = {
      life,
      clock,
      frozen: false,
      freezer: { thawed: Promise.resolve() },
      thaw: () => {},
    };
    const ofDevice = Dexie.dependencies.indexedDB;
    Dexie.dependencies.indexedDB = mortalStorage(life, this.#activity);
    const context = this.device.open(clock, {
      locks: mortalLocks(this.device.locks, life),
      fetch: this.network.fetchOf(life, tab.freezer),
      random: this.#random,
      ...(this.#change !== null && { change: this.#change }),
    });
    Dexie.dependencies.indexedDB = ofDevice;
    life.onDeath(() => {
      tab.thaw();
      context.close();
    });
    await context.db.open();
    const opened = Object.assign(tab, { context });
    this.tabs.push(opened);
    return opened;
  }

  /** The living, oldest first. */
  living(): Tab[] {
    return this.tabs.filter(({ life }) => life.alive);
  }

  /** Makes an item in a context, which may die over it. */
  async make(tab: Tab, plan: ItemPlan): Promise<void> {
    const number = this.made.length;
    const item = planItem(plan, number);
    this.made.push(item);
    await Promise.race([makeItem(tab.context, item, number).catch(dead(tab)), tab.life.ended]);
  }

  /** A suspended tab: its time stands still, it hears nothing and says nothing, and keeps its locks. */
  freeze(tab: Tab): void {
    if (tab.frozen || !tab.life.alive) return;
    tab.frozen = true;
    tab.freezer.thawed = new Promise((resolve) => {
      tab.thaw = () => {
        tab.frozen = false;
        resolve();
        tab.clock.advance(Math.max(0, this.#now - tab.clock.now()));
      };
    });
  }

  /** Lets everything happen that happens without time passing. */
  async settle(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; ) {
      await new Promise((resolve) => setImmediate(resolve));
      calm = this.#activity.count > 0 ? 0 : calm + 1;
    }
  }

  /** Lets time pass, timer by timer. @param enough ends it early */
  async elapse(ms: number, enough: () => Promise<boolean> = async () => false): Promise<boolean> {
    const end = this.#now + ms;
    for (;;) {
      await this.settle();
      if (await enough()) return true;
      const left = end - this.#now;
      if (left <= 0) return false;
      const clocks = [
        this.device.clock,
        ...this.living()
          .filter(({ frozen }) => !frozen)
          .map(({ clock }) => clock),
      ];
      const next = clocks.map((clock) => clock.untilNext()).filter((time) => time !== null);
      const step = Math.min(left, IDLE_STEP_MS, ...next);
      for (const clock of clocks) clock.advance(Math.max(0, step));
    }
  }

  /** What the contract promises and does not hold now. */
  judge(): Promise<Finding[]> {
    return judge(this.server, this.storeName, this.made, "now");
  }

  /**
   * The end of every story: the network works, the person is there with an open page, signs in again
   * when asked, and keeps what a dead page left half recorded.
   * @returns what the contract promises and did not hold then
   */
  async heal(withinMs: number): Promise<Finding[]> {
    this.network.faults = [];
    this.network.up = true;
    const last = await this.open();
    last.context.engine.start();
    const { db, ports } = last.context;
    await this.settle();
    for (const tab of this.living()) {
      if (tab.frozen || tab.context.sessionRefusals() === 0) continue;
      tab.life.die();
    }
    for (const draft of await abandonedDrafts(db, ports)) await keepDraft(db, draft.id);
    const drained = async () => {
      if (last.context.sessionRefusals() > 0) return true;
      const queue = await readQueue(this.storeName);
      return queue.every(({ state }) => state === "needs-attention");
    };
    await this.elapse(withinMs, drained);
    const thawed = this.living().filter(({ frozen }) => frozen);
    for (const tab of thawed) tab.thaw();
    // Late copies of requests, and who wakes up late, must change nothing any more.
    const echoes = thawed.length > 0 || this.device.clock.untilNext() !== null;
    await this.elapse(echoes ? LATE_MS : 0);
    return judge(this.server, this.storeName, this.made, "drained");
  }

  close(): void {
    for (const tab of this.living()) tab.life.die();
    this.device.close();
  }
}

/** What fails in a context that died concerns nobody. */
function dead(tab: Tab): (error: unknown) => void {
  return (error) => {
    if (tab.life.alive) throw error;
  };
}
