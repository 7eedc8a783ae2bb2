import { z } from "zod/mini";

/** A message of Phoenix's channel protocol. */
export interface Frame {
  /** The number that the client gave to its join of the topic; null for the connection itself. */
  joinRef: string | null;
  /** The number that the answer repeats; null for a message that needs none. */
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** How frames are written: as arrays since 2.0.0, as objects before. */
export type Version = "1.0.0" | "2.0.0";

const name = z.string().check(z.maxLength(255));
const ref = z.nullish(z.union([name, z.pipe(z.number(), z.transform(String))]));
const arraySchema = z.tuple([ref, ref, name, name, z.unknown()]);
const objectSchema = z.object({
  join_ref: ref,
  ref,
  topic: name,
  event: name,
  payload: z.unknown(),
});

/** @throws for what is no frame */
export function readFrame(text: string, version: Version): Frame {
  const given: unknown = JSON.parse(text);
  if (version === "2.0.0") {
    const [joinRef = null, number = null, topic, event, payload] = arraySchema.parse(given);
    return { joinRef, ref: number, topic, event, payload };
  }
  const { join_ref, ref: number, topic, event, payload } = objectSchema.parse(given);
  return { joinRef: join_ref ?? null, ref: number ?? null, topic, event, payload };
}

export function writeFrame(frame: Frame, version: Version): string {
  const { joinRef, ref: number, topic, event, payload } = frame;
  return JSON.stringify(
    version === "2.0.0"
      ? [joinRef, number, topic, event, payload]
      : { join_ref: joinRef, ref: number, topic, event, payload },
  );
}

/**
 * Writes a frame that tells of a changed row.
 * @param ids the numbers by which the client knows what it follows
 * @param data what is told of the row, as JSON: written once for all who are told
 */
export function writeChange(topic: string, ids: number[], data: string, version: Version): string {
  const frame = { joinRef: null, ref: null, topic, event: "postgres_changes", payload: { ids } };
  // The payload comes last, and so do its own braces.
  const end = version === "2.0.0" ? "}]" : "}}";
  return `${writeFrame(frame, version).slice(0, -end.length)},"data":${data}${end}`;
}
