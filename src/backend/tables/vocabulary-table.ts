import {
  type NewVocabularyTerm,
  type VocabularyTerm,
  vocabularyTermSchema,
} from "@contracts/vocabulary.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { allPages, asPerson } from "./table-requests.ts";

const COLUMNS = Object.keys(vocabularyTermSchema.shape).join(", ");

export type VocabularyTable = ReturnType<typeof openVocabularyTable>;

/** The vocabularies of companies. Each method returns an `Outcome` and never throws. */
export function openVocabularyTable(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  const parse = (data: unknown) => z.array(vocabularyTermSchema).parse(data);

  return {
    /** A company's vocabulary, newest first. */
    terms(me: string, companyId: string): Promise<Outcome<VocabularyTerm[]>> {
      return allPages((from, to) =>
        ask(
          me,
          () =>
            client
              .from("vocabulary_terms")
              .select(COLUMNS)
              .eq("company_id", companyId)
              .order("created_at", { ascending: false })
              .order("id")
              .range(from, to),
          parse,
        ),
      );
    },

    /** Adds all of these terms, or none. @returns the rows on the server */
    add(me: string, terms: readonly NewVocabularyTerm[]): Promise<Outcome<VocabularyTerm[]>> {
      return ask(
        me,
        () =>
          client
            .from("vocabulary_terms")
            .insert([...terms])
            .select(COLUMNS),
        parse,
      );
    },

    /** @returns null when there is no such term that `me` may delete */
    delete(me: string, id: string): Promise<Outcome<true | null>> {
      return ask(
        me,
        () => client.from("vocabulary_terms").delete().eq("id", id).select("id"),
        (data) => (z.array(z.object({ id: z.uuid() })).parse(data).length > 0 ? true : null),
      );
    },
  };
}
