import type { AudioTotal } from "#mirror/person/recordings/kept-audio.ts";
import { byteSizeWords } from "#ui/format.ts";

/** The choices for how many days recordings are kept. */
export const DAYS: { value: string; label: string }[] = [
  { value: "0", label: "Delete at once" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

/** The kept recordings in which speech was recognised, as text. */
export function keptWords({ count, size }: AudioTotal): string {
  if (count === 0) return "No recordings are kept now.";
  const takes = count === 1 ? "takes" : "take";
  return `${recordingsCount(count)} ${takes} ${byteSizeWords(size)} on this device.`;
}

/** The kept recordings in which no speech was recognised, as text. */
export function emptyWords({ count, size }: AudioTotal): string {
  const stay =
    count === 1
      ? "It is nowhere else, and stays until you discard it."
      : "They are nowhere else, and stay until you discard them.";
  return `In ${recordingsCount(count)} (${byteSizeWords(size)}) no speech was recognised. ${stay}`;
}

/** "1 recording", "12 recordings". */
export function recordingsCount(count: number): string {
  return count === 1 ? "1 recording" : `${count} recordings`;
}
