import { type AccountReset, accountResetSchema } from "@contracts/account-reset.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

const COLUMNS = Object.keys(accountResetSchema.shape).join(", ");
const SHOWN = 20;

export type AccountResetsTable = ReturnType<typeof openAccountResetsTable>;

/** What administrators did for people who could not sign in. */
export function openAccountResetsTable(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  return {
    /** The latest of a person, newest first. Returns an `Outcome` and never throws. */
    latestOf(me: string, personId: string): Promise<Outcome<AccountReset[]>> {
      return ask(
        me,
        () =>
          client
            .from("account_resets")
            .select(COLUMNS)
            .eq("person_id", personId)
            .order("created_at", { ascending: false })
            .limit(SHOWN),
        (data) => z.array(accountResetSchema).parse(data),
      );
    },
  };
}
