import {
  type AskedPerson,
  FORMER_PEOPLE_LIMIT,
  type FormerPerson,
  formerPersonSchema,
} from "@contracts/person.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod/mini";
import type { Tokens } from "../auth/tokens.ts";
import type { Outcome } from "../outcome.ts";
import { asPerson } from "./table-requests.ts";

export type FormerPeople = ReturnType<typeof openFormerPeople>;

/** The server's data about deleted accounts. Each method returns an `Outcome`. */
export function openFormerPeople(client: PostgrestClient, auth: Tokens) {
  const ask = asPerson(auth);

  return {
    /**
     * The people of a list (at most a hundred) whose accounts were deleted and concern this person.
     */
    among(me: string, asked: readonly AskedPerson[]): Promise<Outcome<FormerPerson[]>> {
      return ask(
        me,
        () => client.rpc("former_people", { asked: asked.slice(0, FORMER_PEOPLE_LIMIT) }),
        (data) => z.array(formerPersonSchema).parse(data),
      );
    },
  };
}
