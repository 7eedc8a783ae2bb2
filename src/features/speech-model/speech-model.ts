import { create } from "zustand";
import type { SpeechModelSize, SpeechSpeed } from "#preferences/speech-preferences.ts";
import { formatByteSize } from "#ui/format.ts";

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

/** The sentence about a model that can be used. */
export function describeReady(size: SpeechModelSize): string {
  return `Ready: the ${size} model is on this device.`;
}

/**
 * The state of a model that is being fetched, without the bytes that have arrived.
 * @param kept the size of the model that can be used meanwhile; null when there is none
 */
export function describeFetching(fetching: Fetching, kept: SpeechModelSize | null): string {
  const isNewer = kept === fetching.size;
  switch (fetching.kind) {
    case "downloading":
      return isNewer ? "A newer version is being downloaded…" : "Downloading…";
    case "waiting":
      return "Waiting for a connection.";
    case "postponed": {
      const when = "on Wi-Fi, while nothing is recorded or sent";
      return isNewer
        ? `A newer version (${formatByteSize(fetching.total)}) is downloaded ${when}.`
        : `This version of the app needs a newer model (${formatByteSize(fetching.total)}). It is downloaded ${when}.`;
    }
    case "no-room": {
      const { free } = fetching;
      const present = free === null ? "" : `, and ${formatByteSize(free)} are`;
      return `Not enough room: ${formatByteSize(fetching.needed)} have to be free, so that your recordings keep theirs${present}. Remove something from this device and try again.`;
    }
    case "failed":
      return fetching.why === "gone"
        ? "The server has a newer version of the app. Update or reload it, then try again."
        : "This device could not keep it. Try again.";
  }
}

/** How much has arrived: "12.3 of 25.9 MB"; null when nothing is under way. */
export function formatArrived(fetching: Fetching): string | null {
  if (fetching.kind !== "downloading" && fetching.kind !== "waiting") return null;
  return `${(fetching.received / 1_000_000).toFixed(1)} of ${formatByteSize(fetching.total)}`;
}

/** The sentence about a device that is too slow; null unless that was measured with this model. */
export function describeTooSlow(speed: SpeechSpeed | null, size: SpeechModelSize): string | null {
  if (speed === null || speed.size !== size || speed.factor <= 1) return null;
  const advice =
    size === "better" ? "Try the small model, or remove it" : "Remove it to free its room";
  return `This device is too slow to understand speech by itself: a minute of speech takes it ${speed.factor.toFixed(1)} minutes. ${advice}.`;
}
