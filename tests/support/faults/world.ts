import Dexie from "dexie";
import { IDBFactory } from "fake-indexeddb";
import { vi } from "vitest";
import { deviceDatabase } from "#mirror/device/device-database.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import type { EngineOptions } from "#sync/engine/attempt.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { Device } from "../sync/device.ts";
import { createManualClock } from "../sync/manual-clock.ts";
import type { ModelServer } from "../sync/model-server.ts";
import { Accounts } from "./accounts.ts";
import { APP, type App, judgeDeclared } from "./app.ts";
import { Disk } from "./disk.ts";
import { FaultNetwork } from "./fault-network.ts";
import type { Finding } from "./finding.ts";
import { Life, mortalLocks, Restless } from "./life.ts";
import { type ItemPlan, type MadeItem, makeItem, planItem } from "./made-items.ts";
import { mortalStorage } from "./mortal-storage.ts";
import { stubTime } from "./one-time.ts";
import { judge } from "./oracle.ts";
import { inPage } from "./page-storage.ts";
import { Person } from "./person.ts";
import { freeze, makeSpeechDrafts, type Tab, unlessItEnded } from "./tab.ts";
import { Turns } from "./turns.ts";

/** A change of the engine's options for a test; null leaves the real engine. */
export type Change = ((options: EngineOptions) => EngineOptions) | null;

/** After this many event loop turns without activity, nothing more happens by itself. */
const CALM_TURNS = 8;
/** A device that is still busy after this many turns counts as a hot loop. */
const MOST_TURNS = 20_000;
/** The longest step of time while no timer is set, ms. */
const IDLE_STEP_MS = 60_000;

/** The database as the app's next version will open it, with one more store. */
class NewerDatabase extends PersonDatabase {
  constructor(personId: string) {
    super(personId);
    this.version(this.verno + 1).stores({ tomorrow: "id" });
  }
}

/** A device with its contexts, its network and its server, on a clock that moves only when told. */
export class World {
  readonly device: Device;
  readonly server: ModelServer;
  readonly made: MadeItem[] = [];
  /** The number of crash points that all its contexts have passed. */
  pointsPassed = 0;
  readonly disk = new Disk();
  readonly turns = new Turns();
  /** Whether a newer version of the app is installed: contexts opened from then on run it. */
  updated = false;
  readonly #activity = { count: 0 };
  readonly network: FaultNetwork;
  readonly accounts: Accounts;
  readonly person: Person;
  readonly #app: App;
  readonly #change: Change;
  readonly #random: () => number;
  readonly #understands: boolean;
  #deathAt = 0;
  /** Unexpected failures of actions that were begun in a page. */
  readonly #failures: unknown[] = [];
  tabs: Tab[] = [];

  /**
   * @param chance seed of the engine's random numbers and of the accounts' ids; null: the engine's
   * number is always 0.5
   * @param understands whether its pages make drafts of recordings, which takes time to play
   */
  constructor(
    change: Change = null,
    chance: number | null = null,
    app: App = APP,
    understands = true,
  ) {
    // A new IndexedDB: data that other worlds left behind must not appear here.
    vi.stubGlobal("indexedDB", new IDBFactory());
    vi.stubGlobal("caches", { keys: async () => [] });
    this.device = new Device(chance ?? 0);
    this.server = this.device.server;
    this.network = new FaultNetwork(this.server, this.device.clock, this.#activity);
    this.accounts = new Accounts(this.device, () => this.pages());
    this.#app = app;
    this.person = new Person(app, this.made, (personId) => this.accounts.refused(personId));
    this.#change = change;
    this.#random = chance === null ? () => 0.5 : seededRandom(chance);
    this.#understands = understands;
    stubTime(this.device.clock);
    // The engine and the libraries report every fault of the model, and most of its events are
    // faults.
    vi.stubGlobal("console", { ...console, error: () => {}, warn: () => {} });
    this.device.signIn(this.server.personId);
    this.server.fate = ({ kind, key }) => {
      const item = this.made.find(({ id }) => id === key);
      return ["function", "rating", "change"].includes(kind) && item?.refused
        ? { status: 422, code: "malformed" }
        : "answer";
    };
    this.server.isSilent = (key) => this.made.some(({ id, silent }) => id === key && silent);
  }

  get #now(): number {
    return this.device.clock.now();
  }

  /**
   * Opens a context for the signed-in person; when nobody is signed in, the last person signs in.
   * The context is alive, and its engine is not started yet.
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
    const surroundings = {
      personId,
      sessionRefused: () => {
        // A worker has no page that it could tell.
        if (kind === "page") this.accounts.refused(personId);
      },
      locks: mortalLocks(this.device.locks, life),
      fetch: this.network.fetchOf(life, tab.freezer),
      random: this.#random,
      ...(this.updated && { database: NewerDatabase }),
      ...(this.#change !== null && { change: this.#change }),
    };
    const context = inPage(storage.factory, () => this.device.open(clock, surroundings));
    life.onDeath(() => {
      tab.thaw();
      context.close();
      // A dead page must not open its database again: nobody would release the lock that it takes.
      Object.assign(context.db, { open: () => new Dexie.Promise(() => undefined) });
    });
    await context.db.open();
    this.accounts.seen.add(personId);
    const opened: Tab = Object.assign(tab, { context });
    const isUnderstanding = kind === "page" && this.#understands;
    const stopDrafts = isUnderstanding
      ? inPage(storage.factory, () => makeSpeechDrafts(opened))
      : () => {};
    opened.leave = () => {
      opened.left = true;
      stopDrafts();
      context.close();
    };
    this.tabs.push(opened);
    return opened;
  }

  /** Makes the context die that passes the crash point that comes `points` points from here. */
  dieAt(points: number): void {
    this.#deathAt = this.pointsPassed + points;
  }

  living(): Tab[] {
    return this.tabs.filter(({ life, left }) => life.alive && !left);
  }

  pages(): Tab[] {
    return this.living().filter(({ kind }) => kind === "page");
  }

  /** Makes an item in a context, which may die meanwhile. */
  async make(tab: Tab, plan: ItemPlan): Promise<void> {
    const item = planItem(plan, this.made.length, tab.personId);
    this.made.push(item);
    await this.doing(tab, makeItem(tab.context, item));
  }

  /** Waits for an action in a context, or for the context's death. */
  async doing(tab: Tab, deed: Promise<void>): Promise<void> {
    await Promise.race([deed.catch(unlessItEnded(tab)), tab.life.ended]);
  }

  /** Begins an action without waiting for it. @returns a function that says whether it is over */
  begin(tab: Tab, deed: Promise<void>): () => boolean {
    let isOver = false;
    void this.doing(tab, deed)
      .catch((failure) => void this.#failures.push(failure))
      .finally(() => {
        isOver = true;
      });
    return () => isOver;
  }

  freeze(tab: Tab): void {
    freeze(tab, () => this.#now);
  }

  /** Cuts the power: every context dies, and commits that were not forced to disk are gone. */
  async cutPower(): Promise<void> {
    for (const { life } of this.tabs) life.die();
    await this.settle();
    await this.disk.forget();
  }

  /** Changes the device's clock, as a person or the network may do. */
  setClocks(byMs: number): void {
    for (const { clock } of [this.device, ...this.tabs]) clock.set(byMs);
  }

  /** Waits until nothing more happens without time passing. @throws Restless */
  async settle(): Promise<void> {
    let turns = 0;
    for (let calm = 0; calm < CALM_TURNS; turns += 1) {
      if (turns > MOST_TURNS) throw new Restless();
      await this.person.loading;
      await new Promise((resolve) => setImmediate(resolve));
      calm = this.#activity.count > 0 ? 0 : calm + 1;
    }
  }

  /** Lets time pass, timer by timer, or until `enough`. @returns whether `enough` ended it */
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

  /** The broken promises of the contract. @param when `drained`: everything had time to be sent */
  async judge(when: "now" | "drained" = "now"): Promise<Finding[]> {
    if (this.#failures.length > 0) throw this.#failures[0];
    const unfenced = this.turns.intrusions.map((stores): Finding => {
      return { broken: "unfenced", about: `${stores}, by who had lost the turn` };
    });
    const judged = await judge(this.server, this.accounts, this.made, when);
    const { holder } = this.accounts;
    const page = this.pages().find(({ personId, frozen }) => personId === holder && !frozen);
    // What an open page tells its person about unsent items must be true.
    const declared = page === undefined ? [] : await judgeDeclared(page.context, this.#app);
    return [...unfenced, ...judged, ...declared];
  }

  close(): void {
    for (const tab of this.tabs) tab.life.die();
    // The next world's device needs its own database.
    deviceDatabase.close({ disableAutoOpen: false });
    this.device.close();
  }
}
