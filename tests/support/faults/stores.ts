// Reads the device's databases directly with IndexedDB, without the app's code.

interface Row {
  [field: string]: unknown;
}

const STORES = [
  "outbox",
  "recordings",
  "recordingChunks",
  "photos",
  "keptAudio",
  "speechDrafts",
  "agentLogs",
  "results",
  "messages",
  "ratings",
  "entryChanges",
] as const;

export type Stores = Record<(typeof STORES)[number], Row[]> & { accountId: string };

/** The fields of a waiting item that the checks use. */
export interface QueueRow {
  id: string;
  state: string;
  attempts: number;
  reason: { code: string } | null;
}

export interface DeviceNotes {
  people: { id: string; successorId: string | null }[];
}

/** @returns null when the account has no database, or has none any more */
export async function readAccount(accountId: string): Promise<Stores | null> {
  const stores = await readStores(`field-agents-${accountId}`, STORES);
  return stores && ({ ...stores, accountId } as Stores);
}

export async function readNotes(): Promise<DeviceNotes> {
  const stores = await readStores("field-agents-device", ["people"]);
  return (stores ?? { people: [] }) as unknown as DeviceNotes;
}

export async function readQueue(personId: string): Promise<QueueRow[]> {
  const stores = await readStores(`field-agents-${personId}`, ["outbox"]);
  return (stores?.outbox ?? []) as unknown as QueueRow[];
}

/** The bytes of a recording, joined in order. */
export function soundIn(device: Stores, id: unknown): Uint8Array {
  const chunks = device.recordingChunks
    .filter(({ recordingId }) => recordingId === id)
    .sort((a, b) => Number(a.seq) - Number(b.seq));
  return Buffer.concat(chunks.map(({ bytes }) => new Uint8Array(bytes as ArrayBuffer)));
}

export function isQueued({ outbox }: Stores, id: unknown): boolean {
  return outbox.some((row) => row.id === id);
}

/** Recordings that were begun, not sealed, and have bytes. */
export function draftsIn(device: Stores): Row[] {
  return device.recordings.filter(({ id, state }) => {
    return state === "recording" && soundIn(device, id).length > 0;
  });
}

async function readStores(
  name: string,
  stores: readonly string[],
): Promise<Record<string, Row[]> | null> {
  // Opening a database that does not exist would create it.
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return null;
  const db = await settled(indexedDB.open(name));
  try {
    if (db.objectStoreNames.length === 0) return null;
    const transaction = db.transaction(stores, "readonly");
    const rows = await Promise.all(
      stores.map(async (store) => [store, await settled(transaction.objectStore(store).getAll())]),
    );
    return Object.fromEntries(rows);
  } finally {
    db.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
