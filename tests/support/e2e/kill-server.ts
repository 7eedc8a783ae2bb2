import { v5 as uuidv5 } from "uuid";
import type { ProviderAccount } from "./kill-provider.ts";
import type { Stack } from "./stack.ts";

/** A row of the history. */
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
  /** In the order of arrival. */
  arrivals: Arrival[];
  /** Ids of messages, by agent, in order. */
  said: Record<"label" | "ask", { id: string; role: string }[]>;
  /** Request keys of the detailed rows, with their status. */
  detailed: { key: string; status: string }[];
}

export async function readServer(stack: Stack, calls: ProviderAccount): Promise<ServerAccount> {
  const oldestFirst = "select=*&order=created_at";
  const [logs, detailed, label, ask] = await Promise.all([
    stack.rows("agent_logs", oldestFirst),
    stack.rows("detailed_agent_logs", oldestFirst),
    stack.rows("label_agent_conversations", oldestFirst),
    stack.rows("ask_agent_conversations", oldestFirst),
  ]);
  const messages = (rows: Record<string, unknown>[]) =>
    rows.map((row) => ({ id: String(row.id), role: String(row.role) }));
  return {
    ...calls,
    arrivals: logs.map((row) => ({
      id: String(row.id),
      agent: String(row.agent_type),
      input: row.input_type as Arrival["input"],
      words: String(row.input_data),
      capturedAt: Date.parse(String(row.captured_at)),
    })),
    said: { label: messages(label), ask: messages(ask) },
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

/** The keys with which an item must call functions. */
export function keysOf({ id, agent, input }: Arrival): string[] {
  return agent !== "voice" && input === "voice" ? [id, uuidv5("transcribe", id)] : [id];
}

/** How many chats an item must cause; a spoken one is summarized too. */
export function chatsOf(arrival: Arrival): number {
  return keysOf(arrival).length;
}
