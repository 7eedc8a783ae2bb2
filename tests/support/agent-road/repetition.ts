import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import type { Ports } from "#supabase/functions/_shared/request/ports.ts";
import { type Road, refusalOf } from "./road.ts";

/**
 * Tests requests that are sent twice, too often, or fail on the server's side: one answer, one row,
 * one provider call.
 */
export function testRepetition(road: Road): void {
  const {
    traveller,
    bench,
    person,
    key,
    handler,
    request,
    send,
    says,
    rowsOf,
    newPerson,
    expectOneAnswer,
  } = road;

  async function loseLease() {
    await bench().backend.sql(
      "update public.agent_requests set lease_until = now() - interval '1 second' where user_id = $1",
      [person().id],
    );
  }

  describe("the same key", () => {
    test("sent again gets the stored reply", async () => {
      bench().provider.respondWith({ do: "answer", ...says("Said once.") });
      const first = await (await send()).json();
      expect(await (await send()).json()).toEqual(first);
      expect(bench().provider.calls).toHaveLength(1);
      await expectOneAnswer("Said once.");
    });

    test("sent twice at once asks the provider once", async () => {
      bench().provider.respondWith({ do: "hold", ...says("Said once.") });
      const first = send();
      await bench().provider.called(1);
      const second = await send();
      expect(Number(second.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(await refusalOf(second)).toMatchObject({ status: 409, code: "in_flight" });
      bench().provider.release();
      expect((await first).status).toBe(200);
      expect(bench().provider.calls).toHaveLength(1);
      await expectOneAnswer("Said once.");
    });

    test("sent with another body is refused and changes nothing", async () => {
      bench().provider.respondWith({ do: "answer", ...says("The first.") });
      await send();
      const reply = await send(traveller.otherBody);
      expect(await refusalOf(reply)).toMatchObject({ status: 422, code: "key_reused" });
      expect(bench().provider.calls).toHaveLength(1);
      await expectOneAnswer("The first.");
    });

    test("of a crashed call runs again; the late first call also returns the second one's reply", async () => {
      bench().provider.respondWith(
        { do: "hold", ...says("The late one.") },
        { do: "answer", ...says("The second one.") },
      );
      const late = send();
      await bench().provider.called(1);
      await loseLease();
      const second = await (await send()).json();
      bench().provider.release();
      expect(await (await late).json()).toEqual(second);
      await expectOneAnswer("The second one.");
    });

    test("of another person is a different request", async () => {
      await send();
      const other = await newPerson();
      expect((await send(traveller.body, { accessToken: other.accessToken })).status).toBe(200);
      expect(bench().provider.calls).toHaveLength(2);
    });
  });

  test("a request over the rate limit is refused, logged, and answered once there is room again", async () => {
    const slow = handler({ AI_PACE_PER_MINUTE: "1" });
    await slow(request(traveller.body, { key: randomUUID() }));
    const reply = await slow(request());
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refusalOf(reply)).toMatchObject({ status: 429, code: "rate_limited" });
    const rowOfKey = async () =>
      (await rowsOf("detailed_agent_logs")).filter((row) => row.request_key === key());
    expect(await rowOfKey()).toMatchObject([{ status: "rate_limited" }]);

    await bench().backend.sql(
      "update public.agent_requests set created_at = created_at - interval '61 seconds' where user_id = $1",
      [person().id],
    );
    expect((await slow(request())).status).toBe(200);
    expect(await rowOfKey()).toMatchObject([{ status: "success" }]);
  });

  test.each(["rpc/begin_agent_request", "rpc/finish_agent_request"])(
    "when %s fails, the answer is an internal error without details, and it can be sent again",
    async (path) => {
      const printed = vi.spyOn(console, "error").mockImplementation(() => {});
      const broken: Ports = {
        ...bench().ports(),
        fetch: async (url, init) =>
          url.includes(path)
            ? new Response("secret detail", { status: 503 })
            : await bench().backend.fetch(url, init),
      };
      const reply = await handler({}, broken)(request());
      const text = await reply.clone().text();
      expect(text).not.toMatch(/secret detail| at /);
      expect(await refusalOf(reply)).toMatchObject({ status: 500, code: "internal" });
      expect(printed).toHaveBeenCalledOnce();
      printed.mockRestore();
      expect((await send()).status).toBe(200);
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([{ status: "success" }]);
    },
  );
}
