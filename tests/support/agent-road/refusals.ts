import { describe, expect, test } from "vitest";
import { type Road, refusalOf } from "./road.ts";

/** Tests that an invalid request is refused before it costs anything. */
export function testRefusals({ traveller, bench, person, key, handler, send, rowsOf }: Road): void {
  describe("is refused and never reaches the provider:", () => {
    test.each(["GET", "PUT", "DELETE"])("%s", async (method) => {
      const reply = await handler()(new Request(`http://functions.test/x`, { method }));
      expect(await refusalOf(reply)).toMatchObject({ status: 405, code: "method_not_allowed" });
    });

    test.each([
      ["no token", () => ({ Authorization: "" })],
      ["a token that is none", () => ({ Authorization: "Bearer nonsense" })],
      [
        "an expired token",
        () => ({ Authorization: `Bearer ${bench().backend.expire(person().accessToken)}` }),
      ],
      ["the public key", () => ({ Authorization: `Bearer ${bench().backend.publishableKey}` })],
    ])("%s, without a row", async (_, headers) => {
      const reply = await send(traveller.body, { headers: headers() });
      expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
      expect(await rowsOf("detailed_agent_logs")).toEqual([]);
    });

    test("a suspended person with an earlier token", async () => {
      await bench().backend.sql("update public.profiles set status = 'suspended' where id = $1", [
        person().id,
      ]);
      expect(await refusalOf(await send())).toMatchObject({ status: 403, code: "suspended" });
      await expectNoted();
    });

    test("a key that is not a UUID", async () => {
      expect(await refusalOf(await send(traveller.body, { key: "note-1" }))).toEqual({
        status: 400,
        code: "malformed",
        field: "Idempotency-Key",
      });
    });

    test.each<[string, string | Uint8Array<ArrayBuffer>]>([
      ["an empty body", ""],
      ["text", "hello"],
      ["JSON that breaks off", '{"question": "wh'],
      ["a list", "[]"],
      ["null", "null"],
      ["bytes that are no text", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
      ["very deep JSON", `{"x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
    ])("%s", async (_, body) => {
      expect(await refusalOf(await send(body))).toMatchObject({ status: 400, code: "malformed" });
      await expectNoted();
    });

    test("an upload that is cut off", async () => {
      const broken = new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(100)),
        pull: (controller) => controller.error(new Error("connection lost")),
      });
      expect(await refusalOf(await send(broken))).toMatchObject({ status: 408 });
      await expectNoted();
    });

    test("a body whose header says that it is too large, without reading it", async () => {
      const unread = new ReadableStream({ pull: () => expect.fail("read") }, { highWaterMark: 0 });
      const headers = { "Content-Length": String(traveller.bodyLimit + 1) };
      expect(await refusalOf(await send(unread, { headers }))).toMatchObject({
        status: 413,
        code: "too_large",
      });
      await expectNoted();
    });

    test("a body that is one byte too large", async () => {
      const body = JSON.stringify(traveller.body).padEnd(traveller.bodyLimit + 1);
      expect(await refusalOf(await send(body))).toMatchObject({ status: 413, code: "too_large" });
    });

    async function expectNoted() {
      expect(bench().provider.calls).toEqual([]);
      expect(await rowsOf("agent_requests")).toEqual([]);
      expect(await rowsOf("detailed_agent_logs")).toMatchObject([
        { request_key: key(), agent_type: traveller.agent, status: "error", total_tokens: null },
      ]);
    }
  });

  test("a body of exactly the maximum size, with unknown fields, is accepted", async () => {
    const body = JSON.stringify({ ...traveller.body, more: { __proto__: 1 } });
    expect((await send(body.padEnd(traveller.bodyLimit))).status).toBe(200);
  });
}
