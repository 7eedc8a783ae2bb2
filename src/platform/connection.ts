/** The part of the Network Information API that tells what a connection costs. */
interface ConnectionInformation {
  type?: string;
  saveData?: boolean;
}

/** Kinds of connection that are paid by time or not at all. */
const UNMETERED = ["wifi", "ethernet"];

/**
 * Whether large downloads cost nothing, as far as the browser tells: Chromium on Android tells the
 * kind of connection, others tell at most that the person wants to save data.
 */
export function isUnmetered(): boolean {
  const { connection } = navigator as { connection?: ConnectionInformation };
  if (connection === undefined) return true;
  const { type, saveData } = connection;
  return saveData !== true && (type === undefined || UNMETERED.includes(type));
}
