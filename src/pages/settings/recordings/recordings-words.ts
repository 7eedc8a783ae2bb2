import type { AudioTotal } from "#mirror/person/recordings/kept-audio.ts";
import { byteSizeWords } from "#ui/format.ts";

/** How many days recordings can be kept. */
export const DAYS: { value: string; label: string }[] = [
  { value: "0", label: "Delete at once" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

/** What is kept now of what was understood. */
export function keptWords({ count, size }: AudioTotal): string {
  if (count === 0) return "No recordings are kept now.";
  const takes = count === 1 ? "takes" : "take";
  return `${recordingsCount(count)} ${takes} ${byteSizeWords(size)} on this device.`;
}

/** What is kept now of what was not. */
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
