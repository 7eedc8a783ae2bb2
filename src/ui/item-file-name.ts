import type { ItemPayload } from "@contracts/queue-item.ts";
import { AUDIO_FILE_ENDINGS } from "@contracts/voice-transcribe.ts";

/** The kind of an item; "unreadable" if this version of the app cannot read it. */
type Kind = ItemPayload["kind"] | "unreadable";

const NAMES: Readonly<Record<Kind, string>> = {
  voice: "voice-note",
  photo: "photo",
  question: "question",
  feedback: "rating",
  assignment: "job",
  correction: "correction",
  unreadable: "item",
};

const ENDINGS: Readonly<Record<string, string>> = {
  ...AUDIO_FILE_ENDINGS,
  "image/jpeg": "jpg",
  "text/plain": "txt",
  "application/json": "json",
  "application/pdf": "pdf",
};

/**
 * The file name of an exported item: `voice-note-2026-07-14-0932.webm`, in the device's time zone.
 * @param capturedAt epoch ms
 * @param mimeType with its parameters
 */
export function itemFileName(kind: Kind, capturedAt: number, mimeType: string): string {
  const at = new Date(capturedAt);
  const ending = ENDINGS[mimeType.split(";")[0]?.trim() ?? ""] ?? "webm";
  return `${NAMES[kind]}-${fileDay(capturedAt)}-${two(at.getHours())}${two(at.getMinutes())}.${ending}`;
}

/** A time's day in the device's time zone, as in names of files: 2026-07-14. */
export function fileDay(time: number): string {
  const at = new Date(time);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function two(part: number): string {
  return String(part).padStart(2, "0");
}
