/** How the names of the locks begin that tell a recording from an unfinished one. */
export const RECORDING_LOCKS = "field-agents-recording-";

/** Held by the tab that records, for as long as the recording is neither sealed nor left. */
export function recordingLockName(id: string): string {
  return `${RECORDING_LOCKS}${id}`;
}
