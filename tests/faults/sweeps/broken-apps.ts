import { addItem } from "#mirror/person/outbox/lanes.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queryChunks } from "#mirror/person/recordings/recordings.ts";
import { itemOfRecording } from "#outbox/recording-item.ts";
import { APP, type App } from "../../support/faults/app.ts";

const COPIED = ["outbox", "recordings", "recordingChunks"];

/** Small mutations of the app's other functions, named after the mistake of a careless author. */
export const BROKEN_APPS: Readonly<Record<string, Partial<App>>> = {
  "Undo loses the last chunk": {
    takeBack: async (context, id) => {
      const taken = await APP.takeBack(context, id);
      const chunks = await queryChunks(context.db, id).toArray();
      const last = chunks.at(-1);
      if (taken === "taken-back" && last !== undefined) {
        await context.db.recordingChunks.delete([id, last.seq]);
      }
      return taken;
    },
  },

  "Undo leaves the note in the queue": {
    takeBack: async ({ db }, id) => {
      await db.recordings.update(id, { state: "recording" });
      return "taken-back";
    },
  },

  "Undo takes out of the queue what is being sent": {
    takeBack: async ({ db }, id) => {
      const changed = await db.transaction("rw", db.recordings, db.outbox, async () => {
        await db.outbox.delete(id);
        return db.recordings.update(id, { state: "recording" });
      });
      return changed > 0 ? "taken-back" : "gone";
    },
  },

  "sound is deleted by its age, sent or not": {
    tidyAudio: async (db) => {
      const [oldest] = (await db.recordings.toArray()).sort((a, b) => a.startedAt - b.startedAt);
      if (oldest !== undefined) await queryChunks(db, oldest.id).delete();
    },
  },

  "the row of a sound stays when its bytes go": tidying((db, id) => queryChunks(db, id).delete()),

  "sound is packed without its last piece": tidying(async (db, id) => {
    const [first, ...others] = await queryChunks(db, id).toArray();
    if (first === undefined || others.length === 0) return;
    await queryChunks(db, id).delete();
    await db.recordingChunks.put(first);
  }),

  "each tap sends a note again": {
    sendAgain: async (db, ports, id) => {
      const kept = await db.keptAudio.get(id);
      if (kept === undefined) return null;
      const newId = ports.newId();
      const { mimeType, durationMs, size, capturedAt: startedAt } = kept;
      const sound = { id: newId, mimeType, durationMs, size, startedAt, state: "sealed" as const };
      const chunks = await queryChunks(db, id).toArray();
      await db.transaction("rw", db.recordings, db.recordingChunks, db.outbox, async () => {
        await db.recordings.add(sound);
        await db.recordingChunks.bulkAdd(chunks.map((each) => ({ ...each, recordingId: newId })));
        await addItem(db, itemOfRecording(sound, null));
      });
      return newId;
    },
  },

  "what is unfinished is not counted": {
    countUnsent: async (db, locks) => ({ ...(await APP.countUnsent(db, locks)), unfinished: 0 }),
  },

  "what may be taken back is not counted": {
    countUnsent: async (db, locks) => {
      const told = await APP.countUnsent(db, locks);
      const undoable = await db.outbox.filter((item) => item.undoableUntil !== undefined).count();
      return { ...told, waiting: told.waiting - undoable };
    },
  },

  "what waits under an earlier account is not counted": {
    countUnsent: async (db, locks) => ({ ...(await APP.countUnsent(db, locks)), earlier: 0 }),
  },

  "what is taken over is deleted before it is copied": moving(async (old, db) => {
    const items = await old.outbox.toArray();
    await old.outbox.clear();
    await db.outbox.bulkPut(items);
  }),

  "what is taken over comes without its bytes": moving(async (old, db) => {
    await db.outbox.bulkPut(await old.outbox.toArray());
    await old.outbox.clear();
  }),

  "what is taken over is copied, and no move is noted": moving(async (old, db) => {
    const tables = (of: PersonDatabase) => of.tables.filter(({ name }) => COPIED.includes(name));
    const rows = await Promise.all(tables(old).map((table) => table.toArray()));
    await db.transaction("rw", tables(db), async () => {
      for (const [index, table] of tables(db).entries()) await table.bulkPut(rows[index] ?? []);
      await db.outbox.toCollection().modify({ state: "queued", due: 0, steps: {} });
    });
    for (const table of tables(old)) await table.clear();
  }),

  "what had arrived is not asked for when it is taken over": {
    takeOver: (page, backend, ports, move) => {
      const formerPeople = {
        ...backend.formerPeople,
        takeOverLogs: async () => ({ kind: "ok" as const, value: null }),
      };
      return page.takeOver({ ...backend, formerPeople }, ports, move);
    },
  },

  "what anybody left on the device is taken over": {
    takeOver: async (page, backend, ports, move) => {
      for (const { name = "" } of await indexedDB.databases()) {
        const from = name.replace("field-agents-", "");
        if (from !== "device" && from !== move.to) {
          await page.takeOver(backend, ports, { ...move, from });
        }
      }
    },
  },
};

/** An app that tidies up each sound that has arrived in its own way. */
function tidying(tidy: (db: PersonDatabase, id: string) => Promise<unknown>): Partial<App> {
  return {
    tidyAudio: async (db) => {
      for (const id of await db.keptAudio.toCollection().primaryKeys()) await tidy(db, id);
    },
  };
}

/** An app that moves the items of an earlier account from one database to the other in its own way. */
function moving(move: (old: PersonDatabase, db: PersonDatabase) => Promise<void>): Partial<App> {
  return {
    takeOver: async (page, _backend, _ports, { from, to }) => {
      await page.withDatabaseOf(from, (old) => page.withDatabaseOf(to, (db) => move(old, db)));
    },
  };
}
