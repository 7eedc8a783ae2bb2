import { createHash } from "node:crypto";
import { v5 as uuidv5 } from "uuid";
import { queuePhoto } from "#outbox/photos.ts";
import { askQuestion, beginSpokenQuestion } from "#outbox/questions.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import type { Context } from "../sync/device.ts";

/** Everything that a person can make, and how. */
export const KINDS = [
  "voice note",
  /** Its page was left while it was recorded. */
  "left note",
  "photo",
  "question to Label",
  "spoken question",
  "question to Ask",
] as const;

/** What a person makes. Questions of one conversation are answered in their order. */
export interface ItemPlan {
  kind: (typeof KINDS)[number];
  /** With Label; there is one conversation with Ask. */
  conversation: "a" | "b";
  bytes: number;
  /** The server refuses it for good. */
  refused: boolean;
  /** Of a note: nobody speaks, and no word of it is recognised. */
  silent?: boolean;
}

/** What is known of an item without asking the app. */
export interface MadeItem extends ItemPlan {
  /** The account it was made under. */
  personId: string;
  /** Null until it is minted. */
  id: string | null;
  /** The page said that it is on the device and will be sent. */
  saved: boolean;
  /** Bytes of what is spoken that the app said it keeps. */
  captured: number;
  /** Its person discarded it; `unsent`: before it was ever queued; `perhaps`: the page died over it. */
  discarded: "no" | "perhaps" | "yes" | "unsent";
  /** The note without speech that was sent again as this one; null when it was recorded. */
  again: string | null;
  /** What a typed question says. */
  text: string;
  /** What is photographed or spoken. */
  content: Uint8Array<ArrayBuffer>;
}

/** What was said before a question, as it is sent along. */
export type Turns = { role: string; content: string }[];

const RECORDING = "audio/webm;codecs=opus";

/** Says what an item is, before anything of it is stored. @param number makes its bytes its own */
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
    content,
  };
}

/** Whether it is something spoken, which is recorded chunk by chunk. */
export function isSpoken({ kind }: ItemPlan): boolean {
  return kind === "voice note" || kind === "left note" || kind === "spoken question";
}

/** In which conversation it is said; null for what is not said in one. */
export function conversationOf(item: ItemPlan): string | null {
  if (item.kind === "question to Ask") return "ask";
  return item.kind.endsWith("note") || item.kind === "photo" ? null : item.conversation;
}

/**
 * The calls that an item causes, by their keys: the bodies, as SHA-256, that may come under each.
 * @param before what was said in its conversation before it
 */
export function callsOf(item: MadeItem & { id: string }, before: Turns): Map<string, string[]> {
  const { id, kind, text, content } = item;
  switch (kind) {
    case "voice note":
    case "left note":
      return new Map([[id, soundsOf(item)]]);
    case "photo": {
      const image = `data:image/jpeg;base64,${Buffer.from(content).toString("base64")}`;
      return new Map([[id, [sha256(JSON.stringify({ image }))]]]);
    }
    case "question to Label":
      return new Map([[id, [sha256(JSON.stringify({ question: text }))]]]);
    case "spoken question": {
      const key = uuidv5("transcribe", id);
      const question = `Transcription of ${key}`;
      return new Map([
        [key, soundsOf(item)],
        [id, [sha256(JSON.stringify({ question }))]],
      ]);
    }
    case "question to Ask": {
      const body = { question: text, ...(before.length > 0 && { history: before }) };
      return new Map([[id, [sha256(JSON.stringify(body))]]]);
    }
  }
}

/**
 * What may be kept and sent of something spoken, as SHA-256: all of it, or what a page had recorded until
 * it died, and that is what the app said it keeps at least.
 */
export function soundsOf({ content, captured }: MadeItem): string[] {
  const first = firstChunk(content);
  return captured <= first.length ? [sha256(content), sha256(first)] : [sha256(content)];
}

/** Makes it, as its person would, and notes its id as soon as it has one. */
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
    case "photo": {
      const capturedAt = context.clock.now();
      const bytes = content.slice().buffer;
      await queuePhoto(db, ports, { bytes, width: 4, height: 3, capturedAt, note: "" });
      break;
    }
    case "voice note":
    case "left note":
    case "spoken question": {
      const spoken = { agent: "label", conversation, mimeType: RECORDING } as const;
      const note =
        item.kind === "spoken question"
          ? await beginSpokenQuestion(db, ports, spoken)
          : await beginVoiceNote(db, ports, RECORDING);
      try {
        await note.append(firstChunk(content).buffer, 500);
        item.captured = firstChunk(content).length;
        await note.append(content.slice(firstChunk(content).length).buffer, 1000);
        item.captured = content.length;
        await note.seal(item.kind === "left note" ? "undoable" : undefined);
      } catch (error) {
        await note.leave();
        throw error;
      }
    }
  }
  item.saved = true;
}

function firstChunk(content: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content.slice(0, Math.ceil(content.length / 2)));
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export type MintedItem = MadeItem & { id: string };

export function hasId(item: MadeItem): item is MintedItem {
  return item.id !== null;
}

/** The id of an answer follows from its question's, so that it is said once. */
export function answerIdOf(id: string): string {
  return uuidv5("answer", id);
}

export function nameOf(item: MadeItem | undefined): string {
  return item === undefined ? "something unknown" : `${item.kind} ${item.text} (${item.id})`;
}
