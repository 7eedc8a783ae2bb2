import { describe, expect, test } from "vitest";
import type { Behaviour } from "../ai-provider/behaviour.ts";
import { createSteppedClock } from "../stepped-clock.ts";
import { type Road, refusalOf } from "./road.ts";

/** Tests that, whatever the provider does, the request is answered or can be sent again. */
export function testProviderFaults(road: Road): void {
  const { bench, handler, request, send, says, rowsOf, expectOneAnswer } = road;
  const times = (count: number, behaviour: Behaviour): Behaviour[] => Array(count).fill(behaviour);

  describe("the provider", () => {
    test.each<[string, Behaviour, number]>([
      ["breaks once", { do: "status", status: 500 }, 1_000],
      ["drops the connection", { do: "drop" }, 1_000],
      ["says nothing", { do: "answer", text: " " }, 1_000],
      ["wants a pause", { do: "status", status: 429, headers: { "Retry-After": "12" } }, 12_000],
    ])("%s and is asked again", async (_, behaviour, pause) => {
      const clock = createSteppedClock();
      bench().provider.respondWith(behaviour, { do: "answer", ...says("At last.") });
      expect((await handler({}, bench().ports(clock))(request())).status).toBe(200);
      expect(clock.slept).toEqual([pause]);
      expect(bench().provider.calls).toHaveLength(2);
      await expectOneAnswer("At last.");
    });

    test.each<[string, Behaviour[], number, string]>([
      ["stays broken", times(3, { do: "status", status: 500 }), 502, "30"],
      ["stays busy", times(3, { do: "status", status: 429 }), 503, "30"],
      ["refuses", [{ do: "status", status: 401, message: "Bad key sk-secret" }], 502, "300"],
      [
        "wants more time than there is",
        [{ do: "status", status: 429, headers: { "Retry-After": "90" } }],
        503,
        "90",
      ],
    ])("%s: noted as failed, and answered when sent again", async (_, behaviours, status, wait) => {
      bench().provider.respondWith(...behaviours);
      const reply = await handler({}, bench().ports(createSteppedClock()))(request());
      expect(reply.headers.get("Retry-After")).toBe(wait);
      const text = await reply.clone().text();
      expect(text).not.toContain("sk-secret");
      expect(await refusalOf(reply)).toMatchObject({ status, code: "ai_failed" });
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([
        { status: "failed", output_text: null, error_message: expect.any(String) },
      ]);

      bench().provider.reset();
      bench().provider.respondWith({ do: "answer", ...says("Back again.") });
      expect((await send()).status).toBe(200);
      await expectOneAnswer("Back again.");
    });

    test("answers nothing for a minute", async () => {
      const clock = createSteppedClock();
      const startedAt = clock.now();
      bench().provider.respondWith(...times(3, { do: "hang" }));
      const sent = handler({}, bench().ports(clock))(request());
      for (const attempt of [1, 2, 3]) {
        await bench().provider.called(attempt);
        clock.runOut();
      }
      expect(await refusalOf(await sent)).toMatchObject({ status: 503, code: "ai_failed" });
      expect(clock.now() - startedAt).toBe(60_000);
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([
        { status: "failed", total_request_time_ms: 60_000 },
      ]);
    });
  });
}
