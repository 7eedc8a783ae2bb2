import { countUnsent } from "#mirror/person/outbox/unsent.ts";
import { type TakenBack, unsealRecording } from "#mirror/person/recordings/recordings.ts";
import { sendNoteAgain } from "#outbox/send-note-again.ts";
import { tidyAudio } from "#sync/engine/tidy-audio.ts";
import type { Context } from "../sync/device.ts";
import type { PageModules } from "../sync/earlier-account.ts";

/**
 * The functions besides the engine that the app's pages call, as a page of the model calls them.
 */
export interface App {
  /** Counts unsent items for the header, and for the warning at sign-out. */
  countUnsent: typeof countUnsent;
  /** Undo, after the person left a page while it recorded. */
  takeBack: (context: Context, id: string) => Promise<TakenBack>;
  /** Sends a note again in which no speech was recognised. */
  sendAgain: typeof sendNoteAgain;
  /** Deletes or keeps the sound of notes that arrived. */
  tidyAudio: typeof tidyAudio;
  /** Moves the items of an earlier account to the present one. A broken app may return nothing. */
  takeOver: (
    page: PageModules,
    ...given: Parameters<PageModules["takeOver"]>
  ) => ReturnType<PageModules["takeOver"]> | Promise<void>;
}

export const APP: App = {
  countUnsent,
  takeBack: ({ db }, id) => unsealRecording(db, id),
  sendAgain: sendNoteAgain,
  tidyAudio,
  takeOver: (page, ...given) => page.takeOver(...given),
};
