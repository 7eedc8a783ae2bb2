import { create } from "zustand";
import type { VoiceRecording } from "./voice-recording.ts";

/**
 * Whether the device mutes the microphone of the recording that runs now, and how many ms of a note
 * were silent because of that, for the last such note.
 */
export const useMicrophone = create<{
  muted: boolean;
  silent: { noteId: string; ms: number } | null;
}>(() => ({ muted: false, silent: null }));

const watched = new WeakSet<VoiceRecording>();

/** Notices whenever the device mutes the microphone of a recorder's notes, as calls do. */
export function watchMicrophone(recording: VoiceRecording): void {
  if (watched.has(recording)) return;
  watched.add(recording);
  let track: MediaStreamTrack | undefined;
  let silentMs = 0;
  let since: number | null = null;

  function look(): void {
    const now = recording.elapsedMs();
    if (since !== null) silentMs += now - since;
    const muted = track !== undefined && (track.muted || track.readyState === "ended");
    since = muted ? now : null;
    useMicrophone.setState({ muted });
  }

  function follow(): void {
    const { phase, noteId } = recording.store.getState();
    if (phase === "recording" && track === undefined) {
      silentMs = 0;
      track = recording.track();
      for (const name of ["mute", "unmute", "ended"]) track?.addEventListener(name, look);
      look();
    } else if (phase === "finishing") {
      track = undefined;
      look();
    } else if (phase === "idle" && noteId !== null && silentMs > 0) {
      useMicrophone.setState({ silent: { noteId, ms: silentMs } });
      silentMs = 0;
    }
  }

  recording.store.subscribe(follow);
  // This code is loaded late: a recording may run already.
  follow();
}
