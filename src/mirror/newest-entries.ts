import type { AgentLog } from "@contracts/agent-log.ts";
import type { EntryChange } from "@contracts/entry-change.ts";
import { doneAt, latestFirst } from "@contracts/log-time.ts";
import type { Role } from "@contracts/role.ts";
import { done } from "./renew-log.ts";

// For the service worker while it answers with a page. It uses IndexedDB itself: Dexie is large, and
// would create or upgrade a database that it opens.

const DEVICE = "field-agents-device";

/** How many of the entries that arrived last are looked at for those that were made last. */
const LOOKED_AT = 60;

/** So many of one time are there only after an import, whose order this does not find. */
const TOO_MANY = 400;

/**
 * The newest history of the technician who is signed in on this device, the latest first, as
 * `readHistory` orders it. Only reads: no database is created or upgraded.
 * @param count how many entries at most
 * @returns null if no technician is signed in, if the newest entries are not known, or if unsent work
 *   belongs above them
 */
export async function readNewestEntries(count: number): Promise<NewestEntry[] | null> {
  try {
    const personId = await inDatabase(DEVICE, ["values"], technicianHere);
    if (personId === null) return null;
    const stores = ["agentLogs", "entryChanges", "outbox", "recordings"];
    return await inDatabase(`field-agents-${personId}`, stores, (store) => newest(store, count));
  } catch {
    // The app itself reports what is wrong with this device's storage.
    return null;
  }
}

/** An entry as it is valid now. */
export type NewestEntry = AgentLog & { editedAt?: string };

type Store = (name: string) => IDBObjectStore;

async function technicianHere(store: Store): Promise<string | null> {
  const row: { value: string } | undefined = await done(store("values").get("identity"));
  const identity: { id?: unknown; role?: Role } = JSON.parse(row?.value ?? "{}");
  return typeof identity.id === "string" && identity.role === "field_tech" ? identity.id : null;
}

async function newest(store: Store, count: number): Promise<NewestEntry[] | null> {
  const byArrival = store("agentLogs").index("created_at");
  const [items, recordings, oldest] = await Promise.all([
    done(store("outbox").count()),
    done(store("recordings").count()),
    keyFromEnd(byArrival, LOOKED_AT),
  ]);
  if (items + recordings > 0) return null;
  const range = oldest === null ? null : IDBKeyRange.lowerBound(oldest);
  const logs: AgentLog[] = await done(byArrival.getAll(range, TOO_MANY));
  if (logs.length === TOO_MANY) return null;
  const first = latestFirst(logs.reverse()).slice(0, count);
  const last = first.at(-1);
  // Otherwise notes that arrived late are between these, and others may be among those that were not
  // looked at.
  const isWhole = oldest === null || last === undefined || doneAt(last) >= Date.parse(`${oldest}`);
  return isWhole ? await Promise.all(first.map((log) => asChanged(store, log))) : null;
}

/** An entry with the job and the texts that are valid, as `applyChanges` gives it. */
async function asChanged(store: Store, log: AgentLog): Promise<NewestEntry> {
  const changes: EntryChange[] = await done(store("entryChanges").index("entry_id").getAll(log.id));
  changes.sort((a, b) => b.revision - a.revision || (a.id < b.id ? 1 : -1));
  const text = changes.find(({ kind }) => kind === "text");
  const job = changes.find(({ kind }) => kind === "job");
  return {
    ...log,
    ...(text && {
      input_data: text.transcription,
      output_summary: text.summary,
      editedAt: text.changed_at,
    }),
    ...(job && { job_id: job.job_id }),
  };
}

async function inDatabase<T>(
  name: string,
  stores: string[],
  read: (store: Store) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const db = await done(opening);
  // A newer version of the app and the removal of a person wait for nothing here.
  db.onversionchange = () => db.close();
  try {
    const transaction = db.transaction(stores, "readonly");
    return await read((store) => transaction.objectStore(store));
  } finally {
    db.close();
  }
}

/** The key of the entry at a place from the end of an index; null if it has fewer. */
function keyFromEnd(index: IDBIndex, place: number): Promise<IDBValidKey | null> {
  return new Promise((resolve, reject) => {
    const request = index.openKeyCursor(null, "prev");
    let moved = false;
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null || moved) return resolve(cursor?.key ?? null);
      moved = true;
      cursor.advance(place);
    };
  });
}
