import type { Verdict } from "@contracts/answer-feedback.ts";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { readPhoto } from "#mirror/person/photos.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";

/** The MIME type of an item's content, with its parameters. */
export function itemFileType({ payload }: WaitingItem): string {
  switch (payload.kind) {
    case "voice":
      return payload.mimeType;
    case "photo":
      return "image/jpeg";
    case "question":
      return payload.spoken?.mimeType ?? "text/plain;charset=utf-8";
    case "feedback":
    case "assignment":
    case "correction":
      return "text/plain;charset=utf-8";
    case "unreadable":
      // The content of an unreadable item is unknown, so the item itself is exported.
      return "application/json";
  }
}

/** The whole content of a waiting item, as one file of its type. */
export async function itemFile(db: PersonDatabase, item: WaitingItem): Promise<Blob> {
  return new Blob(await contents(db, item), { type: itemFileType(item) });
}

async function contents(db: PersonDatabase, item: WaitingItem): Promise<BlobPart[]> {
  const { id, payload } = item;
  if (payload.kind === "unreadable") return [JSON.stringify(payload.row, null, 2)];
  if (payload.kind === "photo") {
    const photo = await readPhoto(db, id);
    return photo === undefined ? [] : [photo.bytes];
  }
  if (payload.kind === "feedback") {
    const { question, verdict, reason } = payload;
    return [[describeVerdict(verdict), question, reason ?? ""].join("\n")];
  }
  if (payload.kind === "correction") return [`${payload.summary}\n\n${payload.transcription}`];
  if (payload.kind === "assignment") return [payload.jobId ?? "No job"];
  if (payload.kind === "question" && payload.text !== null) return [payload.text];
  return readRecordingBytes(db, id);
}

/** A rating as text. */
export function describeVerdict(verdict: Verdict): string {
  if (verdict === null) return "Taken back";
  return verdict === "asked" ? "No document has the answer" : `The answer is ${verdict}`;
}
