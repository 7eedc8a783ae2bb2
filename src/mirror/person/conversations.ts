import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { Ports } from "../../platform/ports.ts";
import type { MirroredMessage } from "./conversation-rows.ts";
import { laneOfQuestions, rowsOfLane } from "./outbox/lanes.ts";
import { parseItem } from "./outbox/read-item.ts";
import type { PersonDatabase } from "./person-database.ts";
import { unsealedRecordings } from "./recordings/recordings.ts";

/** The name of a person's only conversation with Ask. */
export const ASK_CONVERSATION = "ask";

/** Name of the scope of this conversation. */
export const ASK_SCOPE = "ask-conversation";

/**
 * Each session has a conversation with Label of its own: older messages (ms) than this are shown
 * nowhere and can be deleted.
 */
const LABEL_KEPT_MS = 24 * 60 * 60 * 1000;

/** The messages that have arrived, oldest first, without questions that still wait. */
export async function readMessages(
  db: PersonDatabase,
  agent: QuestionAgent,
  conversation: string,
): Promise<MirroredMessage[]> {
  return db.transaction("r", db.messages, db.outbox, async () => {
    const waiting = await waitingQuestions(db, agent, conversation);
    const ids = new Set(waiting.map((item) => item.id));
    const messages = await queryMessages(db, agent, conversation).toArray();
    return messages.filter((message) => !ids.has(message.id));
  });
}

/** The newest messages that have arrived, at most `limit`, oldest first. */
export async function latestMessages(
  db: PersonDatabase,
  agent: QuestionAgent,
  conversation: string,
  limit: number,
): Promise<MirroredMessage[]> {
  const latest = await queryMessages(db, agent, conversation).reverse().limit(limit).toArray();
  return latest.reverse();
}

/** The waiting questions of a conversation, in the order they were asked. */
export async function waitingQuestions(
  db: PersonDatabase,
  agent: QuestionAgent,
  conversation: string,
): Promise<QueueItem[]> {
  const rows = await rowsOfLane(db, { lane: laneOfQuestions(agent, conversation) });
  return rows.flatMap((row) => parseItem(row) ?? []);
}

/** Stores a message that the server has. */
export const addMessage = (db: PersonDatabase, message: MirroredMessage) =>
  db.messages.put(message);

/** The conversation that Label's page shows. */
export interface LabelConversation {
  conversation: string;
  /**
   * The id of the question with which it begins on the page; empty for its first one. What was
   * answered in an earlier session stays away.
   */
  from: string;
}

/** The conversations of this session, by the person's mirror: it is opened anew after each sign-in. */
const sessions = new WeakMap<PersonDatabase, Promise<LabelConversation>>();

/** The conversation with Label of this session: it is opened once, and lasts until a reload or sign-out. */
export function labelConversation(db: PersonDatabase, ports: Ports): Promise<LabelConversation> {
  const opened = sessions.get(db) ?? openLabelConversation(db, ports.newId(), ports.clock.now());
  sessions.set(db, opened);
  // One that could not be opened is tried again.
  opened.catch(() => sessions.delete(db));
  return opened;
}

/**
 * The conversation that Label's page shows first in a session: the one whose latest question still
 * waits or was left unfinished, from its oldest such question on; otherwise a new one named `newId`.
 * Deletes the messages of old conversations without such questions: those are sent with their turns.
 * @param now epoch ms
 */
async function openLabelConversation(
  db: PersonDatabase,
  newId: string,
  now: number,
): Promise<LabelConversation> {
  return db.transaction("rw", db.messages, db.outbox, db.recordings, async () => {
    const rows = await db.outbox
      .where("[lane+id]")
      .between([laneOfQuestions("label", ""), ""], [laneOfQuestions("label", "\uffff"), "\uffff"])
      .toArray();
    const waiting = rows.flatMap((row) => {
      const item = parseItem(row);
      return item?.payload.kind === "question"
        ? [{ id: item.id, conversation: item.payload.conversation }]
        : [];
    });
    const left = (await unsealedRecordings(db)).flatMap(({ id, question }) =>
      question?.agent === "label" ? [{ id, conversation: question.conversation }] : [],
    );
    // Ids are UUIDv7: they sort by the time of the question.
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const latest = waiting.sort(byId).at(-1) ?? left.sort(byId).at(-1);
    const open = latest?.conversation ?? newId;
    const from = [...waiting, ...left].sort(byId).find((each) => each.conversation === open)?.id;
    const kept = new Set([open, ...[...waiting, ...left].map(({ conversation }) => conversation)]);
    await db.messages
      .where("[agent+conversation+created_at]")
      .between(["label", "", ""], ["label", "\uffff", "\uffff"])
      .filter(({ conversation, mirroredAt = 0 }) => {
        return !kept.has(conversation) && mirroredAt < now - LABEL_KEPT_MS;
      })
      .delete();
    return { conversation: open, from: from ?? "" };
  });
}

/** The messages of a conversation, oldest first. */
export function queryMessages(db: PersonDatabase, agent: QuestionAgent, conversation: string) {
  return db.messages
    .where("[agent+conversation+created_at]")
    .between([agent, conversation, ""], [agent, conversation, "\uffff"]);
}
