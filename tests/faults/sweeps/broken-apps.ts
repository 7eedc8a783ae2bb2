import { addItem } from "#mirror/person/outbox/lanes.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { queryChunks } from "#mirror/person/recordings/recordings.ts";
import { itemOfRecording } from "#outbox/recording-session.ts";
import { APP, type App } from "../../support/faults/app.ts";

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
};

/** An app that tidies up each sound that has arrived in its own way. */
function tidying(tidy: (db: PersonDatabase, id: string) => Promise<unknown>): Partial<App> {
  return {
    tidyAudio: async (db) => {
      for (const id of await db.keptAudio.toCollection().primaryKeys()) await tidy(db, id);
    },
  };
}
