import type { QueueItem } from "@contracts/queue-item.ts";
import Dexie from "dexie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Context, Device } from "#tests/support/sync/device.ts";
import { dieAt, loadPage, type PageModules } from "#tests/support/sync/earlier-account.ts";
import { drained, untilState } from "#tests/support/sync/waiting.ts";
import {
  expectAllOnce,
  makeEverything,
  makeSome,
  unsentIn,
} from "#tests/support/sync/work-of-account.ts";
import { readHistory } from "../mirror/person/agent-logs.ts";
import { discardItem, waitingItems } from "../mirror/person/outbox/outbox.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { readRecordingBytes } from "../mirror/person/recordings/recordings.ts";
import { moveLockName } from "../platform/lock-names.ts";
import { askQuestion } from "./questions.ts";
import { beginVoiceNote } from "./voice-notes.ts";

let device: Device;
/** The deleted account, and the new account with the same address. */
let from: string;
let to: string;
let now: Context;

beforeEach(() => {
  vi.stubGlobal("caches", { keys: async () => [] });
  device = new Device();
  from = device.server.personId;
});
afterEach(() => {
  now?.close();
  device.close();
});

const ASK = { agent: "ask", conversation: "ask" } as const;

/** Deletes the account and creates it anew; its person signs in on the device. */
function beginAnew(): void {
  device.server.deleteAccount(from);
  to = device.server.createAccountAnew(from);
  device.signIn(to);
  now = device.open(device.clock, { personId: to });
}

function takeOverIn({ takeOver, locks }: PageModules): Promise<unknown> {
  return takeOver(now.backend, { clock: device.clock, locks }, { from, to });
}

/** Takes over in a page that is not killed. */
async function takeOverNow(): Promise<unknown> {
  const page = await loadPage(device.locks);
  const outcome = await takeOverIn(page);
  page.close();
  return outcome;
}

async function finishInNewPage(): Promise<void> {
  const page = await loadPage(device.locks);
  await page.finishMoves({ clock: device.clock, locks: device.locks });
  expect(await page.moves()).toEqual([]);
  page.close();
}

describe("the unsent work of an earlier account", () => {
  it("is queued under the present account with its bytes and ids, and arrives once", async () => {
    const made = await makeEverything(device);
    beginAnew();
    expect(await takeOverNow()).toEqual({ kind: "ok", value: null });
    expect((await unsentIn(to)).sort()).toEqual(Object.values(made).sort());
    now.engine.start();
    await expectAllOnce(device, now, { from, to }, made);
    const questions = [...device.server.messages.values()].filter(({ role }) => role === "user");
    expect(questions.map(({ content }) => content)).toEqual(["First?", "Second?"]);
  });

  it("is queued behind waiting items of its lane, like a new item", async () => {
    const { first, second } = await makeEverything(device);
    beginAnew();
    const own = await askQuestion(now.db, now.ports, { ...ASK, text: "Mine?" });
    const old = new PersonDatabase(from);
    const spent: Partial<QueueItem> = {
      state: "needs-attention",
      attempts: 4,
      due: null,
      reason: { code: "suspended", message: "No." },
      steps: { [`say ${first}`]: { said: "by an account whose conversations are gone" } },
    };
    await old.outbox.update(first, spent);
    await old.outbox.update(second, { state: "sending", due: null });
    old.close();
    await takeOverNow();
    const lane = (await waitingItems(now.db)).filter((item) => item.lane === "ask:ask");
    const ordered = lane.sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
    expect(ordered.map(({ id }) => id)).toEqual([own, first, second]);
    expect(ordered[1]).toMatchObject({ state: "queued", attempts: 0, reason: null });
    expect(ordered[1]?.steps).toEqual({});
    now.engine.start();
    await drained(now);
    const questions = [...device.server.messages.values()].filter(({ role }) => role === "user");
    expect(questions.map(({ content }) => content)).toEqual(["Mine?", "First?", "Second?"]);
  });

  it.each<QueueItem["state"]>(["needs-sign-in", "needs-attention", "sending"])(
    "is sent automatically although its state was '%s' and it had no due time",
    async (state) => {
      const before = device.open();
      const id = await device.record(before);
      await before.db.outbox.update(id, { state, due: null });
      before.close();
      beginAnew();
      await takeOverNow();
      now.engine.start();
      await untilState(now, id, undefined);
      expect([...device.server.logs.keys()]).toEqual([id]);
    },
  );

  it("is not moved while the server does not answer", async () => {
    const made = await makeEverything(device);
    beginAnew();
    device.server.fate = ({ kind }) => (kind === "take-over" ? "drop-request" : "answer");
    expect(await takeOverNow()).toMatchObject({ kind: "later" });
    expect(await unsentIn(to)).toEqual([]);
    expect((await unsentIn(from)).sort()).toEqual(Object.values(made).sort());
  });

  it("is moved once by two pages at once", async () => {
    const made = await makeEverything(device);
    beginAnew();
    const pages = [await loadPage(device.locks), await loadPage(device.locks)];
    await Promise.all(pages.map(takeOverIn));
    for (const page of pages) page.close();
    now.engine.start();
    await expectAllOnce(device, now, { from, to }, made);
  });

  it("is moved only after another page has finished to move or discard it", async () => {
    const made = await makeEverything(device);
    beginAnew();
    const name = moveLockName(from);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const other = device.locks.request(name, {}, () => held);
    const page = await loadPage(device.locks);
    const taking = takeOverIn(page);
    await vi.waitFor(async () => {
      expect((await device.locks.query()).pending).toContainEqual({ name });
    });
    expect(await unsentIn(to)).toEqual([]);
    release();
    await Promise.all([other, taking]);
    expect((await unsentIn(to)).sort()).toEqual(Object.values(made).sort());
    page.close();
  });

  it("keeps a recording that a page of the earlier account is still making", async () => {
    const before = device.open();
    const note = await beginVoiceNote(before.db, before.ports, "audio/webm");
    await note.append(Uint8Array.of(1).buffer, 500);
    const sealed = await device.record(before);
    beginAnew();
    await takeOverNow();
    expect(await unsentIn(to)).toEqual([sealed]);
    // Its database still exists, and later chunks are stored.
    await note.append(Uint8Array.of(2).buffer, 900);
    await note.seal();
    expect(await unsentIn(from)).toEqual([note.id]);
    await takeOverNow();
    expect((await unsentIn(to)).sort()).toEqual([note.id, sealed].sort());
  });

  it("cannot be changed by a drainer of the earlier account that was frozen", async () => {
    await makeEverything(device);
    const frozen = device.open();
    await frozen.db.drainer.put({ name: "drainer", fence: 7, beatAt: 0 });
    beginAnew();
    // A recording in progress stays, and the database with it.
    const note = await beginVoiceNote(frozen.db, frozen.ports, "audio/webm");
    await takeOverNow();
    expect((await frozen.db.drainer.get("drainer"))?.fence).toBe(8);
    await note.discard();
  });
});

describe("an item that had arrived before the account was deleted", () => {
  async function arrivedUnknown(): Promise<string> {
    const before = device.open();
    const id = await device.record(before);
    device.server.fate = ({ kind }) => (kind === "log" ? "drop-reply" : "answer");
    await before.engine.drainOnce();
    expect(device.server.logs.size).toBe(1);
    before.close();
    device.server.fate = () => "answer";
    beginAnew();
    return id;
  }

  it("becomes the person's own history row, once", async () => {
    const id = await arrivedUnknown();
    await takeOverNow();
    now.engine.start();
    await untilState(now, id, undefined);
    expect([...device.server.logs.values()]).toEqual([
      expect.objectContaining({ id, user_id: to }),
    ]);
    expect(await readHistory(now.db, null)).toHaveLength(1);
  });

  it("stays in the queue with a reason when the server does not know whose it was", async () => {
    device.server.formerPeople.remembers = false;
    const id = await arrivedUnknown();
    await takeOverNow();
    now.engine.start();
    await untilState(now, id, "needs-attention");
    const [item] = await waitingItems(now.db);
    expect(item?.reason?.code).toBe("arrived_elsewhere");
    expect(await readRecordingBytes(now.db, id)).toHaveLength(1);
    expect([...device.server.logs.values()]).toEqual([
      expect.objectContaining({ id, user_id: null }),
    ]);
  });
});

describe("a page that is killed while it takes over", () => {
  /**
   * Kills the page at every point in turn, runs `meanwhile`, and then lets the next page finish.
   */
  async function killEverywhere(
    meanwhile: () => Promise<void>,
    judge: (made: Record<string, string>) => Promise<void>,
  ): Promise<number> {
    for (let point = 1; ; point += 1) {
      device = new Device();
      from = device.server.personId;
      const made = await makeSome(device);
      beginAnew();
      const { died, points } = await dieAt(point, device.locks, takeOverIn);
      const where = `killed at point ${point}: ${points.at(-1)}`;
      const somewhere = new Set([...(await unsentIn(from)), ...(await unsentIn(to))]);
      expect([...somewhere].sort(), where).toEqual(Object.values(made).sort());
      await meanwhile();
      await finishInNewPage();
      // If the kill came before the move was noted, nothing was moved, and the person taps again.
      if ((await unsentIn(from)).length > 0) {
        expect(await unsentIn(to), where).toEqual([]);
        await takeOverNow();
      }
      await judge(made);
      now.close();
      device.close();
      vi.stubGlobal("caches", { keys: async () => [] });
      if (!died) return point;
    }
  }

  it("at any point: everything is sent once, even if sent before the move ends", async () => {
    const points = await killEverywhere(
      async () => {
        now.engine.start();
        await vi.waitFor(async () => {
          now.clock.advance(2_000);
          expect(await waitingItems(now.db)).toEqual([]);
        });
      },
      (made) => expectAllOnce(device, now, { from, to }, made),
    );
    expect(points).toBeGreaterThan(40);
  }, 180_000);

  it("at any point: items discarded before the move is finished stay discarded", async () => {
    let discarded: string[] = [];
    await killEverywhere(
      async () => {
        discarded = (await waitingItems(now.db)).map(({ id }) => id);
        for (const id of discarded) await discardItem(now.db, id);
      },
      async (made) => {
        const left = Object.values(made).filter((id) => !discarded.includes(id));
        expect((await unsentIn(to)).sort()).toEqual(left.sort());
        expect(await Dexie.exists(`field-agents-${from}`)).toBe(false);
      },
    );
  }, 180_000);
});

describe("discarding the work of a deleted account", () => {
  it("deletes only what the person agreed to lose; items made meanwhile stay", async () => {
    const made = await makeEverything(device);
    const { draft, ...items } = made;
    const page = await loadPage(device.locks);
    const ports = { clock: device.clock, locks: device.locks };
    await page.discardUnsent(ports, from, Object.values(items));
    expect(await unsentIn(from)).toEqual([draft]);
    await page.discardUnsent(ports, from, [draft]);
    expect(await Dexie.exists(`field-agents-${from}`)).toBe(false);
    page.close();
  });
});
