import { notifications } from "@mantine/notifications";
import type { AudioRecorder } from "#capture/audio-recorder.ts";
import { formatElapsed } from "#ui/format.ts";
import { showNotice } from "#ui/toast.ts";

const NOTICE = "muted-microphone";

/**
 * Says so as long as the device mutes the microphone of a recording, as calls do.
 * @returns a function that ends this, and says how much of the recording is silent if it was kept
 */
export function watchMicrophone(
  recorder: Pick<AudioRecorder, "track" | "elapsedMs">,
): (isKept: boolean) => void {
  const { track } = recorder;
  const ended = new AbortController();
  let silentMs = 0;
  let since: number | null = null;

  function count(isMuted: boolean): void {
    const now = recorder.elapsedMs();
    if (since !== null) silentMs += now - since;
    since = isMuted ? now : null;
    if (!isMuted) notifications.hide(NOTICE);
  }

  function look(): void {
    const isMuted = track !== undefined && (track.muted || track.readyState === "ended");
    count(isMuted);
    if (!isMuted) return;
    notifications.show({
      id: NOTICE,
      message: "The microphone is muted by this device. What is said now is not recorded.",
      ...{ color: "red", role: "alert", autoClose: false, withCloseButton: false, priority: 2 },
    });
  }

  for (const name of ["mute", "unmute", "ended"]) {
    track?.addEventListener(name, look, { signal: ended.signal });
  }
  // This code is loaded late: it may be muted already.
  look();
  return (isKept) => {
    ended.abort();
    count(false);
    if (!isKept || silentMs < 1000) return;
    const silent = formatElapsed(silentMs);
    showNotice("Microphone", `${silent} of this recording are silent: the microphone was muted.`);
  };
}
