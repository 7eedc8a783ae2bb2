import type { Backend } from "#backend/backend.ts";
import type { Outcome } from "#backend/outcome.ts";
import { replaceHistory } from "#mirror/person/agent-logs.ts";
import { replaceAskConversation } from "#mirror/person/conversations.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** Refreshes a part of the mirror from the server; `now` answers epoch ms. */
export type Pull = (
  db: PersonDatabase,
  backend: Backend,
  now: () => number,
) => Promise<Outcome<null>>;

/**
 * Refreshes the person's history from the server. The mirror changes whole or not at all.
 * @returns what became of the request; the rows are in the mirror
 */
export async function pullHistory(
  db: PersonDatabase,
  backend: Backend,
  now: () => number,
): Promise<Outcome<null>> {
  const askedAt = now();
  const logs = await backend.tables.agentLogsOf(db.personId);
  if (logs.kind !== "ok") return logs;
  await replaceHistory(db, logs.value, askedAt, now());
  return { kind: "ok", value: null };
}

/** Refreshes the person's conversation with Ask from the server, whole or not at all. */
export async function pullAskConversation(
  db: PersonDatabase,
  backend: Backend,
  now: () => number,
): Promise<Outcome<null>> {
  const askedAt = now();
  const messages = await backend.tables.askConversationOf(db.personId);
  if (messages.kind !== "ok") return messages;
  await replaceAskConversation(db, messages.value, askedAt, now());
  return { kind: "ok", value: null };
}
