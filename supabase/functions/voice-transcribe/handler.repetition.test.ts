import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AgentBench, startAgentBench, type Technician } from "#tests/support/agent-bench.ts";
import { voiceRequest } from "#tests/support/voice-request.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { createHandler } from "./handler.ts";

let bench: AgentBench;
let tess: Technician;
let key: string;

beforeAll(async () => {
  bench = await startAgentBench();
});
afterAll(() => bench.stop());
beforeEach(async () => {
  bench.provider.reset();
  tess = await bench.createTechnician();
  key = randomUUID();
});

type Options = Parameters<typeof voiceRequest>[0];
const sendWith = (variables: Record<string, string>, options: Options = {}) =>
  createHandler(
    bench.environment(variables),
    bench.ports(),
  )(voiceRequest({ accessToken: tess.accessToken, key, ...options }));
const send = (options: Options = {}) => sendWith({}, options);

const codeOf = async (reply: Response) => refusalSchema.parse(await reply.json()).error.code;

async function loseLease() {
  await bench.backend.sql(
    "update public.agent_requests set lease_until = now() - interval '1 second' where user_id = $1",
    [tess.id],
  );
}

async function expectOneSuccess(transcription: string) {
  expect(await bench.rowsOf("agent_requests", tess)).toMatchObject([
    { state: "done", reply: { transcription } },
  ]);
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([{ status: "success" }]);
}

test("the same key again gets the stored reply, without the provider", async () => {
  bench.provider.respondWith({ do: "answer", text: "said once" });
  const first = await send();
  const again = await send();
  expect(again.status).toBe(200);
  expect(await again.json()).toEqual(await first.json());
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  await expectOneSuccess("said once");
});

test("a call that is given up when the server stops returns its claim, and is taken up at once", async () => {
  bench.provider.respondWith({ do: "hang" });
  const stopping = new AbortController();
  const ports = { ...bench.ports(), stopping: stopping.signal };
  const handler = createHandler(bench.environment({}), ports);
  const given = handler(voiceRequest({ accessToken: tess.accessToken, key }));
  await bench.provider.called(1);
  stopping.abort();
  const reply = await given;
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await bench.rowsOf("agent_requests", tess)).toMatchObject([{ state: "open" }]);

  bench.provider.respondWith({ do: "answer", text: "said once" });
  expect((await send()).status).toBe(200);
  await expectOneSuccess("said once");
});

test("two simultaneous requests with one key call the provider once, and one is told to retry", async () => {
  bench.provider.respondWith({ do: "hold", text: "said once" });
  const first = send();
  await bench.provider.called(1);
  const second = await send();
  expect(second.status).toBe(409);
  expect(await codeOf(second)).toBe("in_flight");
  expect(Number(second.headers.get("Retry-After"))).toBeGreaterThan(0);

  bench.provider.release();
  const reply = await (await first).json();
  expect(await (await send()).json()).toEqual(reply);
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  await expectOneSuccess("said once");
});

test("twenty simultaneous requests with one key call the provider once", async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(replies.map((reply) => reply.status).filter((status) => status !== 409)).toContain(200);
  expect(bench.provider.callsTo("transcription")).toHaveLength(1);
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toHaveLength(1);
});

describe("the same key with another payload is refused and changes nothing:", () => {
  test.each<[string, Options]>([
    ["other bytes", { audio: new Uint8Array([1, 2, 3]) }],
    ["another type", { type: "audio/ogg" }],
    ["another time", { recordedAt: "2026-01-05T08:00:01Z" }],
  ])("%s", async (_, other) => {
    bench.provider.respondWith({ do: "answer", text: "the first" });
    await send({ recordedAt: "2026-01-05T08:00:00Z" });
    const reply = await send({ recordedAt: "2026-01-05T08:00:00Z", ...other });
    expect(reply.status).toBe(422);
    expect(await codeOf(reply)).toBe("key_reused");
    expect(bench.provider.callsTo("transcription")).toHaveLength(1);
    await expectOneSuccess("the first");
  });
});

test("the same key of another person is another request", async () => {
  await send();
  const other = await bench.createTechnician();
  await send({ accessToken: other.accessToken });
  expect(bench.provider.callsTo("transcription")).toHaveLength(2);
  expect(await bench.rowsOf("detailed_agent_logs", other)).toHaveLength(1);
});

describe("a call that is late with its reply", () => {
  test("is replaced by another call after its lease, and then gives that call's stored reply", async () => {
    bench.provider.respondWith(
      { do: "hold", text: "the late one" },
      { do: "answer", text: "the second one" },
    );
    const late = send();
    await bench.provider.called(1);
    await loseLease();
    expect(await (await send()).json()).toMatchObject({ transcription: "the second one" });

    bench.provider.release();
    const reply = await late;
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ transcription: "the second one" });
    await expectOneSuccess("the second one");
  });

  test("does not finish while another call works on the request", async () => {
    bench.provider.respondWith(
      { to: "transcription", do: "hold", text: "the late one" },
      { to: "transcription", do: "hold", text: "the second one" },
    );
    const late = send();
    await bench.provider.called(1, "transcription");
    await loseLease();
    const second = send();
    await bench.provider.called(2, "transcription");

    bench.provider.release();
    expect((await late).status).toBe(409);
    expect(await bench.rowsOf("detailed_agent_logs", tess)).toEqual([]);

    bench.provider.release();
    expect((await second).status).toBe(200);
    await expectOneSuccess("the second one");
  });

  test("finishes if the other call has given the request back", async () => {
    bench.provider.respondWith(
      { to: "transcription", do: "hold", text: "the late one" },
      { to: "transcription", do: "status", status: 400 },
    );
    const late = send();
    await bench.provider.called(1);
    await loseLease();
    expect((await send()).status).toBe(502);

    bench.provider.release();
    expect(await (await late).json()).toMatchObject({ transcription: "the late one" });
    await expectOneSuccess("the late one");
  });

  test("has a lease that is longer than the provider may take", async () => {
    bench.provider.respondWith({ do: "hold" });
    const call = send();
    await bench.provider.called(1);
    const [left] = await bench.backend.sql(
      "select extract(epoch from lease_until - now())::integer as seconds from public.agent_requests where user_id = $1",
      [tess.id],
    );
    expect(left?.seconds).toBeGreaterThan(60);
    bench.provider.release();
    await call;
  });
});

describe("a request over the allowed pace", () => {
  const slow = { AI_PACE_PER_MINUTE: "2" };

  test("is refused with a time to retry, logged, and answered when sent then", async () => {
    await sendWith(slow, { key: randomUUID() });
    await sendWith(slow, { key: randomUUID() });
    const reply = await sendWith(slow);
    expect(reply.status).toBe(429);
    expect(await codeOf(reply)).toBe("rate_limited");
    const wait = Number(reply.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(bench.provider.callsTo("transcription")).toHaveLength(2);

    const rowOfKey = async () =>
      (await bench.rowsOf("detailed_agent_logs", tess)).filter((row) => row.request_key === key);
    expect(await rowOfKey()).toMatchObject([{ status: "rate_limited", total_tokens: null }]);

    await bench.backend.sql(
      "update public.agent_requests set created_at = created_at - interval '61 seconds' where user_id = $1",
      [tess.id],
    );
    expect((await sendWith(slow)).status).toBe(200);
    expect(await rowOfKey()).toMatchObject([{ status: "success", error_message: null }]);
  });

  test("is also refused by the limit of a day", async () => {
    const slowDay = { AI_PACE_PER_DAY: "1" };
    await sendWith(slowDay, { key: randomUUID() });
    const reply = await sendWith(slowDay);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get("Retry-After"))).toBeGreaterThan(86_000);
  });

  test("still gets a stored reply, and other people are not affected", async () => {
    await sendWith(slow);
    await sendWith(slow, { key: randomUUID() });
    expect((await sendWith(slow)).status).toBe(200);
    const other = await bench.createTechnician();
    expect((await sendWith(slow, { accessToken: other.accessToken })).status).toBe(200);
  });
});
