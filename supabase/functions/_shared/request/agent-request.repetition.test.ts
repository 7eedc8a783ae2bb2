import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { benchForTests } from "#tests/support/agent-bench.ts";
import { AGENTS, callsOf, refusalOf } from "#tests/support/agents.ts";

/*
 * Requests that are sent twice, too often, or fail on the server's side: one answer, one row, one
 * call of the provider.
 */
const bench = benchForTests();

async function loseLease() {
  await bench.backend.sql(
    "update public.agent_requests set lease_until = now() - interval '1 second' where user_id = $1",
    [bench.tess.id],
  );
}

describe.each(AGENTS)("a request to $name", (agent) => {
  const calls = callsOf(agent, bench);
  const { key, handler, request, send, provider, rowsOf, expectOneAnswer } = calls;

  test("with the same key sent twice at once asks the provider once, and then gets the stored reply", async () => {
    provider({ do: "hold", text: "Said once." });
    const first = send();
    await bench.provider.called(1);
    const second = await send();
    expect(Number(second.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refusalOf(second)).toMatchObject({ status: 409, code: "in_flight" });
    bench.provider.release();
    const reply = await (await first).json();
    const again = await send();
    expect([again.status, await again.json()]).toEqual([200, reply]);
    expect(calls.calls()).toHaveLength(1);
    await expectOneAnswer("Said once.");
  });

  test("with the same key sent twenty times at once asks the provider once", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(replies.map(({ status }) => status).filter((status) => status !== 409)).toContain(200);
    expect(calls.calls()).toHaveLength(1);
    expect(await rowsOf("detailed_agent_logs")).toHaveLength(1);
  });

  test("with the same key and another body is refused and changes nothing", async () => {
    provider({ do: "answer", text: "The first." });
    await send();
    const reply = await send(agent.otherBody);
    expect(await refusalOf(reply)).toMatchObject({ status: 422, code: "key_reused" });
    expect(calls.calls()).toHaveLength(1);
    await expectOneAnswer("The first.");
  });

  test("with the same key of another person is another request", async () => {
    await send();
    const other = await bench.createTechnician();
    await calls.prepare(other);
    expect((await send(agent.body, { accessToken: other.accessToken })).status).toBe(200);
    expect(calls.calls()).toHaveLength(2);
    expect(await bench.rowsOf("detailed_agent_logs", other)).toHaveLength(1);
  });

  test("that is given up when the server stops returns its claim, and is taken up at once", async () => {
    provider({ do: "hang" });
    const stopping = new AbortController();
    const given = handler({}, { ...bench.ports(), stopping: stopping.signal })(request());
    await bench.provider.called(1);
    stopping.abort();
    const reply = await given;
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await rowsOf("agent_requests")).toMatchObject([{ state: "open" }]);

    provider({ do: "answer", text: "Said once." });
    expect((await send()).status).toBe(200);
    await expectOneAnswer("Said once.");
  });

  test("that is late with its reply is replaced by another after its lease, and then gives that one's stored reply", async () => {
    provider({ do: "hold", text: "The late one." }, { do: "answer", text: "The second one." });
    const late = send();
    await bench.provider.called(1);
    await loseLease();
    const second = await (await send()).json();
    bench.provider.release();
    const reply = await late;
    expect([reply.status, await reply.json()]).toEqual([200, second]);
    await expectOneAnswer("The second one.");
  });

  test("that is late with its reply does not finish while another call works on it", async () => {
    provider({ do: "hold", text: "The late one." }, { do: "hold", text: "The second one." });
    const late = send();
    await bench.provider.called(1, agent.api);
    await loseLease();
    const second = send();
    await bench.provider.called(2, agent.api);
    bench.provider.release();
    expect((await late).status).toBe(409);
    expect(await rowsOf("detailed_agent_logs")).toEqual([]);
    bench.provider.release();
    expect((await second).status).toBe(200);
    await expectOneAnswer("The second one.");
  });

  test("that is late with its reply finishes if the other call has given it back", async () => {
    provider({ do: "hold", text: "The late one." }, { do: "status", status: 400 });
    const late = send();
    await bench.provider.called(1);
    await loseLease();
    expect((await send()).status).toBe(502);
    bench.provider.release();
    expect((await late).status).toBe(200);
    await expectOneAnswer("The late one.");
  });

  test("that is late with its reply has a lease that is longer than the provider may take", async () => {
    provider({ do: "hold", text: "In time." });
    const call = send();
    await bench.provider.called(1);
    const [left] = await bench.backend.sql(
      "select extract(epoch from lease_until - now())::integer as seconds from public.agent_requests where user_id = $1",
      [bench.tess.id],
    );
    expect(left?.seconds).toBeGreaterThan(60);
    bench.provider.release();
    await call;
  });

  describe("over the allowed pace", () => {
    const slow = { AI_PACE_PER_MINUTE: "2" };
    const other = () => request(agent.body, { key: randomUUID() });

    test("is refused with a time to retry, logged, and answered when sent then", async () => {
      const handle = handler(slow);
      for (const _ of [1, 2]) await handle(other());
      const reply = await handle(request());
      const wait = Number(reply.headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(await refusalOf(reply)).toMatchObject({ status: 429, code: "rate_limited" });
      expect(calls.calls()).toHaveLength(2);
      const rowOfKey = async () =>
        (await rowsOf("detailed_agent_logs")).filter((row) => row.request_key === key());
      expect(await rowOfKey()).toMatchObject([{ status: "rate_limited", total_tokens: null }]);

      await bench.backend.sql(
        `update public.agent_requests set last_attempt = last_attempt - interval '61 seconds',
           attempted_at = array(select a - interval '61 seconds' from unnest(attempted_at) a)
         where user_id = $1`,
        [bench.tess.id],
      );
      expect((await handle(request())).status).toBe(200);
      expect(await rowOfKey()).toMatchObject([{ status: "success", error_message: null }]);
    });

    test("is refused when attempts that failed have used it up", async () => {
      const handle = handler(slow);
      bench.provider.respondWith(...Array(2).fill({ do: "status", status: 401 }));
      expect((await handle(request())).status).toBe(502);
      expect((await handle(request())).status).toBe(502);
      expect(await refusalOf(await handle(request()))).toMatchObject({ code: "rate_limited" });
    });

    test("of a day is refused, too", async () => {
      const handle = handler({ AI_PACE_PER_DAY: "1" });
      await handle(other());
      const reply = await handle(request());
      expect(reply.status).toBe(429);
      expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(86_000);
    });

    test("still gets a stored reply, and other people are not affected", async () => {
      const handle = handler(slow);
      for (const sent of [request(), other(), request()]) {
        expect((await handle(sent)).status).toBe(200);
      }
      const stranger = await bench.createTechnician();
      await calls.prepare(stranger);
      const { accessToken } = stranger;
      expect((await handle(request(agent.body, { accessToken }))).status).toBe(200);
    });
  });

  test.each([
    ["auth/v1", 0],
    ["rpc/begin_agent_request", 1],
    ["rpc/finish_agent_request", 1],
  ])(
    "gets an internal error without details when %s fails, and can be sent again",
    async (path, rows) => {
      const printed = vi.spyOn(console, "error").mockImplementation(() => {});
      const ports = bench.portsWith((asked) =>
        asked.includes(path) ? new Response("secret detail", { status: 503 }) : null,
      );
      const reply = await handler({}, ports)(request());
      expect(await reply.clone().text()).not.toMatch(/secret detail| at /);
      expect(await refusalOf(reply)).toMatchObject({ status: 500, code: "internal" });
      expect(printed).toHaveBeenCalledOnce();
      printed.mockRestore();
      expect((await rowsOf("detailed_agent_logs")).map(({ status }) => status)).toEqual(
        Array(rows).fill("error"),
      );
      expect((await send()).status).toBe(200);
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([{ status: "success" }]);
    },
  );
});
