import Dexie from "dexie";
import { vi } from "vitest";
import { readUnsent } from "../../../src/mirror/unsent.ts";
import type { EngineOptions } from "../../../src/sync/engine-options.ts";
import { sendUnfinished } from "../../../src/sync/unfinished-recordings.ts";
import { type Context, Device } from "../sync/device.ts";
import { createManualClock, type ManualClock } from "../sync/manual-clock.ts";
import { Accounts } from "./accounts.ts";
import { Disk } from "./disk.ts";
import { FaultNetwork, type Freezer, LATE_MS } from "./fault-network.ts";
import { Life } from "./life.ts";
import { type ItemPlan, type MadeItem, makeItem, planItem } from "./made-items.ts";
import { mortalLocks } from "./mortal-locks.ts";
import { type MortalStorage, mortalStorage } from "./mortal-storage.ts";
import { NewerDatabase } from "./newer-version.ts";
import { stubTime } from "./one-time.ts";
import { type Finding, judge, readQueue } from "./oracle.ts";
import { isStorageFault } from "./storage-faults.ts";
import { Turns } from "./turns.ts";

/** How the engine under test differs from the one that people use; null when it does not. */
export type Change = ((options: EngineOptions) => EngineOptions) | null;

/** One tab, or the worker. */
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
  /** Its person signed out: it is closed, and what it had begun comes to its end. */
  left: boolean;
  leave: () => void;
}

/** Event loop turns without storage or network at work after which nothing more happens by itself. */
const CALM_TURNS = 8;
/** Turns after which a device that is still busy is said to run in circles. */
const MOST_TURNS = 20_000;
/** The longest step of time while nothing is planned. */
const IDLE_STEP_MS = 60_000;
/** Pages that may still die, freeze or lose their session while everything is made good. */
const MOST_PAGES = 8;

/** A device, its contexts, its network and its server, under one time that moves only when told. */
export class World {
  readonly device = new Device();
  readonly server = this.device.server;
  readonly made: MadeItem[] = [];
  /** Crash points that its contexts came by, all together. */
  pointsPassed = 0;
  readonly disk = new Disk();
  readonly turns = new Turns();
  /** A newer version of the app is installed: what is opened from then on is of it. */
  updated = false;
  readonly #activity = { count: 0 };
  readonly network = new FaultNetwork(this.server, this.device.clock, this.#activity);
  readonly accounts = new Accounts(this.device, () => this.pages());
  readonly #change: Change;
  readonly #random: () => number;
  #deathAt = 0;
  tabs: Tab[] = [];

  constructor(change: Change = null, random: () => number = () => 0.5) {
    this.#change = change;
    this.#random = random;
    stubTime(this.device.clock);
    // Engine and libraries complain of all that goes wrong here, and that is most of it.
    vi.stubGlobal("console", { ...console, error: () => {}, warn: () => {} });
    this.device.signIn(this.server.personId);
    this.server.fate = ({ kind, key }) => {
      const item = this.made.find(({ id }) => id === key);
      return kind === "function" && item?.refused ? { status: 422, code: "malformed" } : "answer";
    };
  }

  get #now(): number {
    return this.device.clock.now();
  }

  /**
   * Opens a context of whoever is signed in; when nobody is, who was last signs in. It lives, and its
   * engine is not started yet.
   */
  async open(kind: Tab["kind"] = "page"): Promise<Tab> {
    const personId = this.accounts.signIn();
    const life = new Life(() => {
      this.pointsPassed += 1;
      if (this.pointsPassed === this.#deathAt) life.die();
    });
    const clock = createManualClock(this.#now);
    const { disk, turns } = this;
    const storage = mortalStorage({ life, activity: this.#activity, disk, turns });
    const tab: Omit<Tab, "context"> = {
      kind,
      personId,
      life,
      clock,
      storage,
      frozen: false,
      freezer: { thawed: Promise.resolve() },
      thaw: () => {},
      left: false,
      leave: () => {},
    };
    const ofDevice = Dexie.dependencies.indexedDB;
    Dexie.dependencies.indexedDB = storage.factory;
    const context = this.device.open(clock, {
      personId,
      sessionRefused: () => {
        // A worker has nobody to tell.
        if (kind === "page") this.accounts.refused(personId);
      },
      locks: mortalLocks(this.device.locks, life),
      fetch: this.network.fetchOf(life, tab.freezer),
      random: this.#random,
      ...(this.updated && { database: NewerDatabase }),
      ...(this.#change !== null && { change: this.#change }),
    });
    Dexie.dependencies.indexedDB = ofDevice;
    life.onDeath(() => {
      tab.thaw();
      context.close();
    });
    await context.db.open();
    this.accounts.seen.add(personId);
    const leave = () => {
      opened.left = true;
      context.close();
    };
    const opened = Object.assign(tab, { context, leave });
    this.tabs.push(opened);
    return opened;
  }

  /** Whichever context comes by the so-many-th crash point from here dies there. */
  dieAt(points: number): void {
    this.#deathAt = this.pointsPassed + points;
  }

  /** The living, oldest first. */
  living(): Tab[] {
    return this.tabs.filter(({ life, left }) => life.alive && !left);
  }

  pages(): Tab[] {
    return this.living().filter(({ kind }) => kind === "page");
  }

  /** Makes an item in a context, which may die over it. */
  async make(tab: Tab, plan: ItemPlan): Promise<void> {
    const item = planItem(plan, this.made.length, tab.personId);
    this.made.push(item);
    await Promise.race([makeItem(tab.context, item).catch(dead(tab)), tab.life.ended]);
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

  /** Everything on the device ends at once, and what no disk has written down is gone. */
  async cutPower(): Promise<void> {
    for (const { life } of this.tabs) life.die();
    await this.settle();
    await this.disk.forget();
  }

  /** Somebody, or the network, sets the device's clock. */
  setClocks(byMs: number): void {
    for (const { clock } of [this.device, ...this.tabs]) clock.set(byMs);
  }

  /** Lets everything happen that happens without time passing. @throws Restless */
  async settle(): Promise<void> {
    let turns = 0;
    for (let calm = 0; calm < CALM_TURNS; turns += 1) {
      if (turns > MOST_TURNS) throw new Restless();
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
    return this.#judge("now");
  }

  async #judge(when: "now" | "drained"): Promise<Finding[]> {
    const unfenced = this.turns.intrusions.map((stores): Finding => {
      return { broken: "unfenced", about: `${stores}, by who had lost the turn` };
    });
    return [...unfenced, ...(await judge(this.server, this.accounts.seen, this.made, when))];
  }

  /**
   * The end of every story: the network works, everybody comes by one after the other with an open
   * page, signs in again when asked, and keeps what a dead page left half recorded.
   * @returns what the contract promises and did not hold then
   */
  async heal(withinMs: number): Promise<Finding[]> {
    this.network.faults = [];
    this.network.up = true;
    this.disk.room = Number.POSITIVE_INFINITY;
    for (const { storage } of this.tabs) storage.mend();
    for (const personId of [this.accounts.signIn(), ...this.accounts.seen]) {
      await this.#drainAs(personId, withinMs);
    }
    const thawed = this.living().filter(({ frozen }) => frozen);
    for (const tab of thawed) tab.thaw();
    // Late copies of requests, and who wakes up late, must change nothing any more.
    const echoes = thawed.length > 0 || this.device.clock.untilNext() !== null;
    await this.elapse(echoes ? LATE_MS : 0);
    return this.#judge("drained");
  }

  /** Somebody is there with an open page until everything of theirs is sent. */
  async #drainAs(personId: string, withinMs: number): Promise<void> {
    const { clock } = this.device;
    const end = clock.ticks() + withinMs;
    const isDrained = async () => {
      const queue = await readQueue(personId);
      return queue.every(({ state }) => state === "needs-attention");
    };
    const isAwake = (tab: Tab) => this.pages().includes(tab) && !tab.frozen;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      this.accounts.signIn(personId);
      const old = this.pages().find((tab) => tab.personId === personId && isAwake(tab));
      const page = old ?? (await this.open());
      const { engine } = page.context;
      await this.settle();
      if (!isAwake(page)) continue;
      await keepDrafts(page).catch(dead(page));
      if (page === old) engine.wake("visible");
      else engine.start();
      await this.elapse(end - clock.ticks(), async () => !isAwake(page) || (await isDrained()));
      if (await isDrained()) return;
    }
  }

  close(): void {
    for (const tab of this.tabs) tab.life.die();
    this.device.close();
  }
}

/** Thrown when something is done again and again without time passing: a hot loop. */
class Restless extends Error {}

/** What a story that was broken off shows. Any other error is none of the story's. */
export function restless(error: unknown): Finding {
  if (!(error instanceof Restless)) throw error;
  return { broken: "stuck", about: "the device never comes to rest" };
}

async function keepDrafts({ context }: Tab): Promise<void> {
  const { db, ports } = context;
  const { unfinished } = await readUnsent(db, ports.locks);
  for (const { id } of unfinished) await sendUnfinished(db, id);
}

/** What fails in a context that died concerns nobody; what the device fails at, its person is told. */
function dead(tab: Tab): (error: unknown) => void {
  return (error) => {
    if (tab.life.alive && !tab.left && !isStorageFault(error)) throw error;
  };
}
