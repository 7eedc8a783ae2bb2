import type { AudioRecorder } from "#capture/audio-recorder.ts";
import { keepScreenAwake } from "#capture/screen-wake.ts";
import { whenHidden } from "#capture/when-hidden.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { pinSession } from "#session/pin.ts";

/**
 * Prepares the tab for a recording of a note or a question: the screen stays on, the session stays
 * with the person, and buffered sound is stored when the page is hidden.
 * @returns a function that ends this
 */
export function whileRecording(recorder: Pick<AudioRecorder, "flush">): () => void {
  // If the browser refuses, the recording is stored all the same, but the browser may delete it.
  askToPersist().catch(() => undefined);
  const endings = [keepScreenAwake(), pinSession(), whenHidden(recorder.flush)];
  return () => {
    for (const end of endings) end();
  };
}
