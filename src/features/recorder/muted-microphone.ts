import { notifications } from "@mantine/notifications";
import type { AudioRecorder } from "#capture/audio-recorder.ts";
import { formatElapsed } from "#ui/format.ts";
import { showNotice } from "#ui/toast.ts";

const MUTED = {
  id: "muted-microphone",
  message: "The microphone is muted by this device. What is said now is not recorded.",
  ...{ color: "red", role: "alert", autoClose: false, withCloseButton: false, priority: 2 },
} as const;

/**
 * Tells the person while the device mutes the microphone of a recording, as calls do.
 * @returns a function that ends this, and tells how much of the recording is silent if it was kept
 */
export function watchMicrophone(
  recorder: Pick<AudioRecorder, "track" | "elapsedMs">,
): (isKept: boolean) => void {
  const { track } = recorder;
  const ended = new AbortController();
  let silentMs = 0;
  let since: number | null = null;

  function look(): void {
    const now = recorder.elapsedMs();
    if (since !== null) silentMs += now - since;
    const isMuted = track?.muted === true || track?.readyState === "ended";
    since = isMuted && !ended.signal.aborted ? now : null;
    if (since === null) notifications.hide(MUTED.id);
    else notifications.show(MUTED);
  }

  for (const name of ["mute", "unmute", "ended"]) {
    track?.addEventListener(name, look, { signal: ended.signal });
  }
  // This code is loaded late: it may be muted already.
  look();
  return (isKept) => {
    ended.abort();
    look();
    if (!isKept || silentMs < 1000) return;
    const silent = formatElapsed(silentMs);
    showNotice("Microphone", `${silent} of this recording are silent: the microphone was muted.`);
  };
}
