import type { AudioRecorder } from "#capture/audio-recorder.ts";
import { keepScreenAwake } from "#capture/screen-wake.ts";
import { askToPersist } from "#platform/storage-quota.ts";
import { pinSession } from "#session/pin.ts";

/**
 * Keeps the screen on, the session pinned and hidden sound stored during a recording, and says when its
 * microphone is muted.
 * @returns a function that ends this, to be called with whether anything was kept
 */
export function whileRecording(recorder: AudioRecorder): (isKept: boolean) => void {
  // If the browser refuses, the recording is stored all the same, but the browser may delete it.
  askToPersist().catch(() => undefined);
  const endings = [keepScreenAwake(), pinSession(), whenHidden(recorder.flush)];
  const watching = import("./muted-microphone.ts").then(
    ({ watchMicrophone }) => watchMicrophone(recorder),
    () => undefined,
  );
  return (isKept) => {
    for (const end of endings) end();
    void watching.then((end) => end?.(isKept));
  };
}

/**
 * Calls `hidden` whenever the page is hidden or about to unload: on a phone, that is often the last
 * moment in which it can run code.
 * @returns a function that stops it
 */
function whenHidden(hidden: () => void): () => void {
  function changed(): void {
    if (document.visibilityState === "hidden") hidden();
  }
  document.addEventListener("visibilitychange", changed);
  window.addEventListener("pagehide", hidden);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    window.removeEventListener("pagehide", hidden);
  };
}
