import type { LocalDataSummary } from "#mirror/person/local-data-summary.ts";
import { contentTitle, unfinishedTitle } from "#ui/describe-item.ts";
import { formatElapsed } from "#ui/format.ts";

/** The names of all items that were made on this device and never sent. */
export function unsentNames({
  items,
  recordings,
  drafts,
}: LocalDataSummary): { id: string; name: string }[] {
  return [
    ...items.map(({ id, payload }) => ({ id, name: contentTitle(payload) })),
    ...recordings.map((recording) => ({ id: recording.id, name: unfinishedTitle(recording) })),
    ...(drafts > 0 ? [{ id: "drafts", name: count(drafts, "unsaved text", "unsaved texts") }] : []),
  ];
}

/**
 * The names of everything that exists only on this device: unsent items, and recordings without
 * recognised speech.
 */
export function localOnlyNames(summary: LocalDataSummary): { id: string; name: string }[] {
  const empty = summary.empty.map(({ id, durationMs }) => {
    return { id, name: `Recording without recognised speech, ${formatElapsed(durationMs)}` };
  });
  return [...unsentNames(summary), ...empty];
}

/** One sentence about what was removed. */
export function describeRemoved(summary: LocalDataSummary): string {
  const unsent = summary.items.length + summary.recordings.length + summary.drafts;
  const sounds = summary.audio.count + summary.empty.length;
  const parts = [
    count(summary.entries, "entry of your history", "entries of your history"),
    count(summary.manuals, "manual", "manuals"),
    ...(sounds > 0 ? [count(sounds, "recording", "recordings")] : []),
    ...(unsent > 0 ? [count(unsent, "item that was not sent", "items that were not sent")] : []),
  ];
  const last = parts.pop();
  return `Removed from this device: ${parts.join(", ")} and ${last}. You are signed out.`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
