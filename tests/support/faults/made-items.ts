import { createHash } from "node:crypto";
import { queuePhoto } from "../../../src/sync/photos.ts";
import { askQuestion } from "../../../src/sync/questions.ts";
import { beginVoiceNote } from "../../../src/sync/voice-notes.ts";
import type { Context } from "../sync/device.ts";

/** What a person makes. Questions of one conversation are answered in their order. */
export interface ItemPlan {
  kind: "voice" | "photo" | "question";
  conversation: "a" | "b";
  bytes: number;
  /** The server refuses it for good. */
  refused: boolean;
}

/** What is known of an item without asking the app. */
export interface MadeItem extends ItemPlan {
  /** Null until it is minted. */
  id: string | null;
  /** The page said that it is on the device. */
  saved: boolean;
  /** What a question says. */
  text: string;
  /** Bodies that the server may receive for it, as SHA-256. More than one for a half recording. */
  hashes: string[];
}

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** Says what an item is, before anything of it is stored. @param number makes its bytes its own */
export function planItem(plan: ItemPlan, number: number): MadeItem {
  const text = `Question ${number}?`;
  const bytes = bytesOf(plan, number);
  const image = `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`;
  const hashes = {
    voice: [sha256(bytes), sha256(bytes.slice(0, halfOf(plan)))],
    photo: [sha256(JSON.stringify({ image }))],
    question: [sha256(JSON.stringify({ question: text }))],
  };
  return { ...plan, id: null, saved: false, text, hashes: hashes[plan.kind] };
}

/** Makes it, as its person would, and notes its id as soon as it has one. */
export async function makeItem(context: Context, item: MadeItem, number: number): Promise<void> {
  const ports = {
    ...context.ports,
    newId: () => {
      item.id = context.ports.newId();
      return item.id;
    },
  };
  const bytes = bytesOf(item, number);
  if (item.kind === "question") {
    const { conversation, text } = item;
    await askQuestion(context.db, ports, { agent: "label", conversation, text });
  } else if (item.kind === "photo") {
    const capturedAt = context.clock.now();
    const photo = { bytes: bytes.buffer, width: 4, height: 3, capturedAt, note: "" };
    await queuePhoto(context.db, ports, photo);
  } else {
    const note = await beginVoiceNote(context.db, ports, "audio/webm;codecs=opus");
    await note.append(bytes.slice(0, halfOf(item)).buffer, 500);
    await note.append(bytes.slice(halfOf(item)).buffer, 1000);
    await note.seal();
  }
  item.saved = true;
}

function bytesOf(plan: ItemPlan, number: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(plan.bytes).map((_, index) => (index * 31 + number * 7) % 251);
}

function halfOf(plan: ItemPlan): number {
  return Math.ceil(plan.bytes / 2);
}
