import { useEffect } from "react";
import { useStore } from "zustand";
import { useMirror } from "#mirror/mirror-context.tsx";
import { pinSession } from "#session/pin.ts";
import { snapOf } from "./browser-snap.ts";
import type { Snap, SnapState } from "./snap.ts";

/** The person's current photo and its state. Leaving the page releases the camera. */
export function useSnap(): [Snap, SnapState] {
  const snap = snapOf(useMirror());
  const state = useStore(snap.store);
  const { kind } = state.step;
  const taken = kind === "live" || kind === "reading" || kind === "preview" || kind === "saving";
  // Keeps the session with the person: if it ended now, the photo would be lost.
  useEffect(() => (taken ? pinSession() : undefined), [taken]);
  useEffect(() => () => snap.releaseCamera(), [snap]);
  return [snap, state];
}
