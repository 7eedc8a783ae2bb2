import { createHash } from "node:crypto";
import type { Verdict } from "@contracts/answer-feedback.ts";
import { v5 as uuidv5 } from "uuid";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { assignEntry, correctNote } from "#outbox/change-entry.ts";
import { askQuestion } from "#outbox/questions.ts";
import { queuePhoto } from "#outbox/queue-photo.ts";
import { rateAnswer } from "#outbox/rate-answer.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import type { Context } from "../sync/device.ts";

/** Everything that a person can make. */
export const KINDS = [
  "voice note",
  /** The person left its page while it was recorded. */
  "left note",
  "photo",
  "question to Label",
  "spoken question",
  "question to Ask",
  /** What the person says about an answer; it replaces what they said before. */
  "rating",
  "assignment",
  "correction",
] as const;

/** An item that a person makes. Questions of one conversation are answered in order. */
export interface ItemPlan {
  kind: (typeof KINDS)[number];
  /** The conversation with Label; with Ask there is only one. */
  conversation: "a" | "b";
  bytes: number;
  /** Whether the server refuses it for good. */
  refused: boolean;
  /** A note without speech, in which no word is recognised. */
  silent?: boolean;
}

/** What the test knows about an item without asking the app. */
export interface MadeItem extends ItemPlan {
  /** The account under which it was made. */
  personId: string;
  /** Null until the app has created the id. */
  id: string | null;
  /** Whether the page said that it is on the device and will be sent. */
  saved: boolean;
  /** How many bytes of a recording the app has confirmed as stored. */
  captured: number;
  /** Whether its person discarded it, `unsent` before it was queued; `perhaps`: the page died. */
  discarded: "no" | "perhaps" | "yes" | "unsent";
  /** The note without speech that was sent again as this one; null for an original recording. */
  again: string | null;
  /** The text of a typed question, or the reason of a rating. */
  text: string;
  /** What a rating says. */
  verdict: Verdict;
  /** The bytes of a photo or a recording. */
  content: Uint8Array<ArrayBuffer>;
}

/** The earlier turns of a conversation, as sent along with a question. */
export type Turns = { role: string; content: string }[];

const RECORDING = "audio/webm;codecs=opus";

/** Plans an item before anything of it is stored. @param number makes its bytes unique */
export function planItem(plan: ItemPlan, number: number, personId: string): MadeItem {
  const content = new Uint8Array(plan.bytes).map((_, index) => (index * 31 + number * 7) % 251);
  return {
    ...plan,
    personId,
    id: null,
    saved: false,
    captured: 0,
    discarded: "no",
    again: null,
    text: `Question ${number}?`,
    verdict: ([null, "wrong", "right"] as const)[number % 3] ?? null,
    content,
  };
}

/** Whether it is spoken, and so recorded chunk by chunk. */
export function isSpoken({ kind }: ItemPlan): boolean {
  return kind === "voice note" || kind === "left note" || kind === "spoken question";
}

/** The conversation that it belongs to; null for an item without one. */
export function conversationOf(item: ItemPlan): string | null {
  if (item.kind === "question to Ask") return "ask";
  const isInConversation = item.kind === "question to Label" || item.kind === "spoken question";
  return isInConversation ? item.conversation : null;
}

/**
 * The calls that an item causes: for each key the SHA-256 of every body that is allowed with it.
 * @param before the earlier turns of its conversation
 */
export function callsOf(item: MintedItem, before: Turns): Map<string, string[]> {
  const { id, kind, text, content } = item;
  const asked = (question: string) =>
    sha256(JSON.stringify({ question, ...(before.length > 0 && { history: before }) }));
  switch (kind) {
    case "voice note":
    case "left note":
      return new Map([[id, soundsOf(item)]]);
    case "photo": {
      const image = `data:image/jpeg;base64,${Buffer.from(content).toString("base64")}`;
      return new Map([[id, [sha256(JSON.stringify({ image }))]]]);
    }
    case "question to Label":
    case "question to Ask":
      return new Map([[id, [asked(text)]]]);
    case "spoken question": {
      const key = transcriptionKeyOf(id);
      return new Map([
        [key, soundsOf(item)],
        [id, [asked(`Transcription of ${key}`)]],
      ]);
    }
    case "rating":
    case "assignment":
    case "correction":
      return new Map();
  }
}

/**
 * The SHA-256 of every recording that may be stored and sent: the whole sound, or the part that a
 * page had recorded when it died, if that holds at least what the app has confirmed.
 */
export function soundsOf({ content, captured }: MadeItem): string[] {
  const [first = content] = chunksOf({ content });
  return captured <= first.length ? [sha256(content), sha256(first)] : [sha256(content)];
}

/** Makes the item, as its person would, and records its id as soon as it has one. */
export async function makeItem(context: Context, item: MadeItem): Promise<void> {
  const { db } = context;
  const ports = {
    ...context.ports,
    newId: () => {
      item.id = context.ports.newId();
      return item.id;
    },
  };
  const { conversation, text, content } = item;
  switch (item.kind) {
    case "question to Label":
      await askQuestion(db, ports, { agent: "label", conversation, text });
      break;
    case "question to Ask":
      await askQuestion(db, ports, { agent: "ask", conversation: "ask", text });
      break;
    case "rating": {
      const answer = answerToRate(item);
      await rateAnswer(db, ports, answer, item.verdict, item.verdict === "wrong" ? text : null);
      break;
    }
    case "assignment": {
      const entry = { id: changedEntry(item), agent: "voice" } as const;
      await assignEntry(db, ports, entry, jobOf(item));
      break;
    }
    case "correction":
      await correctNote(db, ports, changedEntry(item), { transcription: text, summary: text });
      break;
    case "photo": {
      const capturedAt = context.clock.now();
      const bytes = content.slice().buffer;
      await queuePhoto(db, ports, { bytes, width: 4, height: 3, capturedAt, note: "" });
      break;
    }
    case "voice note":
    case "left note":
    case "spoken question": {
      const spoken = { agent: "label", conversation } as const;
      const note =
        item.kind === "spoken question"
          ? await beginRecording(db, ports, RECORDING, spoken)
          : await beginRecording(db, ports, RECORDING);
      try {
        for (const [place, chunk] of chunksOf(item).entries()) {
          await note.append(chunk.slice().buffer, (place + 1) * 500);
          item.captured += chunk.length;
        }
        await note.seal(item.kind === "left note" ? "undoable" : undefined);
      } catch (error) {
        await note.leave();
        throw error;
      }
    }
  }
  item.saved = true;
}

/** The id of the answer that a rating is about; each account has one in each conversation. */
export function ratedMessage(item: MadeItem | undefined): string | null {
  return item?.kind === "rating" ? uuidv5(`answer ${item.conversation}`, item.personId) : null;
}

/** The entry that a change is about; each account has one for each conversation and kind. */
export const changedEntry = ({ kind, conversation, personId }: MadeItem) =>
  uuidv5(`${kind} ${conversation}`, personId);

const jobOf = ({ text, personId }: MadeItem) => uuidv5(`job ${text}`, personId);

/** What a change of an entry sends, apart from its number and time. */
export function sentChange(item: MadeItem) {
  const isText = item.kind === "correction";
  return {
    entry_id: changedEntry(item),
    kind: isText ? "text" : "job",
    job_id: isText ? null : jobOf(item),
    transcription: isText ? item.text : null,
    summary: isText ? item.text : null,
  };
}

export const isChange = ({ kind }: ItemPlan) => kind === "assignment" || kind === "correction";

function answerToRate(item: MadeItem): MirroredMessage {
  const { personId, conversation } = item;
  return {
    id: String(ratedMessage(item)),
    user_id: personId,
    agent: "label",
    conversation,
    role: "assistant",
    content: "The float switch is open.",
    sources: [],
    basis: "model",
    created_at: new Date(0).toISOString(),
  };
}

/** The chunks in which a recording is captured. */
export function chunksOf({ content }: Pick<MadeItem, "content">): Uint8Array<ArrayBuffer>[] {
  const middle = Math.ceil(content.length / 2);
  return [content.slice(0, middle), content.slice(middle)];
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export type MintedItem = MadeItem & { id: string };

export function hasId(item: MadeItem): item is MintedItem {
  return item.id !== null;
}

/** The id of an answer is derived from its question's, so that the answer is stored once. */
export function answerIdOf(id: string): string {
  return uuidv5("answer", id);
}

/** The key of the call that turns a spoken question into words. */
export function transcriptionKeyOf(id: string): string {
  return uuidv5("transcribe", id);
}

export function nameOf(item: MadeItem | undefined): string {
  return item === undefined ? "something unknown" : `${item.kind} ${item.text} (${item.id})`;
}
