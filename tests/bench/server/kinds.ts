import { randomUUID } from "node:crypto";
import { IDEMPOTENCY_KEY_HEADER } from "#supabase/functions/_shared/contracts/idempotency.ts";
import { RECORDING } from "#tests/support/voice-request.ts";
import type { LoadJob } from "./load.ts";
import { ADDRESS_HEADER, PASSWORD, ROWS_EACH, type Technician } from "./people.ts";

/** What people do: how many requests a round has, by the number of callers, and what they are. */
export interface Kind {
  name: string;
  counts: Readonly<Record<number, number>>;
  /** What a request of each of these people has for itself, and what all have in common. */
  requestsOf(people: readonly Technician[]): Omit<LoadJob, "servers" | "callers">;
}

const JSON_TYPE = { "content-type": "application/json" };

/** @param publishableKey the servers' key, which every request brings */
export async function kinds(publishableKey: string): Promise<Kind[]> {
  const form = new FormData();
  form.set("audio", new File([RECORDING], "note", { type: "audio/webm;codecs=opus" }));
  form.set("recorded_at", "2026-01-05T08:00:00Z");
  const note = new Response(form);
  const noteType = { "content-type": note.headers.get("content-type") ?? "" };
  const noteBody = new Uint8Array(await note.arrayBuffer());

  const fromTheirAddress = ({ address }: Technician) => ({
    apikey: publishableKey,
    [ADDRESS_HEADER]: address,
  });
  const asThemselves = (person: Technician) => ({
    ...fromTheirAddress(person),
    authorization: `Bearer ${person.accessToken}`,
  });

  return [
    {
      name: "reads",
      counts: { 1: 150, 10: 500, 50: 600 },
      requestsOf: (people) => ({
        method: "GET",
        path: `/rest/v1/agent_logs?select=*&order=created_at.desc&limit=${ROWS_EACH}`,
        rows: ROWS_EACH,
        requests: people.map((person) => ({ headers: asThemselves(person) })),
      }),
    },
    {
      name: "sign-ins",
      counts: { 1: 20, 10: 60, 50: 100 },
      requestsOf: (people) => ({
        method: "POST",
        path: "/auth/v1/token?grant_type=password",
        requests: people.map((person) => ({
          headers: { ...fromTheirAddress(person), ...JSON_TYPE },
          body: JSON.stringify({ email: person.email, password: PASSWORD }),
        })),
      }),
    },
    {
      name: "voice calls",
      counts: { 1: 20, 10: 80, 50: 150 },
      requestsOf: (people) => ({
        method: "POST",
        path: "/functions/v1/voice-transcribe",
        body: noteBody,
        requests: people.map((person) => ({
          headers: {
            ...asThemselves(person),
            ...noteType,
            [IDEMPOTENCY_KEY_HEADER]: randomUUID(),
          },
        })),
      }),
    },
  ];
}
