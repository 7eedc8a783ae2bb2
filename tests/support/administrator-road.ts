import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import type { Environment } from "#supabase/functions/_shared/request/environment.ts";
import type { Ports } from "#supabase/functions/_shared/request/ports.ts";
import { createWithRole } from "./administrators.ts";
import { type AgentBench, startAgentBench, type Technician } from "./agent-bench.ts";
import { refusalOf } from "./agent-road/road.ts";
import { jsonRequest } from "./json-request.ts";

/** A function for administrators, with what the shared tests need to know about it. */
export interface AdministratorTraveller {
  name: string;
  createHandler: (
    environment: Environment,
    ports?: Ports,
  ) => (request: Request) => Promise<Response>;
  /** A valid body from that administrator, a different one at every call. */
  body: (bench: AgentBench, admin: Technician) => Promise<Record<string, unknown>>;
  /** The largest accepted body, in bytes. */
  bodyLimit: number;
  /** Bodies that are valid or nearly valid. */
  nearlyRight: (admin: Technician) => fc.Arbitrary<object>;
}

/**
 * Tests the request handling in `administrator-request.ts`, which these functions share: who gets
 * through to the function itself, and with what body.
 */
export function testAdministratorRoad(traveller: AdministratorTraveller): void {
  let bench: AgentBench;
  let admin: Technician;
  beforeAll(async () => {
    bench = await startAgentBench();
    admin = await createWithRole(bench, "admin");
  });
  afterAll(() => bench.stop());

  const handler = (variables: Record<string, string> = {}) =>
    traveller.createHandler(bench.environment(variables), bench.ports());
  const send = (...[body, options]: [Parameters<typeof jsonRequest>[1], object?]) =>
    handler()(jsonRequest(traveller.name, body, { accessToken: admin.accessToken, ...options }));
  const setStatus = (person: Technician, status: string) =>
    bench.backend.sql("update public.profiles set status = $2 where id = $1", [person.id, status]);

  describe("is refused before its body is read:", () => {
    const unread = () =>
      new ReadableStream({ pull: () => expect.fail("read") }, { highWaterMark: 0 });

    test.each(["GET", "PUT", "DELETE"])("%s", async (method) => {
      const reply = await handler()(new Request("http://functions.test/x", { method }));
      expect(await refusalOf(reply)).toMatchObject({ status: 405, code: "method_not_allowed" });
    });

    test.each([
      ["no token", () => ""],
      ["a token that is none", () => "Bearer nonsense"],
      ["an expired token", () => `Bearer ${bench.backend.expire(admin.accessToken)}`],
      ["the public key", () => `Bearer ${bench.backend.publishableKey}`],
      ["the server's own key", () => `Bearer ${bench.backend.secretKey}`],
    ])("%s", async (_, authorization) => {
      const reply = await send(unread(), { headers: { Authorization: authorization() } });
      expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
    });

    test.each([
      ["a technician", "field_tech"],
      ["somebody without a role", null],
    ] as const)("%s", async (_, role) => {
      const person = await (role ? createWithRole(bench, role) : bench.createTechnician());
      const reply = await send(unread(), { accessToken: person.accessToken });
      expect(await refusalOf(reply)).toMatchObject({ status: 403, code: "forbidden" });
    });

    test("an administrator without the second factor that their company requires", async () => {
      const require = (required: boolean) =>
        bench.backend.sql("update public.companies set require_second_factor = $2 where id = $1", [
          admin.companyId,
          required,
        ]);
      await require(true);
      const refused = await refusalOf(await send(unread()));
      const accessToken = bench.backend.raise(admin.accessToken);
      const body = JSON.stringify(await traveller.body(bench, admin));
      const taken = await send(body, { accessToken });
      await require(false);
      expect(refused).toMatchObject({ status: 403, code: "second_factor_required" });
      expect(taken.status).toBe(200);
    });

    test("an administrator suspended since their token was given", async () => {
      await setStatus(admin, "suspended");
      const reply = await send(unread());
      await setStatus(admin, "active");
      expect(await refusalOf(reply)).toMatchObject({ status: 403, code: "suspended" });
    });

    test("an administrator deleted since their token was given", async () => {
      const gone = await createWithRole(bench, "admin");
      await bench.backend.sql("delete from auth.users where id = $1", [gone.id]);
      const reply = await send(unread(), { accessToken: gone.accessToken });
      expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
    });
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ["an empty body", ""],
    ["text", "hello"],
    ["JSON that breaks off", '{"email": "wh'],
    ["a list", "[]"],
    ["null", "null"],
    ["bytes that are no text", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ["very deep JSON", `{"x":${"[".repeat(2000)}${"]".repeat(2000)}}`],
  ])("%s is refused", async (_, body) => {
    expect(await refusalOf(await send(body))).toMatchObject({ status: 400, code: "malformed" });
  });

  test("a body that is too large is refused", async () => {
    const body = JSON.stringify(await traveller.body(bench, admin));
    expect(await refusalOf(await send(body.padEnd(traveller.bodyLimit + 1)))).toMatchObject({
      status: 413,
      code: "too_large",
    });
  });

  test("a body of exactly the maximum size, with unknown fields, is accepted", async () => {
    const body = { ...(await traveller.body(bench, admin)), id: "mine", extra: { more: [1] } };
    expect((await send(JSON.stringify(body).padEnd(traveller.bodyLimit))).status).toBe(200);
  });

  test("a browser may call from the origins that the deployment allows", async () => {
    const handle = handler({ ALLOWED_ORIGINS: "https://app.example" });
    const ask = async (origin: string, method: string) =>
      (
        await handle(
          new Request("http://functions.test/x", { method, headers: { Origin: origin } }),
        )
      ).headers.get("Access-Control-Allow-Origin");
    expect(await ask("https://app.example", "OPTIONS")).toBe("https://app.example");
    expect(await ask("https://app.example", "POST")).toBe("https://app.example");
    expect(await ask("https://elsewhere.example", "POST")).toBeNull();
  });

  test("it writes no detailed log row and no request row: only agents do", async () => {
    await send(await traveller.body(bench, admin), { key: crypto.randomUUID() });
    expect(await bench.rowsOf("detailed_agent_logs", admin)).toEqual([]);
    expect(await bench.rowsOf("agent_requests", admin)).toEqual([]);
  });

  test("any body gets an answer of the contract and never breaks the server", async () => {
    const body = fc.oneof(
      { weight: 4, arbitrary: traveller.nearlyRight(admin) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    );
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const reply = await send(sent);
        if (reply.status === 200) return;
        expect(reply.status).toBeOneOf([400, 403, 404, 413, 422]);
        refusalSchema.parse(await reply.json());
      }),
      { numRuns: 150 },
    );
  }, 120_000);
}
