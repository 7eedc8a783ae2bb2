import {
  type AskedPerson,
  FORMER_PEOPLE_LIMIT,
  type FormerPerson,
  formerPersonSchema,
} from "@contracts/former-person.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

export type FormerPeople = ReturnType<typeof openFormerPeople>;

/** What the server says of accounts that were deleted, each use as a method that answers an outcome. */
export function openFormerPeople(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  return {
    /** Those of a list, of a hundred at most, that are gone for good and concern the person. */
    among(me: string, asked: readonly AskedPerson[]): Promise<Outcome<FormerPerson[]>> {
      return ask(
        me,
        () => client.rpc("former_people", { asked: asked.slice(0, FORMER_PEOPLE_LIMIT) }),
        (data) => z.array(formerPersonSchema).parse(data),
      );
    },

    /**
     * Makes rows of the history the person's that an earlier account of theirs wrote.
     * @param items the ids of the rows, there or not
     */
    takeOverLogs(me: string, former: string, items: readonly string[]): Promise<Outcome<null>> {
      return ask(
        me,
        () => client.rpc("take_over_logs", { former, items }),
        () => null,
      );
    },
  };
}
