import { z } from "zod/mini";
import { agentSchema } from "./agent.ts";

/** Longest summary that a person may write, in characters. */
export const SUMMARY_LIMIT = 20_000;

/**
 * A row of `entry_changes`: what a person changed about an entry after it was made. `entry_id` is the id
 * of the item that the entry was. Of two changes of one kind, the one with the higher revision is valid.
 */
export const entryChangeSchema = z.object({
  id: z.uuid(),
  entry_id: z.uuid(),
  user_id: z.nullable(z.uuid()),
  kind: z.enum(["job", "text"]),
  /** For `job`: where the entry belongs now; null: to none. */
  job_id: z.nullable(z.uuid()),
  /** For `text`: the whole texts of the note. */
  transcription: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  revision: z.number(),
  changed_at: z.string(),
  created_at: z.string(),
});
export type EntryChange = z.infer<typeof entryChangeSchema>;

/** A row as a device sends it. */
export type NewEntryChange = Omit<EntryChange, "created_at" | "user_id"> & { user_id: string };

const changed = {
  /** The item that the entry was. */
  entryId: z.uuid(),
  agent: agentSchema,
  revision: z.number(),
};

/** An entry that is put into a job; null takes it out of its job. */
export const assignmentPayloadSchema = z.object({
  kind: z.literal("assignment"),
  ...changed,
  jobId: z.nullable(z.uuid()),
});

/** A note whose texts a person corrected. */
export const correctionPayloadSchema = z.object({
  kind: z.literal("correction"),
  ...changed,
  transcription: z.string(),
  summary: z.string(),
});

/** A change of an entry, as it waits to be sent. */
export const changePayloadSchema = z.discriminatedUnion("kind", [
  assignmentPayloadSchema,
  correctionPayloadSchema,
]);
export type ChangePayload = z.infer<typeof changePayloadSchema>;
