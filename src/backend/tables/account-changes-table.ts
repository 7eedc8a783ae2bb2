import { type AccountChange, accountChangeSchema } from "@contracts/account-reset.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

const COLUMNS = Object.keys(accountChangeSchema.shape).join(", ");
/** How many changes are asked for, of a person and of a company. */
const OF_PERSON = 20;
const OF_COMPANY = 100;

export type AccountChangesTable = ReturnType<typeof openAccountChangesTable>;

/** What administrators did to people. Each method returns an `Outcome` and never throws. */
export function openAccountChangesTable(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);
  const latest = () =>
    client.from("account_changes").select(COLUMNS).order("created_at", { ascending: false });
  const parse = (data: unknown) => z.array(accountChangeSchema).parse(data);
  return {
    /** The latest of a person, newest first. */
    ofPerson: (me: string, id: string): Promise<Outcome<AccountChange[]>> =>
      ask(me, () => latest().eq("person_id", id).order("id").limit(OF_PERSON), parse),

    /** The latest of a company, newest first, with those of no company for whoever may read them. */
    ofCompany: (me: string, id: string): Promise<Outcome<AccountChange[]>> =>
      ask(
        me,
        () => latest().or(`company_id.eq.${id},company_id.is.null`).order("id").limit(OF_COMPANY),
        parse,
      ),
  };
}
