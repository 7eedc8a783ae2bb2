/** The part of the Network Information API with the cost of a connection. */
interface ConnectionInformation {
  type?: string;
  saveData?: boolean;
}

/** Kinds of connection that are paid by time or not at all. */
const UNMETERED = ["wifi", "ethernet"];

/**
 * Whether large downloads cost nothing, as far as the browser reports it: Chromium on Android
 * reports the kind of connection, others report at most that the person wants to save data.
 */
export function isUnmetered(): boolean {
  const { connection } = navigator as { connection?: ConnectionInformation };
  if (connection === undefined) return true;
  const { type, saveData } = connection;
  return saveData !== true && (type === undefined || UNMETERED.includes(type));
}
