import { z } from "zod/mini";

/**
 * A word of a question that no passage has, in lower case, and the word of a passage that was
 * searched for instead.
 */
export const correctionSchema = z.object({ written: z.string(), used: z.string() });
export type Correction = z.infer<typeof correctionSchema>;

/** A word of the passages that resembles a misspelled one, and how many passages have it. */
export const candidateSchema = z.object({ word: z.string(), passages: z.number() });
export type Candidate = z.infer<typeof candidateSchema>;
