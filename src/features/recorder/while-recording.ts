import type { AudioRecorder } from "#capture/audio-recorder.ts";
import { keepScreenAwake } from "#capture/screen-wake.ts";
import { whenHidden } from "#capture/when-hidden.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { pinSession } from "#session/pin.ts";

/**
 * What a tab does for as long as it records, a note or a question: the screen stays on, the person
 * stays signed in on its pages, and nothing captured is left in memory when the page is hidden.
 * @returns a function that ends it
 */
export function whileRecording(recorder: Pick<AudioRecorder, "flush">): () => void {
  // Refused or failed, what is said is kept all the same, only less surely.
  askToPersist().catch(() => undefined);
  const endings = [keepScreenAwake(), pinSession(), whenHidden(recorder.flush)];
  return () => {
    for (const end of endings) end();
  };
}
