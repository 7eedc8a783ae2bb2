import type { Download } from "#mirror/person/knowledge/knowledge-rows.ts";
import { formatByteSize } from "#ui/format.ts";

/** The download state of a manual on this device. */
export type ManualState =
  | { kind: "absent" }
  /** Requested, but another download runs first or there is no connection. */
  | { kind: "waiting"; offline: boolean }
  /** `share` (0 to 1) of the file has been received. */
  | { kind: "downloading"; share: number }
  | { kind: "refused"; why: string }
  | { kind: "here" };

/** The downloads that are neither complete nor refused. */
export function underWay(downloads: readonly Download[]): Download[] {
  return downloads.filter(({ state, refusal }) => state === "wanted" && refusal === null);
}

/** The id of the download that is running: the downloader loads one file at a time. */
export function activeDownload(downloads: readonly Download[]): string | null {
  // The downloader takes them in the order of their ids.
  return (
    underWay(downloads)
      .map(({ fileId }) => fileId)
      .sort()[0] ?? null
  );
}

export function manualState(
  download: Download | undefined,
  circumstances: { reachable: boolean; active: string | null },
): ManualState {
  if (download === undefined) return { kind: "absent" };
  if (download.state === "whole") return { kind: "here" };
  if (download.refusal !== null) return { kind: "refused", why: download.refusal };
  if (!circumstances.reachable) return { kind: "waiting", offline: true };
  if (circumstances.active !== download.fileId) return { kind: "waiting", offline: false };
  const share = download.sizeBytes === 0 ? 0 : download.receivedBytes / download.sizeBytes;
  return { kind: "downloading", share: Math.min(1, share) };
}

/** @param textHere whether the text of its passages is on this device, without the file */
export function describeState(state: ManualState, textHere: boolean): string {
  switch (state.kind) {
    case "absent":
      return textHere ? "Only its text is on this device" : "Not on this device";
    case "waiting":
      return state.offline ? "Waiting for a connection" : "Waiting for its turn";
    case "downloading":
      return `Downloading… ${Math.floor(state.share * 100)}%`;
    case "refused":
      return state.why;
    case "here":
      return "On this device";
  }
}

/** The bytes that downloads use on this device, received parts of unfinished files included. */
export function bytesTaken(downloads: readonly Download[]): number {
  return downloads.reduce(
    (sum, { state, sizeBytes, receivedBytes }) =>
      sum + (state === "whole" ? sizeBytes : receivedBytes),
    0,
  );
}

/** The bytes that are still missing of some downloads. */
export function bytesToCome(downloads: readonly Download[]): number {
  return downloads.reduce(
    (sum, { sizeBytes, receivedBytes }) => sum + Math.max(0, sizeBytes - receivedBytes),
    0,
  );
}

export function describeMissingFiles(files: number, bytes: number): string {
  return `${files} files to come, ${formatByteSize(bytes)}`;
}

/** @param room free bytes; null if the browser does not report it */
export function describeStorage(taken: number, room: number | null): string {
  const here = taken === 0 ? "No files on this device" : `${formatByteSize(taken)} on this device`;
  return room === null ? here : `${here} · ${formatByteSize(room)} free`;
}
