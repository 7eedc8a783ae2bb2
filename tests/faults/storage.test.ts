import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { withRelaxedDurability } from "../support/faults/broken-engines.ts";
import { inWords } from "../support/faults/finding.ts";
import { heal } from "../support/faults/heal.ts";
import { type ItemPlan, KINDS } from "../support/faults/made-items.ts";
import { readAccount, readQueue } from "../support/faults/stores.ts";
import type { Tab } from "../support/faults/tab.ts";
import { drainAsWorker } from "../support/faults/worker.ts";
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

async function openTab(): Promise<Tab> {
  const tab = await world.open();
  tab.context.engine.start();
  await world.settle();
  return tab;
}

function plan(kind: ItemPlan["kind"]): ItemPlan {
  return { kind, conversation: "a", bytes: 64, refused: false };
}

/** Reads the device's database, not the tab's state: the tab has to go on without help. */
async function queueIsEmpty({ personId }: Tab): Promise<boolean> {
  return (await readQueue(personId)).length === 0;
}

describe("a disk that is full", () => {
  it.each(KINDS)(
    "at any write of a %s loses nothing, and what waits is sent without a reload once there is room",
    async (kind) => {
      for (let room = 0; room < 16; room += 1) {
        world.close();
        world = new World();
        const tab = await openTab();
        world.disk.room = room;
        await world.make(tab, plan(kind));
        await world.elapse(60_000);
        expect((await world.judge()).map(inWords), `full after ${room} rows`).toEqual([]);
        world.disk.room = Number.POSITIVE_INFINITY;
        expect(await world.elapse(HOUR_MS, () => queueIsEmpty(tab))).toBe(true);
        expect((await heal(world, HOUR_MS)).map(inWords), `full after ${room} rows`).toEqual([]);
      }
    },
  );

  it("keeps the captured sound, and the seal can be tried again", async () => {
    const { context } = await openTab();
    const note = await beginVoiceNote(context.db, context.ports, "audio/webm");
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
    const note = await beginVoiceNote(context.db, context.ports, "audio/webm");
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
    await world.make(tab, plan("photo"));
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
      world.close();
      world = new World();
      const tab = await openTab();
      let lost = false;
      tab.life.at(point, () => {
        lost = true;
        tab.storage.lose(point % 2 === 0 ? 0 : 5);
      });
      await world.make(tab, plan(kind));
      expect(await world.elapse(HOUR_MS, () => queueIsEmpty(tab)), `lost at ${point}`).toBe(true);
      expect((await heal(world, HOUR_MS)).map(inWords), `lost at ${point}`).toEqual([]);
      if (!lost) break;
    }
  });

  it("does not stop an idle tab from sending what another tab makes", async () => {
    const idle = await openTab();
    idle.storage.lose(0);
    await world.settle();
    const other = await world.open();
    await world.make(other, plan("photo"));
    expect(await world.elapse(HOUR_MS, () => queueIsEmpty(idle))).toBe(true);
  });
});

it("a page of a deleted account sends nothing and loses nothing when it creates its deleted database again", async () => {
  world.close();
  // Nothing reads the database meanwhile, which would open it again before it is deleted.
  world = new World(null, undefined, undefined, false);
  const old = await openTab();
  world.network.up = false;
  await world.make(old, plan("photo"));
  world.freeze(old);
  world.accounts.delete();
  world.accounts.signOut();
  const page = await openTab();
  world.network.up = true;
  old.storage.lose(0);
  await world.settle();
  const isOver = world.begin(page, world.person.formerWork(page, "send"));
  await world.elapse(HOUR_MS, async () => isOver());
  expect(await readAccount(old.personId)).toBeNull();
  world.setClocks(-2 * HOUR_MS);
  old.thaw();
  await world.settle();
  await world.make(old, plan("photo"));
  expect(world.made.map(({ saved }) => saved)).toEqual([true, true]);
  void old.context.engine.wake("visible");
  await world.elapse(HOUR_MS);
  expect((await world.judge()).map(inWords)).toEqual([]);
  expect((await heal(world, HOUR_MS)).map(inWords)).toEqual([]);
});

describe("a service worker that the browser wakes", () => {
  it("sends a waiting item once beside a tab, at whatever point it is killed", async () => {
    for (let point = 1; ; point += 3) {
      world.close();
      world = new World();
      const tab = await world.open();
      await world.make(tab, plan("voice note"));
      const worker = await world.open();
      let killed = false;
      worker.life.at(point, () => {
        killed = true;
        worker.life.die();
      });
      const drained = drainAsWorker(worker);
      await world.elapse(60_000);
      await drained;
      expect((await heal(world, HOUR_MS)).map(inWords), `killed at ${point}`).toEqual([]);
      if (!killed) break;
    }
  });

  it("sends a waiting item with no tab open", async () => {
    const tab = await world.open();
    await world.make(tab, plan("photo"));
    tab.life.die();
    const worker = await world.open();
    const drained = drainAsWorker(worker);
    await world.elapse(29_000, async () => world.server.logs.size === 1);
    await drained;
    expect(world.server.logs.size).toBe(1);
  });
});

it("a newer version with another database sends what waits, while a tab of the old version is open", async () => {
  const old = await openTab();
  world.network.up = false;
  for (const kind of KINDS) await world.make(old, plan(kind));
  world.updated = true;
  const newer = await openTab();
  for (const kind of KINDS) await world.make(old, plan(kind));
  world.network.up = true;
  expect(await world.elapse(HOUR_MS, () => queueIsEmpty(newer))).toBe(true);
  expect(newer.context.db.verno).toBeGreaterThan(old.context.db.verno);
  expect((await heal(world, HOUR_MS)).map(inWords)).toEqual([]);
});

describe("a power cut", () => {
  it("loses nothing that the page called saved", async () => {
    const tab = await openTab();
    world.network.up = false;
    for (const kind of KINDS) await world.make(tab, plan(kind));
    await world.cutPower();
    expect((await world.judge()).map(inWords)).toEqual([]);
  });

  it("would lose a saved item without strict durability", async () => {
    world.close();
    world = new World(withRelaxedDurability);
    const tab = await openTab();
    world.network.up = false;
    await world.make(tab, plan("photo"));
    await world.cutPower();
    expect(await world.judge()).toMatchObject([{ broken: "lost" }]);
  });
});
