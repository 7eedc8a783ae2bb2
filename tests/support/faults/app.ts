import { countUnsent } from "#mirror/person/outbox/unsent.ts";
import { type TakenBack, unsealRecording } from "#mirror/person/recordings/recordings.ts";
import { sendNoteAgain } from "#outbox/voice-notes.ts";
import { tidyAudio } from "#sync/engine/tidy-audio.ts";
import type { Context } from "../sync/device.ts";
import type { PageModules } from "../sync/earlier-account.ts";

/** What pages do beside the engine, as a page of the model calls it. */
export interface App {
  /** What the header tells, and the warning at signing out. */
  countUnsent: typeof countUnsent;
  /** Undo, after a page was left while it recorded. */
  takeBack: (context: Context, id: string) => Promise<TakenBack>;
  /** Sends a note again in which no speech was recognised. */
  sendAgain: typeof sendNoteAgain;
  /** Looks after the sound of what arrived. */
  tidyAudio: typeof tidyAudio;
  /** Moves what an earlier account left to the account of now. A broken one may tell nothing. */
  takeOver: (
    page: PageModules,
    ...given: Parameters<PageModules["takeOver"]>
  ) => ReturnType<PageModules["takeOver"]> | Promise<void>;
}

/** As people use it. */
export const APP: App = {
  countUnsent,
  takeBack: ({ db }, id) => unsealRecording(db, id),
  sendAgain: sendNoteAgain,
  tidyAudio,
  takeOver: (page, ...given) => page.takeOver(...given),
};
