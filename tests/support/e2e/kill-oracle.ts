import { createHash } from "node:crypto";
import { type Given, isRecorded } from "./kill-given.ts";
import { type Arrival, chatsOf, keysOf, messagesOf, type ServerAccount } from "./kill-server.ts";

/** A fault found on the server. */
export interface Finding {
  what: "lost" | "duplicated" | "reordered";
  about: string;
}

/**
 * Compares what the pages promised with what the server has. An item that was not promised may have
 * arrived or not. Everything that arrived must be there once, and must have been given by somebody.
 * @param given all items of this device so far, in the order they were begun
 */
export function judge(given: readonly Given[], server: ServerAccount): Finding[] {
  const begun = given.filter(({ begunAt }) => begunAt !== null);
  const owners = new Map<Given, Arrival[]>(begun.map((item) => [item, []]));
  const findings: Finding[] = [];
  const find = (what: Finding["what"], about: string) => findings.push({ what, about });

  for (const arrival of server.arrivals) {
    const owner = ownerOf(arrival, begun);
    if (owner === undefined) find("duplicated", `nobody gave ${told(arrival)}`);
    else owners.get(owner)?.push(arrival);
  }
  for (const [item, arrivals] of owners) {
    if (arrivals.length === 0 && item.promised) find("lost", inWords(item));
    if (arrivals.length > 1) find("duplicated", `${inWords(item)}: ${arrivals.length} rows`);
  }
  for (const arrival of server.arrivals) {
    for (const message of messagesOf(arrival)) {
      const all = server.said[arrival.agent as "label" | "ask"];
      if (!all.some(({ id, role }) => id === message.id && role === message.role)) {
        find("lost", `what the ${message.role} said of ${told(arrival)}`);
      }
    }
    for (const key of keysOf(arrival)) {
      if (!server.detailed.some((row) => row.key === key && row.status === "success")) {
        find("lost", `the detailed row of ${told(arrival)}`);
      }
    }
    const chats = server.asked.filter((words) => words.includes(arrival.words)).length;
    if (chats !== chatsOf(arrival)) {
      find("duplicated", `the provider was asked ${chats} times about ${told(arrival)}`);
    }
  }
  findings.push(...strays(server), ...disorder(owners, server));
  return findings;
}

/**
 * Those of these items that are recordings and arrived, with the bytes that the provider received.
 */
export function arrivedRecordings(
  given: readonly Given[],
  server: ServerAccount,
): { item: Given; bytes: Uint8Array }[] {
  const recorded = given.filter(({ plan }) => isRecorded(plan));
  return server.arrivals.flatMap((arrival) => {
    const item = ownerOf(arrival, recorded);
    const bytes = server.heard.get(arrival.words);
    return item === undefined || bytes === undefined ? [] : [{ item, bytes }];
  });
}

export function inWords({ plan, mark, promised }: Given): string {
  const what = isRecorded(plan) ? `a recording for ${plan.agent}` : `"${mark}" for ${plan.agent}`;
  return promised ? `${what}, which the page had promised` : what;
}

function ownerOf(arrival: Arrival, begun: readonly Given[]): Given | undefined {
  if (arrival.input !== "voice") {
    return begun.find(({ plan, mark }) => mark === arrival.words && plan.agent === arrival.agent);
  }
  // A person makes one recording at a time, so the last one begun before `capturedAt` is meant.
  return begun.findLast(
    ({ plan, begunAt }) => isRecorded(plan) && (begunAt ?? 0) <= arrival.capturedAt,
  );
}

/** Rows in the tables and calls of the provider that belong to no row of the history. */
function strays({ arrivals, said, detailed, heard }: ServerAccount): Finding[] {
  const found: string[] = [];
  const keys = new Set(arrivals.flatMap(keysOf));
  for (const { key } of detailed) if (!keys.has(key)) found.push(`a detailed row of ${key}`);
  const messages = new Set(arrivals.flatMap(messagesOf).map(({ id }) => id));
  for (const { id, role } of [...said.label, ...said.ask]) {
    if (!messages.has(id)) found.push(`a message of the ${role}, ${id}`);
  }
  const known = new Set(arrivals.map(({ words }) => words));
  const hashes = new Set<string>();
  for (const [words, bytes] of heard) {
    const hash = createHash("sha256").update(bytes).digest("hex");
    if (!known.has(words) || hashes.has(hash)) found.push(`a transcription, "${words}"`);
    hashes.add(hash);
  }
  return found.map((about) => ({ what: "duplicated", about: `${about}, that is one too many` }));
}

/**
 * Conversations whose questions were not answered one after the other in the order they were asked.
 */
function disorder(owners: ReadonlyMap<Given, Arrival[]>, { said }: ServerAccount): Finding[] {
  return (["label", "ask"] as const).flatMap((agent) => {
    const asked = [...owners].filter(([{ plan }]) => plan.agent === agent);
    const wanted = asked.flatMap(([, [first]]) => (first === undefined ? [] : messagesOf(first)));
    const ids = new Set(wanted.map(({ id }) => id));
    const actual = said[agent].filter(({ id }) => ids.has(id));
    const first = wanted.findIndex(({ id }, index) => actual[index]?.id !== id);
    if (first < 0 || actual.length !== wanted.length) return [];
    return [{ what: "reordered" as const, about: `the conversation with ${agent} at ${first}` }];
  });
}

function told({ id, agent, words }: Arrival): string {
  return `"${words}" for ${agent} (${id})`;
}
