import { create } from "zustand";
import type { SpeechModelSize } from "#preferences/speech-preferences.ts";

/** A model that this device does not have, and what is done about it. */
export type Fetching = { size: SpeechModelSize } & (
  | { kind: "downloading"; received: number; total: number }
  /** Without a connection; what has been received is kept. */
  | { kind: "waiting"; received: number; total: number }
  /** A newer version waits until it costs nothing and disturbs nobody. */
  | { kind: "postponed"; total: number }
  /** `needed` bytes have to be free, and `free` are; null when the browser does not report it. */
  | { kind: "no-room"; needed: number; free: number | null }
  /** `gone`: the server has another version of the app. */
  | { kind: "failed"; why: "gone" | "not-kept" }
);

export interface SpeechModelState {
  /** The model that can be used; undefined until the device was looked at. */
  kept: { size: SpeechModelSize; version: string } | null | undefined;
  fetching: Fetching | null;
}

/** The speech model on this device, as all tabs see it. */
export const useSpeechModel = create<SpeechModelState>(() => ({
  kept: undefined,
  fetching: null,
}));
