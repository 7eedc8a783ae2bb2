import { countUnsent, isEverythingSent } from "#mirror/person/outbox/unsent.ts";
import { tidyAudio } from "#mirror/person/recordings/kept-audio.ts";
import { type TakenBack, unsealRecording } from "#mirror/person/recordings/recordings.ts";
import { sendNoteAgain } from "#outbox/send-note-again.ts";
import type { Context } from "../sync/device.ts";
import type { Finding } from "./finding.ts";
import { draftsIn, readAccount, readNotes } from "./stores.ts";
import { isStorageFault } from "./tab.ts";

/** The functions besides the engine that the app's pages call, as a page of the model does. */
export interface App {
  /** Counts unsent items for the header, and for the warning at sign-out. */
  countUnsent: typeof countUnsent;
  /** Undo, after the person left a page while it recorded. */
  takeBack: (context: Context, id: string) => Promise<TakenBack>;
  /** Sends a note again in which no speech was recognised. */
  sendAgain: typeof sendNoteAgain;
  /** Deletes or keeps the sound of notes that arrived. */
  tidyAudio: typeof tidyAudio;
}

export const APP: App = {
  countUnsent,
  takeBack: ({ db }, id) => unsealRecording(db, id),
  sendAgain: sendNoteAgain,
  tidyAudio,
};

/**
 * Checks that the app counts everything that its person has on the device and not on the server, in
 * whatever state, including the items of their earlier accounts.
 * @param context of an open page of the signed-in person
 */
export async function judgeDeclared({ db, ports }: Context, app: App): Promise<Finding[]> {
  // The page itself must handle a lost connection; a check must not reopen it.
  if (!db.isOpen()) return [];
  const told = await app.countUnsent(db, ports.locks).catch((error) => {
    if (!isStorageFault(error)) throw error;
    return null;
  });
  if (told === null) return [];
  const { queued: waiting, unfinished } = await unsentOf(db.personId);
  const { people } = await readNotes();
  let earlier = 0;
  for (const { id } of people.filter(({ successorId }) => successorId === db.personId)) {
    const under = await unsentOf(id);
    earlier += under.queued + under.unfinished;
  }
  const isAll = waiting + unfinished + earlier > 0 && isEverythingSent(told);
  const isLess =
    told.waiting < waiting ||
    told.unfinished + told.recording < unfinished ||
    told.earlier < earlier;
  if (!isAll && !isLess) return [];
  const about = `${JSON.stringify(told)}, and there is ${JSON.stringify({ waiting, unfinished, earlier })}`;
  return [{ broken: "declared arrived while it was on the device", about }];
}

async function unsentOf(accountId: string): Promise<{ queued: number; unfinished: number }> {
  const stores = await readAccount(accountId);
  if (stores === null) return { queued: 0, unfinished: 0 };
  return { queued: stores.outbox.length, unfinished: draftsIn(stores).length };
}
