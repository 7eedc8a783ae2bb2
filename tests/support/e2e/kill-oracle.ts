import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import type { Item } from "./kill-plan.ts";
import type { Stack } from "./stack.ts";

/** All calls that the AI provider got so far. */
export interface ProviderAccount {
  /** The bytes of every recording, by the words that the provider heard in it. */
  heard: ReadonlyMap<string, Uint8Array>;
  /** The last message of each chat. */
  asked: readonly string[];
}

export interface Arrival {
  id: string;
  agent: string;
  input: "text" | "voice" | "image";
  /** The question, the photo's note, or what was heard. */
  words: string;
  /** When the item was made, epoch ms. */
  capturedAt: number;
}

/** What the server and the provider have of everything that a technician ever sent. */
export interface ServerAccount extends ProviderAccount {
  arrivals: Arrival[];
  /** Messages by agent, in order. */
  said: Record<"label" | "ask", { id: string; role: string }[]>;
  /** Request keys of the detailed rows, with their status. */
  detailed: { key: string; status: string }[];
}

export async function readServer(stack: Stack, calls: ProviderAccount): Promise<ServerAccount> {
  const oldestFirst = (table: string) => stack.rows(table, "select=*&order=created_at");
  const messages = async (agent: string) =>
    (await oldestFirst(`${agent}_agent_conversations`)).map(({ id, role }) => {
      return { id: String(id), role: String(role) };
    });
  const logs = await oldestFirst("agent_logs");
  const detailed = await oldestFirst("detailed_agent_logs");
  return {
    ...calls,
    arrivals: logs.map((row) => ({
      id: String(row.id),
      agent: String(row.agent_type),
      input: row.input_type as Arrival["input"],
      words: String(row.input_data),
      capturedAt: Date.parse(String(row.captured_at)),
    })),
    said: { label: await messages("label"), ask: await messages("ask") },
    detailed: detailed.map((row) => ({ key: String(row.request_key), status: String(row.status) })),
  };
}

/** The messages that a question must cause; their ids are derived from its own. */
export function messagesOf({ id, agent }: Arrival): { id: string; role: string }[] {
  if (agent !== "label" && agent !== "ask") return [];
  return [
    { id, role: "user" },
    { id: uuidv5("answer", id), role: "assistant" },
  ];
}

/**
 * The keys with which an item must call functions: a spoken question is transcribed first. Each
 * call makes the provider chat once, because a transcription is summarized too.
 */
export function keysOf({ id, agent, input }: Arrival): string[] {
  return agent !== "voice" && input === "voice" ? [id, uuidv5("transcribe", id)] : [id];
}

/** A fault found on the server. */
interface Finding {
  what: "lost" | "duplicated" | "reordered";
  about: string;
}

/**
 * Compares what the pages promised with what the server has. An item that was not promised may have
 * arrived or not. Everything that arrived must be there once, and must have been given by somebody.
 * @param items all items of this device so far, in the order they were begun
 */
export function judge(items: readonly Item[], server: ServerAccount): Finding[] {
  const { arrivals, said, detailed, heard, asked } = server;
  const begun = items.filter(({ begunAt }) => begunAt !== null);
  const owners = new Map<Item, Arrival[]>(begun.map((item) => [item, []]));
  const findings: Finding[] = [];
  const find = (what: Finding["what"], about: string) => findings.push({ what, about });

  for (const arrival of arrivals) {
    const owner = ownerOf(arrival, begun);
    const told = `"${arrival.words}" for ${arrival.agent} (${arrival.id})`;
    if (owner === undefined) find("duplicated", `nobody gave ${told}`);
    else owners.get(owner)?.push(arrival);
    for (const message of messagesOf(arrival)) {
      const all = said[arrival.agent as "label" | "ask"];
      if (!all.some(({ id, role }) => id === message.id && role === message.role)) {
        find("lost", `what the ${message.role} said of ${told}`);
      }
    }
    for (const key of keysOf(arrival)) {
      if (!detailed.some((row) => row.key === key && row.status === "success")) {
        find("lost", `the detailed row of ${told}`);
      }
    }
    const chats = asked.filter((words) => words.includes(arrival.words)).length;
    if (chats !== keysOf(arrival).length) {
      find("duplicated", `the provider was asked ${chats} times about ${told}`);
    }
  }
  for (const [item, own] of owners) {
    if (own.length === 0 && item.isPromised) find("lost", inWords(item));
    if (own.length > 1) find("duplicated", `${inWords(item)}: ${own.length} rows`);
  }

  // Rows in the tables and calls of the provider that belong to no row of the history.
  const keys = new Set(arrivals.flatMap(keysOf));
  for (const { key } of detailed) {
    if (!keys.has(key)) find("duplicated", `a detailed row of ${key}, which nobody sent`);
  }
  const messages = new Set(arrivals.flatMap(messagesOf).map(({ id }) => id));
  for (const { id, role } of [...said.label, ...said.ask]) {
    if (!messages.has(id)) find("duplicated", `a message of the ${role}, ${id}`);
  }
  const known = new Set(arrivals.map(({ words }) => words));
  const hashes = new Set<string>();
  for (const [words, bytes] of heard) {
    const hash = createHash("sha256").update(bytes).digest("hex");
    if (!known.has(words) || hashes.has(hash)) find("duplicated", `a transcription, "${words}"`);
    hashes.add(hash);
  }

  // Questions of a conversation are answered one after the other, in the order they were asked.
  for (const agent of ["label", "ask"] as const) {
    const arrived = [...owners].filter(([item]) => item.agent === agent);
    const wanted = arrived.flatMap(([, own]) => own.slice(0, 1).flatMap(messagesOf));
    const ids = wanted.map(({ id }) => id);
    const actual = said[agent].map(({ id }) => id).filter((id) => ids.includes(id));
    const first = ids.findIndex((id, index) => actual[index] !== id);
    if (first >= 0 && actual.length === ids.length) {
      find("reordered", `the conversation with ${agent} at ${first}`);
    }
  }
  return findings;
}

/** Those of these items that are recordings and arrived, with the bytes that the provider got. */
export function arrivedRecordings(
  items: readonly Item[],
  { arrivals, heard }: ServerAccount,
): { item: Item; bytes: Uint8Array }[] {
  const recorded = items.filter(({ mark }) => mark === null);
  return arrivals.flatMap((arrival) => {
    const item = ownerOf(arrival, recorded);
    const bytes = heard.get(arrival.words);
    return item === undefined || bytes === undefined ? [] : [{ item, bytes }];
  });
}

export function inWords({ agent, mark, isPromised }: Item): string {
  const what = mark === null ? `a recording for ${agent}` : `"${mark}" for ${agent}`;
  return isPromised ? `${what}, which the page had promised` : what;
}

function ownerOf({ agent, input, words, capturedAt }: Arrival, begun: readonly Item[]) {
  if (input !== "voice") return begun.find((item) => item.mark === words && item.agent === agent);
  // A person makes one recording at a time, so the last one begun before `capturedAt` is meant.
  return begun.findLast(({ mark, begunAt }) => mark === null && (begunAt ?? 0) <= capturedAt);
}
