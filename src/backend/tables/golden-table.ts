import {
  type GoldenEntry,
  type GoldenQuestion,
  goldenQuestionSchema,
} from "@contracts/golden-question.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

const COLUMNS = Object.keys(goldenQuestionSchema.shape).join(", ");

export type GoldenTable = ReturnType<typeof openGoldenTable>;

/** The golden sets of companies. Each method returns an `Outcome` and never throws. */
export function openGoldenTable(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  const parse = (data: unknown) => z.array(goldenQuestionSchema).parse(data);

  return {
    /** A company's golden set, newest first. It is never longer than one page. */
    questions(me: string, companyId: string): Promise<Outcome<GoldenQuestion[]>> {
      return ask(
        me,
        () =>
          client
            .from("golden_questions")
            .select(COLUMNS)
            .eq("company_id", companyId)
            .order("created_at", { ascending: false })
            .order("id"),
        parse,
      );
    },

    /** @returns the row on the server */
    add(
      me: string,
      question: Omit<GoldenQuestion, "created_at">,
    ): Promise<Outcome<GoldenQuestion | null>> {
      return ask(
        me,
        () => client.from("golden_questions").insert(question).select(COLUMNS),
        (data) => parse(data)[0] ?? null,
      );
    },

    /** @returns the row on the server; null when there is none that `me` may change */
    change(me: string, id: string, entry: GoldenEntry): Promise<Outcome<GoldenQuestion | null>> {
      return ask(
        me,
        () => client.from("golden_questions").update(entry).eq("id", id).select(COLUMNS),
        (data) => parse(data)[0] ?? null,
      );
    },

    /** @returns null when there is no such question that `me` may delete */
    delete(me: string, id: string): Promise<Outcome<true | null>> {
      return ask(
        me,
        () => client.from("golden_questions").delete().eq("id", id).select("id"),
        (data) => (z.array(z.object({ id: z.uuid() })).parse(data).length > 0 ? true : null),
      );
    },
  };
}
