import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import type { Environment } from "#supabase/functions/_shared/request/environment.ts";
import type { Ports } from "#supabase/functions/_shared/request/ports.ts";
import { type AgentBench, startAgentBench, type Technician } from "./agent-bench.ts";
import { jsonRequest } from "./json-request.ts";

/** A function with a JSON body, and the bodies to try. */
export interface OddBodies {
  name: string;
  createHandler: (
    environment: Environment,
    ports?: Ports,
  ) => (request: Request) => Promise<Response>;
  /** Bodies that are valid or nearly valid. */
  nearlyRight: fc.Arbitrary<object>;
  /** @throws when a reply does not match the contract */
  checkReply: (reply: unknown) => void;
  prepare?: (bench: AgentBench, person: Technician) => Promise<unknown>;
}

/** Tests that any body gets an answer of the contract and never breaks the server. */
export function testOddBodies(bodies: OddBodies): void {
  let bench: AgentBench;
  beforeAll(async () => {
    bench = await startAgentBench();
  });
  afterAll(() => bench.stop());

  test("any body gets an answer of the contract and never breaks the server", async () => {
    const tess = await bench.createTechnician();
    await bodies.prepare?.(bench, tess);
    const unpaced = bodies.createHandler(
      bench.environment({ AI_PACE_PER_MINUTE: "100000", AI_PACE_PER_DAY: "100000" }),
      bench.ports(),
    );
    const body = fc.oneof(
      { weight: 4, arbitrary: bodies.nearlyRight },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      {
        weight: 1,
        arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Uint8Array.from(bytes)),
      },
    );
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const reply = await unpaced(
          jsonRequest(bodies.name, sent, { accessToken: tess.accessToken }),
        );
        seen.add(reply.status);
        const parsed = await reply.json();
        if (reply.status === 200) bodies.checkReply(parsed);
        else {
          expect(reply.status).toBeOneOf([400, 413, 415]);
          refusalSchema.parse(parsed);
        }
      }),
      { numRuns: 150 },
    );
    expect(seen).toContain(200);
    expect(seen).toContain(400);
  }, 120_000);
}
