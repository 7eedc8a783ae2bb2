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

const name = z.string().check(z.maxLength(255));
const ref = z.nullish(z.union([name, z.pipe(z.number(), z.transform(String))]));
const frameSchema = z.tuple([ref, ref, name, name, z.unknown()]);

/** Reads a frame of version 2.0.0. @throws for what is none */
export function readFrame(text: string): Frame {
  const [joinRef = null, number = null, topic, event, payload] = frameSchema.parse(
    JSON.parse(text),
  );
  return { joinRef, ref: number, topic, event, payload };
}

export function writeFrame({ joinRef, ref: number, topic, event, payload }: Frame): string {
  return JSON.stringify([joinRef, number, topic, event, payload]);
}

/**
 * Writes a frame that tells of a changed row.
 * @param ids the numbers by which the client knows what it follows
 * @param data what is told of the row, as JSON: written once for all who are told
 */
export function writeChange(topic: string, ids: number[], data: string): string {
  const frame = { joinRef: null, ref: null, topic, event: "postgres_changes", payload: { ids } };
  // The payload comes last, and so do its own braces.
  return `${writeFrame(frame).slice(0, -2)},"data":${data}}]`;
}
