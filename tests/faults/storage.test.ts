import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { inWords } from "../support/faults/finding.ts";
import { heal } from "../support/faults/heal.ts";
import { type ItemPlan, KINDS } from "../support/faults/made-items.ts";
import { readAccount, readQueue } from "../support/faults/stores.ts";
import { drainAsWorker, type Tab } from "../support/faults/tab.ts";
import { World } from "../support/faults/world.ts";

const HOUR_MS = 3_600_000;

let world: World;

beforeEach(() => {
  world = new World();
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => {
  world.close();
  vi.restoreAllMocks();
});

function renew(...given: ConstructorParameters<typeof World>): void {
  world.close();
  world = new World(...given);
}

async function openTab(): Promise<Tab> {
  const tab = await world.open();
  tab.context.engine.start();
  await world.settle();
  return tab;
}

async function make(tab: Tab, ...kinds: ItemPlan["kind"][]): Promise<void> {
  for (const kind of kinds) {
    await world.make(tab, { kind, conversation: "a", bytes: 64, refused: false });
  }
}

/** Whether all is sent, by the device's database: the tab has to go on without help. */
const isAllSent = (tab: Tab) =>
  world.elapse(HOUR_MS, async () => (await readQueue(tab.personId)).length === 0);

/** The promises that are broken now, and when everything works again. */
const judged = async () => (await world.judge()).map(inWords);
const healed = async () => (await heal(world, HOUR_MS)).map(inWords);

describe("a disk that is full", () => {
  it.each(KINDS)(
    "at any write of a %s loses nothing, and what waits is sent without a reload once there is room",
    async (kind) => {
      for (let room = 0; room < 16; room += 1) {
        renew();
        const tab = await openTab();
        world.disk.room = room;
        await make(tab, kind);
        await world.elapse(60_000);
        expect(await judged(), `full after ${room} rows`).toEqual([]);
        world.disk.room = Number.POSITIVE_INFINITY;
        expect(await isAllSent(tab)).toBe(true);
        expect(await healed(), `full after ${room} rows`).toEqual([]);
      }
    },
  );

  it("keeps the captured sound, and the seal can be tried again", async () => {
    const { context } = await openTab();
    const note = await beginRecording(context.db, context.ports, "audio/webm");
    await note.append(new ArrayBuffer(10), 100);
    world.disk.room = 0;
    await expect(note.append(new ArrayBuffer(10), 200)).rejects.toSatisfy(isOutOfSpace);
    await expect(note.seal()).rejects.toSatisfy(isOutOfSpace);
    world.disk.room = Number.POSITIVE_INFINITY;
    expect(await note.seal()).toBe("queued");
    expect(await waitingItems(context.db)).toMatchObject([{ id: note.id, size: 10 }]);
  });

  it("keeps the captured sound as a draft when the seal is given up", async () => {
    const { context } = await openTab();
    const note = await beginRecording(context.db, context.ports, "audio/webm");
    await note.append(new ArrayBuffer(10), 100);
    world.disk.room = 0;
    await expect(note.seal()).rejects.toSatisfy(isOutOfSpace);
    await note.leave();
    await world.settle();
    const { unfinished: drafts } = await readUnsent(context.db, context.ports.locks);
    expect(drafts).toMatchObject([{ id: note.id, size: 10 }]);
  });

  it("is tried again with growing pauses, and nothing is sent meanwhile", async () => {
    const tab = await openTab();
    world.network.up = false;
    await make(tab, "photo");
    world.disk.room = 0;
    world.network.up = true;
    const attempts = tab.life.points.length;
    await world.elapse(HOUR_MS);
    expect(world.server.requests.filter(({ kind }) => kind === "function")).toEqual([]);
    // Without the pauses this would be millions.
    expect(tab.life.points.length - attempts).toBeLessThan(10_000);
  });
});

describe("a database connection that is lost", () => {
  it.each(KINDS)("at any point of a %s is opened again without a reload", async (kind) => {
    for (let point = 1; ; point += 3) {
      renew();
      const tab = await openTab();
      let lost = false;
      tab.life.at(point, () => {
        lost = true;
        tab.storage.lose(point % 2 === 0 ? 0 : 5);
      });
      await make(tab, kind);
      expect(await isAllSent(tab), `lost at ${point}`).toBe(true);
      expect(await healed(), `lost at ${point}`).toEqual([]);
      if (!lost) break;
    }
  });

  it("does not stop an idle tab from sending what another tab makes", async () => {
    const idle = await openTab();
    idle.storage.lose(0);
    await world.settle();
    const other = await world.open();
    await make(other, "photo");
    expect(await isAllSent(idle)).toBe(true);
  });
});

it("a page of a deleted account sends nothing and loses nothing when it creates its deleted database again", async () => {
  // Nothing reads the database meanwhile, which would open it again before it is deleted.
  renew(null, undefined, undefined, false);
  const old = await openTab();
  world.network.up = false;
  await make(old, "photo");
  world.freeze(old);
  world.accounts.delete();
  world.accounts.signOut();
  const page = await openTab();
  world.network.up = true;
  old.storage.lose(0);
  await world.settle();
  const isOver = world.begin(page, world.person.formerWork(page, "discard"));
  await world.elapse(HOUR_MS, async () => isOver());
  expect(await readAccount(old.personId)).toBeNull();
  world.setClocks(-2 * HOUR_MS);
  old.thaw();
  await world.settle();
  await make(old, "photo");
  expect(world.made.map(({ saved }) => saved)).toEqual([true, true]);
  void old.context.engine.wake("visible");
  await world.elapse(HOUR_MS);
  expect(await judged()).toEqual([]);
  expect(await healed()).toEqual([]);
});

it("a service worker sends a waiting item once beside a tab, at whatever point it is killed", async () => {
  for (let point = 1; ; point += 3) {
    renew();
    const tab = await world.open();
    await make(tab, "voice note");
    const worker = await world.open();
    let killed = false;
    worker.life.at(point, () => {
      killed = true;
      worker.life.die();
    });
    const drained = drainAsWorker(worker);
    await world.elapse(60_000);
    await drained;
    expect(killed || world.server.logs.size === 1).toBe(true);
    expect(await healed(), `killed at ${point}`).toEqual([]);
    if (!killed) break;
  }
});

it("a newer version with another database sends what waits, while a tab of the old version is open", async () => {
  const old = await openTab();
  world.network.up = false;
  await make(old, ...KINDS);
  world.updated = true;
  const newer = await openTab();
  await make(old, ...KINDS);
  world.network.up = true;
  expect(await isAllSent(newer)).toBe(true);
  expect(newer.context.db.verno).toBeGreaterThan(old.context.db.verno);
  expect(await healed()).toEqual([]);
});
