import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import type { Environment } from "#supabase/functions/_shared/request/environment.ts";
import type { Ports } from "#supabase/functions/_shared/request/ports.ts";
import { type AgentBench, startAgentBench, type Technician } from "../agent-bench.ts";
import { type JsonRequestOptions, jsonRequest } from "../json-request.ts";

/**
 * A function with a JSON body that asks the provider once, with what the shared tests need to know.
 */
export interface RoadTraveller {
  name: string;
  agent: "snap_agent" | "label_agent" | "ask_agent";
  createHandler: (
    environment: Environment,
    ports?: Ports,
  ) => (request: Request) => Promise<Response>;
  /** A body that is answered with the provider's words. */
  body: object;
  /** Another valid body. */
  otherBody: object;
  /** The largest accepted body, in bytes. */
  bodyLimit: number;
  /** Gives a person what they need besides an account to be answered. */
  prepare?: (bench: AgentBench, person: Technician) => Promise<unknown>;
  /** A reply of the provider that the function accepts and that contains these words. */
  answer: (words: string) => string;
}

export type Road = ReturnType<typeof openRoad>;

/**
 * Prepares what the shared tests need: one bench for all tests, and a new person and key for each.
 */
export function openRoad(traveller: RoadTraveller) {
  let bench: AgentBench;
  let tess: Technician;
  let key: string;

  beforeAll(async () => {
    bench = await startAgentBench();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    bench.provider.reset();
    tess = await newPerson();
    key = randomUUID();
  });

  async function newPerson(): Promise<Technician> {
    const person = await bench.createTechnician();
    await traveller.prepare?.(bench, person);
    return person;
  }

  const handler = (variables: Record<string, string> = {}, ports = bench.ports()) =>
    traveller.createHandler(bench.environment(variables), ports);
  const request = (
    body: Parameters<typeof jsonRequest>[1] = traveller.body,
    options: JsonRequestOptions = {},
  ) => jsonRequest(traveller.name, body, { accessToken: tess.accessToken, key, ...options });
  const rowsOf = (table: "agent_requests" | "detailed_agent_logs") => bench.rowsOf(table, tess);

  return {
    traveller,
    newPerson,
    handler,
    request,
    rowsOf,
    bench: () => bench,
    person: () => tess,
    key: () => key,
    send: (...options: Parameters<typeof request>) => handler()(request(...options)),
    says: (words: string) => ({ text: traveller.answer(words) }),

    /**
     * Checks that the only request was answered with these words, and that its rows say the same.
     */
    async expectOneAnswer(words: string) {
      expect(await rowsOf("agent_requests")).toMatchObject([
        { request_key: key, function_name: traveller.name, state: "done", reply_status: 200 },
      ]);
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([
        {
          request_key: key,
          agent_type: traveller.agent,
          company_id: tess.companyId,
          status: "success",
          output_text: expect.stringContaining(words),
          error_message: null,
        },
      ]);
    },
  };
}

export async function refusalOf(reply: Response) {
  const { error } = refusalSchema.parse(await reply.json());
  return { status: reply.status, code: error.code, field: error.field };
}
