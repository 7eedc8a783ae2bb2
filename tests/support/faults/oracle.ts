import { v5 as uuidv5 } from "uuid";
import type { ModelServer } from "../sync/model-server.ts";
import { callsOf, conversationOf, type MadeItem, type Turns } from "./made-items.ts";

/** The promises, by how they are broken. */
export const BROKEN = [
  /** Neither on the server nor in the queue, or its bytes are gone. */
  "lost",
  "duplicated",
  "reordered",
  /** Everything works again, and it still waits. */
  "stuck",
  /** Other bytes, or other words, than its person made. */
  "altered",
  "in another account",
  /** Two contexts drained at the same time. */
  "unfenced",
] as const;
export type Broken = (typeof BROKEN)[number];

/** A promise that does not hold. `about` says of what, in words. */
export interface Finding {
  broken: Broken;
  about: string;
}

/** A finding as one line. */
export function inWords({ broken, about }: Finding): string {
  return `${broken}: ${about}`;
}

interface Row {
  [field: string]: unknown;
}

/**
 * Judges by the server's own books and the bytes in IndexedDB, with nothing of the app in between.
 * @param people who ever used the device
 * @param when `now`: at any moment; `drained`: when everything has had its time
 */
export async function judge(
  server: ModelServer,
  people: Iterable<string>,
  made: MadeItem[],
  when: "now" | "drained",
): Promise<Finding[]> {
  const findings = [...books(server, made), ...senders(server, made)];
  for (const personId of people) {
    const device = await readStores(personId);
    const own = made.filter((item) => item.personId === personId);
    for (const item of own) if (item.saved) findings.push(...whereabouts(server, device, item));
    findings.push(...bytesKept(device, own), ...order(server, own));
    if (when === "drained") findings.push(...drained(device, own));
  }
  return findings;
}

/** What is looked at of an item that waits. */
export interface QueueRow {
  id: string;
  state: string;
  attempts: number;
  reason: { code: string } | null;
}

/** A person's queue as it stands in IndexedDB. */
export async function readQueue(personId: string): Promise<QueueRow[]> {
  return (await readStores(personId, ["outbox"])).outbox as never;
}

/** On the server, or in the queue; out of the queue only together with what it became. */
function whereabouts(server: ModelServer, device: Stores, item: MadeItem): Finding[] {
  const queued = device.outbox.some(({ id }) => id === item.id);
  if (queued) return [];
  if (!server.logs.has(String(item.id))) return [{ broken: "lost", about: nameOf(item) }];
  const shown = [device.agentLogs, device.results].every((rows) =>
    rows.some(({ id }) => id === item.id),
  );
  return shown
    ? []
    : [{ broken: "lost", about: `out of the queue without its result: ${nameOf(item)}` }];
}

/** The bytes of what waits are on the device, as they were captured. */
function bytesKept(device: Stores, made: MadeItem[]): Finding[] {
  return made.flatMap((item): Finding[] => {
    if (!item.saved || item.kind.startsWith("question")) return [];
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
    return size === item.bytes
      ? []
      : [{ broken: "lost", about: `bytes on the device of ${nameOf(item)}` }];
  });
}

/** What the server did: once for each key, for nobody else, with the very bytes. */
function books(server: ModelServer, made: MadeItem[]): Finding[] {
  const findings: Finding[] = [];
  const find = (broken: Broken, about: string) => findings.push({ broken, about });
  const minted = made.filter(hasId);
  const byId = new Map(minted.map((item) => [item.id, item]));
  const answers = new Map(minted.map((item) => [answerIdOf(item.id), item]));
  const expected = new Map(
    minted.flatMap((item) => {
      const own = minted.filter(({ personId }) => personId === item.personId);
      const said = item.kind === "question to Ask" ? saidBefore(server, own, item) : [];
      const calls = callsOf(item, said);
      return [...calls].map(([key, bodies]) => [key, { item, bodies }] as const);
    }),
  );
  const done = new Set<string>();
  for (const { key, personId, hash } of server.done) {
    const call = expected.get(key);
    if (call === undefined) find("duplicated", `done under a key that nobody made: ${key}`);
    else {
      if (!call.bodies.includes(hash)) find("altered", `other bytes arrived: ${nameOf(call.item)}`);
      if (personId !== call.item.personId) find("in another account", nameOf(call.item));
    }
    if (done.has(key)) find("duplicated", `done twice: ${key}`);
    done.add(key);
  }
  // The provider is asked again only for an answer that the server lost.
  const answered = [...server.providerCalls];
  for (const key of server.lostAnswers) answered.splice(answered.indexOf(key), 1);
  if (new Set(answered).size < answered.length) find("duplicated", "the provider was asked twice");
  for (const [id, row] of server.logs) {
    const item = byId.get(id);
    if (item === undefined) find("duplicated", `a history row that nobody made: ${id}`);
    else if (!done.has(id)) find("altered", `in the history and never done: ${nameOf(item)}`);
    if (row.user_id !== item?.personId) find("in another account", nameOf(item));
  }
  for (const [id, row] of server.messages) {
    const item = byId.get(id) ?? answers.get(id);
    if (item === undefined) find("duplicated", `a message that nobody made: ${id}`);
    if (row.user_id !== item?.personId) find("in another account", nameOf(item));
  }
  return findings;
}

/** Nothing is sent with another person's token, accepted or not. */
function senders(server: ModelServer, made: MadeItem[]): Finding[] {
  const makers = new Map<string, MadeItem>();
  for (const item of made.filter(hasId)) {
    for (const key of [item.id, answerIdOf(item.id), ...callsOf(item, []).keys()]) {
      makers.set(key, item);
    }
  }
  return server.requests.flatMap(({ key, bearerId }): Finding[] => {
    const item = makers.get(key ?? "");
    if (item === undefined || bearerId === null || bearerId === item.personId) return [];
    return [{ broken: "in another account", about: `another's token came with ${nameOf(item)}` }];
  });
}

/** Turns that are sent along with a question. */
const TURNS = 6;

/** What was asked and answered in a question's conversation before it, the newest turns. */
function saidBefore(server: ModelServer, made: MintedItem[], item: MintedItem): Turns {
  const place = conversationOf(item);
  const earlier = made
    .slice(0, made.indexOf(item))
    .filter(({ id, ...other }) => conversationOf(other) === place && server.logs.has(id));
  return earlier
    .flatMap(({ id }) => [id, answerIdOf(id)])
    .map((id) => server.messages.get(id))
    .map((message) => ({ role: String(message?.role), content: String(message?.content) }))
    .slice(-TURNS);
}

/**
 * Within a conversation: in the order they were asked, each answer right behind its question. What was
 * spoken into a page that died is asked when its person sends it, whatever was asked meanwhile.
 */
function order(server: ModelServer, made: MadeItem[]): Finding[] {
  const stored = [...server.messages.keys()];
  return ["a", "b", "ask"].flatMap((conversation): Finding[] => {
    const asked = made.filter(hasId).filter((item) => conversationOf(item) === conversation);
    const expected = asked.flatMap(({ id }) => [id, answerIdOf(id)]);
    const said = stored.filter((id) => expected.includes(id));
    const unfinished = asked.filter(({ kind, saved }) => kind === "spoken question" && !saved);
    const later = unfinished.flatMap(({ id }) => [id, answerIdOf(id)]);
    const inTime = said.filter((id) => !later.includes(id));
    const inOrder = expected.filter((id) => inTime.includes(id));
    const isBehind = ({ id }: MintedItem) =>
      !said.includes(answerIdOf(id)) || said.indexOf(answerIdOf(id)) === said.indexOf(id) + 1;
    if (inTime.every((id, index) => id === inOrder[index]) && unfinished.every(isBehind)) return [];
    const places = said.map((id) => expected.indexOf(id)).join(" ");
    return [{ broken: "reordered", about: `conversation ${conversation}: ${places}` }];
  });
}

/** Nothing waits any more but what the server refused, and that waits for its person. */
function drained(device: Stores, made: MadeItem[]): Finding[] {
  return device.outbox.flatMap(({ id, state }) => {
    const item = made.find((other) => other.id === id);
    const held = item?.refused && state === "needs-attention";
    return held ? [] : [{ broken: "stuck", about: `${String(state)}, ${nameOf(item)}` }];
  });
}

type MintedItem = MadeItem & { id: string };

function hasId(item: MadeItem): item is MintedItem {
  return item.id !== null;
}

/** The id of an answer follows from its question's, so that it is said once. */
function answerIdOf(id: string): string {
  return uuidv5("answer", id);
}

function nameOf(item: MadeItem | undefined): string {
  return item === undefined ? "something unknown" : `${item.kind} ${item.text} (${item.id})`;
}

const STORES = ["outbox", "agentLogs", "results", "photos", "recordingChunks"] as const;
type Stores = Record<(typeof STORES)[number], Row[]>;

async function readStores(personId: string, stores: readonly string[] = STORES): Promise<Stores> {
  const db = await settled(indexedDB.open(`field-agents-${personId}`));
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
