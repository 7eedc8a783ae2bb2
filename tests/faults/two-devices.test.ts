import { IDBFactory } from "fake-indexeddb";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readChanges } from "#mirror/person/entry-changes.ts";
import { assignEntry, correctNote } from "#outbox/change-entry.ts";
import { pullOwnChanges } from "#sync/pull/pull-list.ts";
import { inPage } from "../support/faults/page-storage.ts";
import { LONG, SEED } from "../support/faults/run.ts";
import { type Context, Device } from "../support/sync/device.ts";
import { createManualClock } from "../support/sync/manual-clock.ts";
import { createMemoryLocks } from "../support/sync/memory-locks.ts";
import { drained } from "../support/sync/waiting.ts";

const ENTRY = "01900000-0000-7000-8000-0000000000e1";
const YEAR_MS = 31_536_000_000;

/** One of the person's devices, with storage, locks, a clock and a network of its own. */
interface Own {
  context: Context;
  isOnline: boolean;
  /** The changes that its person has made or seen there. */
  known: Set<string>;
}
interface Edit {
  id: string;
  kind: "job" | "text";
  /** What its maker knew of when they made it. */
  after: ReadonlySet<string>;
}

let account: Device;
beforeEach(() => {
  account = new Device();
});
afterEach(() => account.close());

function openDevice(): Own {
  const { server } = account;
  const around = {
    locks: createMemoryLocks(),
    fetch: ((input, init) => {
      if (!own.isOnline) return Promise.reject(new TypeError("network error"));
      return server.fetch(input, init);
    }) as typeof fetch,
  };
  const clock = createManualClock();
  const context = inPage(new IDBFactory(), () => account.open(clock, around));
  const own: Own = { context, isOnline: false, known: new Set() };
  context.engine.start();
  return own;
}

/** Sends what waits there, and fetches what was made elsewhere. */
async function sync(own: Own): Promise<void> {
  const { db, backend, engine, clock } = own.context;
  own.isOnline = true;
  void engine.wake("network");
  await drained(own.context);
  expect((await pullOwnChanges.run(db, backend, clock.now)).kind).toBe("ok");
  own.isOnline = false;
  for (const { id } of await readChanges(db, ENTRY)) own.known.add(id);
}

async function edit(own: Own, kind: Edit["kind"], number: number): Promise<Edit> {
  const { db, ports } = own.context;
  const id = ports.newId();
  const withId = { ...ports, newId: () => id };
  const texts = { transcription: `Version ${number}.`, summary: "In short." };
  await (kind === "text"
    ? correctNote(db, withId, ENTRY, texts)
    : assignEntry(db, withId, { id: ENTRY, agent: "voice" }, ports.newId()));
  const after = new Set(own.known);
  own.known.add(id);
  return { id, kind, after };
}

const step = fc.record({
  device: fc.nat({ max: 1 }),
  what: fc.constantFrom("text", "text", "job", "sync", "clock"),
  ms: fc.constantFrom(-YEAR_MS, -3_600_000, 1, 3_600_000, YEAR_MS),
});

it("of the edits on two devices every version is on both, and the same one is valid, made by who knew most", async () => {
  let contested = 0;
  const story = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
    account.server.changes.clear();
    const devices = [openDevice(), openDevice()] as const;
    const edits: Edit[] = [];
    for (const { device, what, ms } of steps) {
      const own = devices[device === 0 ? 0 : 1];
      if (what === "sync") await sync(own);
      else if (what === "clock") own.context.clock.set(ms);
      else edits.push(await edit(own, what, edits.length));
    }
    for (const own of [...devices, devices[0]]) await sync(own);

    const all = edits.map(({ id }) => id).sort();
    expect([...account.server.changes.keys()].sort()).toEqual(all);
    const seen = await Promise.all(devices.map(({ context }) => readChanges(context.db, ENTRY)));
    for (const [place, changes] of seen.entries()) {
      expect(changes.map(({ id }) => id).sort(), `device ${place}`).toEqual(all);
      expect(changes.filter(({ waits }) => waits)).toEqual([]);
    }
    for (const kind of ["job", "text"] as const) {
      const made = edits.filter((each) => each.kind === kind);
      const [first, second] = seen.map((changes) => changes.find((each) => each.kind === kind)?.id);
      expect(second).toBe(first);
      // As the server's view `entries` decides.
      const rows = made.map(({ id }) => ({
        id,
        at: Number(account.server.changes.get(id)?.revision),
      }));
      rows.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
      expect(rows[0]?.id).toBe(first);
      // Nobody who had seen the valid version has made another one after it.
      expect(made.filter(({ after }) => after.has(String(first)))).toEqual([]);
      if (
        made.some((one) =>
          made.some(
            (other) => !(one.after.has(other.id) || other.after.has(one.id) || one === other),
          ),
        )
      ) {
        contested += 1;
      }
    }
    for (const { context } of devices) context.close();
  });
  await fc.assert(story, { seed: SEED, numRuns: LONG ? 400 : 30 });
  // Otherwise the stories would show nothing.
  expect(contested).toBeGreaterThan(10);
});
