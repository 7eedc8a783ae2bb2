import { v5 as uuidv5 } from "uuid";
import type { ModelServer } from "../sync/model-server.ts";
import type { MadeItem } from "./made-items.ts";

/** A promise that does not hold, in words. */
export type Finding = string;

interface Row {
  [field: string]: unknown;
}

/**
 * Judges by the server's own books and the bytes in IndexedDB, with nothing of the app in between.
 * @param when `now`: at any moment; `drained`: when everything has had its time
 */
export async function judge(
  server: ModelServer,
  storeName: string,
  made: MadeItem[],
  when: "now" | "drained",
): Promise<Finding[]> {
  const device = await readStores(storeName);
  const saved = made.filter((item) => item.saved);
  return [
    ...saved.flatMap((item) => whereabouts(server, device, item)),
    ...bytesKept(device, made),
    ...books(server, made),
    ...order(server, made),
    ...(when === "drained" ? drained(device, made) : []),
  ];
}

/** The queue as it stands in IndexedDB. */
export async function readQueue(storeName: string): Promise<{ id: string; state: string }[]> {
  return (await readStores(storeName, ["outbox"])).outbox as never;
}

/** On the server, or in the queue; out of the queue only together with what it became. */
function whereabouts(server: ModelServer, device: Stores, item: MadeItem): Finding[] {
  const queued = device.outbox.some(({ id }) => id === item.id);
  if (queued) return [];
  if (!server.logs.has(String(item.id))) return [`lost: ${nameOf(item)}`];
  const shown = [device.agentLogs, device.results].every((rows) =>
    rows.some(({ id }) => id === item.id),
  );
  return shown ? [] : [`out of the queue without its result: ${nameOf(item)}`];
}

/** The bytes of what waits are on the device, as they were captured. */
function bytesKept(device: Stores, made: MadeItem[]): Finding[] {
  return made.flatMap((item) => {
    if (!item.saved || item.kind === "question") return [];
    if (!device.outbox.some(({ id }) => id === item.id)) return [];
    const [photo] = device.photos.filter(({ id }) => id === item.id);
    const kept =
      item.kind === "photo"
        ? [photo?.bytes as ArrayBuffer | undefined]
        : device.recordingChunks
            .filter(({ recordingId }) => recordingId === item.id)
            .sort((a, b) => Number(a.seq) - Number(b.seq))
            .map(({ bytes }) => bytes as ArrayBuffer);
    const size = kept.reduce((sum, bytes) => sum + (bytes?.byteLength ?? 0), 0);
    return size === item.bytes ? [] : [`its bytes are gone from the device: ${nameOf(item)}`];
  });
}

/** What the server did: once for each key, for nobody else, with the very bytes. */
function books(server: ModelServer, made: MadeItem[]): Finding[] {
  const findings: Finding[] = [];
  const byId = new Map(made.map((item) => [String(item.id), item]));
  const answers = new Set(made.map(({ id }) => (id === null ? "" : uuidv5("answer", id))));
  const calls = new Set<string>();
  for (const key of server.providerCalls) {
    const item = byId.get(key);
    if (item === undefined) findings.push(`done under a key that nobody made: ${key}`);
    if (calls.has(key)) findings.push(`done twice: ${key}`);
    calls.add(key);
    const whole = item?.saved ? item.hashes.slice(0, 1) : item?.hashes;
    if (whole && !whole.includes(server.receivedHashes.get(key) ?? "")) {
      findings.push(`other bytes arrived: ${nameOf(item)}`);
    }
  }
  for (const [id, row] of server.logs) {
    const item = byId.get(id);
    if (item === undefined) findings.push(`a history row that nobody made: ${id}`);
    else if (!calls.has(id)) findings.push(`in the history and never done: ${nameOf(item)}`);
    if (row.user_id !== server.personId) findings.push(`in another account: ${id}`);
  }
  for (const [id, row] of server.messages) {
    if (!byId.has(id) && !answers.has(id)) findings.push(`a message that nobody made: ${id}`);
    if (row.user_id !== server.personId) findings.push(`in another account: ${id}`);
  }
  return findings;
}

/** Within a conversation: in the order they were asked, each answer right behind its question. */
function order(server: ModelServer, made: MadeItem[]): Finding[] {
  const stored = [...server.messages.keys()];
  return ["a", "b"].flatMap((conversation) => {
    const asked = made.filter(
      (item) => item.kind === "question" && item.conversation === conversation,
    );
    const expected = asked.flatMap(({ id }) => (id === null ? [] : [id, uuidv5("answer", id)]));
    const said = stored.filter((id) => expected.includes(id));
    const inOrder = expected.filter((id) => said.includes(id));
    const kept = said.every((id, index) => id === inOrder[index]);
    return kept
      ? []
      : [
          `conversation ${conversation} out of order: ${said.map((id) => expected.indexOf(id)).join(" ")}`,
        ];
  });
}

/** Nothing waits any more but what the server refused, and that waits for its person. */
function drained(device: Stores, made: MadeItem[]): Finding[] {
  return device.outbox.flatMap(({ id, state }) => {
    const item = made.find((other) => other.id === id);
    const held = item?.refused && state === "needs-attention";
    return held ? [] : [`still ${String(state)}: ${nameOf(item)}`];
  });
}

function nameOf(item: MadeItem | undefined): string {
  return item === undefined ? "something unknown" : `${item.kind} ${item.text} (${item.id})`;
}

const STORES = ["outbox", "agentLogs", "results", "photos", "recordingChunks"] as const;
type Stores = Record<(typeof STORES)[number], Row[]>;

async function readStores(name: string, stores: readonly string[] = STORES): Promise<Stores> {
  const db = await settled(indexedDB.open(name));
  const transaction = db.transaction(stores, "readonly");
  const rows = await Promise.all(
    stores.map(async (store) => [store, await settled(transaction.objectStore(store).getAll())]),
  );
  db.close();
  return Object.fromEntries(rows) as Stores;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
