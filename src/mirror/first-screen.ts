import type { AgentLog } from "@contracts/agent-log.ts";
import { doneAt, latestFirst } from "@contracts/log-time.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import type { Role } from "@contracts/role.ts";
import { ASK_SCOPE } from "./person/conversations.ts";

// Reads what the first screen of a page needs before the app's code is there. It uses IndexedDB
// itself, because it is part of a small script that runs in front of the app: Dexie is ten times as
// large. It only reads: it never creates or upgrades a database.

const DEVICE = "field-agents-device";

/** How many of the entries that arrived last are looked at for those that were made last. */
const LOOKED_AT = 60;

/** Far more than that share one time only after an import, whose order this does not find. */
const TOO_MANY = 400;

/**
 * The signed-in technician's newest history, the latest first, as `readHistory` orders it.
 * @returns null if it is not known, or if unsent work belongs above it
 */
export function readNewestLogs(count: number): Promise<AgentLog[] | null> {
  return ofPerson(["agentLogs", "outbox", "recordings"], async (stores) => {
    if (await hasUnsent(stores)) return null;
    const byArrival = stores("agentLogs").index("created_at");
    const oldest = await keyFromEnd(byArrival, LOOKED_AT);
    const range = oldest === null ? null : IDBKeyRange.lowerBound(oldest);
    const logs: AgentLog[] = await done(byArrival.getAll(range, TOO_MANY));
    if (logs.length === TOO_MANY) return null;
    const newest = latestFirst(logs.reverse()).slice(0, count);
    const last = newest.at(-1);
    // Notes that arrived late are between these, and others may be among those not looked at.
    const isWhole =
      oldest === null || last === undefined || doneAt(last) >= Date.parse(`${oldest}`);
    return isWhole ? newest : null;
  });
}

/** Whether a chat of the signed-in technician is empty when it opens; null if it is not known. */
export function isChatEmpty(agent: QuestionAgent): Promise<boolean | null> {
  return ofPerson(["messages", "outbox", "recordings", "scopes"], async (stores) => {
    if (await hasUnsent(stores)) return false;
    // Each visit of Label begins a conversation of its own.
    if (agent === "label") return true;
    const of = IDBKeyRange.bound([agent], [agent, []]);
    const messages = stores("messages").index("[agent+conversation+created_at]");
    const answered = await done(stores("scopes").count(ASK_SCOPE));
    return answered > 0 && (await done(messages.count(of))) === 0;
  });
}

type Stores = (name: string) => IDBObjectStore;

async function hasUnsent(stores: Stores): Promise<boolean> {
  const counts = await Promise.all(
    ["outbox", "recordings"].map((name) => done(stores(name).count())),
  );
  return counts.some((count) => count > 0);
}

/** Reads from the database of the technician who is signed in; null if that fails. */
async function ofPerson<T>(
  names: string[],
  read: (stores: Stores) => Promise<T>,
): Promise<T | null> {
  try {
    const stored = await inDatabase(DEVICE, ["values"], async (stores) => {
      const row: { value: string } | undefined = await done(stores("values").get("identity"));
      return row === undefined ? null : row.value;
    });
    const identity: { id?: unknown; role?: Role } = JSON.parse(stored ?? "{}");
    if (typeof identity.id !== "string" || identity.role !== "field_tech") return null;
    return await inDatabase(`field-agents-${identity.id}`, names, read);
  } catch {
    // The app itself reports what is wrong with this device's storage.
    return null;
  }
}

async function inDatabase<T>(
  name: string,
  names: string[],
  read: (stores: Stores) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(name);
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const db = await done(opening);
  const transaction = db.transaction(names, "readonly");
  const end = () => {
    db.close();
    document.removeEventListener("freeze", end);
  };
  // A newer version of the app, and a page that freezes here, must wait for nothing.
  db.onversionchange = end;
  document.addEventListener("freeze", end);
  try {
    return await read((store) => transaction.objectStore(store));
  } finally {
    end();
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

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
