import { z } from "zod/mini";

/** Longest term, and longest heard form, in characters. */
export const TERM_LIMIT = 80;
/** How many entries a company's vocabulary may have. */
export const VOCABULARY_LIMIT = 1_000;

/**
 * A row of `vocabulary_terms`: a word of the company's trade, as the company writes it. `heard`: what
 * is always replaced by the term; null for a term that is recognised by its sound.
 */
export const vocabularyTermSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  term: z.string(),
  heard: z.nullable(z.string()),
  created_by: z.nullable(z.uuid()),
  created_at: z.string(),
});
export type VocabularyTerm = z.infer<typeof vocabularyTermSchema>;

/** An entry as the person who adds it sends it. */
export type NewVocabularyTerm = Omit<VocabularyTerm, "created_at" | "created_by"> & {
  created_by: string;
};

/** What transcription needs of an entry. */
export type SpokenTerm = Pick<VocabularyTerm, "term" | "heard">;

/** A row of `corrected_notes`: a transcription as it was heard, and as its person wrote it. */
export const correctedNoteSchema = z.object({
  id: z.uuid(),
  company_id: z.nullable(z.uuid()),
  heard: z.string(),
  corrected: z.string(),
  created_at: z.string(),
});
export type CorrectedNote = z.infer<typeof correctedNoteSchema>;
