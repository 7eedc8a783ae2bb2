import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AgentBench, startAgentBench, type Technician } from "#tests/support/agent-bench.ts";
import { voiceRequest, voiceRequestWith } from "#tests/support/voice-request.ts";
import { refusalSchema } from "../_shared/contracts/refusal.ts";
import { AUDIO_LIMIT_BYTES } from "../_shared/contracts/voice-transcribe.ts";
import { createHandler } from "./handler.ts";

let bench: AgentBench;
let tess: Technician;
let handle: (request: Request) => Promise<Response>;

beforeAll(async () => {
  bench = await startAgentBench();
  handle = createHandler(bench.environment(), bench.ports());
});
afterAll(() => bench.stop());
beforeEach(async () => {
  bench.provider.reset();
  tess = await bench.createTechnician();
});

/** The refusal in a reply, checked against the contract; nothing may have reached the provider. */
async function refusalOf(reply: Response) {
  const { error } = refusalSchema.parse(await reply.json());
  expect(bench.provider.calls).toEqual([]);
  return { status: reply.status, code: error.code, field: error.field };
}

async function patchProfile(assignment: string) {
  await bench.backend.sql(`update public.profiles set ${assignment} where id = $1`, [tess.id]);
}

test.each(["GET", "PUT", "DELETE", "PATCH"])("the method %s is refused", async (method) => {
  const request = new Request("http://functions.test/voice-transcribe", { method });
  expect(await refusalOf(await handle(request))).toMatchObject({
    status: 405,
    code: "method_not_allowed",
  });
});

describe("without a session", () => {
  test.each([
    ["no token", () => ({})],
    ["a token that is none", () => ({ accessToken: "nonsense" })],
    ["the public key as a token", () => ({ accessToken: bench.backend.publishableKey })],
    ["an expired token", () => ({ accessToken: bench.backend.expire(tess.accessToken) })],
    ["a token of another kind", () => ({ headers: { Authorization: "Basic dGVzcw==" } })],
    [
      "a token whose claims were changed",
      () => ({ accessToken: tess.accessToken.replace(/\.[^.]+\./, ".eyJzdWIiOiJ4In0.") }),
    ],
  ])("(%s) nothing is done and nothing is logged", async (_, options) => {
    const reply = await handle(voiceRequest({ key: randomUUID(), ...options() }));
    expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
    expect(await bench.rowsOf("detailed_agent_logs", tess)).toEqual([]);
  });

  test("because the account was deleted, nothing is done", async () => {
    await bench.backend.sql("delete from auth.users where id = $1", [tess.id]);
    const reply = await handle(voiceRequest({ accessToken: tess.accessToken }));
    expect(await refusalOf(reply)).toMatchObject({ status: 401, code: "unauthorized" });
  });
});

describe("a signed-in person is refused, with a row in the log,", () => {
  async function expectRefused(
    request: (key: string) => Request,
    refusal: { status: number; code: string; field?: string },
  ) {
    const key = randomUUID();
    const found = await refusalOf(await handle(request(key)));
    expect(found).toEqual({ field: undefined, ...refusal });
    expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([
      {
        request_key: key,
        agent_type: "voice_agent",
        status: "error",
        error_message: expect.any(String),
        total_tokens: null,
      },
    ]);
    expect(await bench.rowsOf("agent_requests", tess)).toEqual([]);
  }

  const send = (options: Parameters<typeof voiceRequest>[0]) => (key: string) =>
    voiceRequest({ accessToken: tess.accessToken, key, ...options });
  const sendBody = (body: () => BodyInit, headers?: Record<string, string>) => (key: string) =>
    voiceRequestWith(body(), {
      accessToken: tess.accessToken,
      key,
      ...(headers && { headers }),
    });
  const form = (fill: (form: FormData) => void) => () => {
    const body = new FormData();
    fill(body);
    return body;
  };

  test("when suspended, even with an older token", async () => {
    await patchProfile("status = 'suspended'");
    await expectRefused(send({}), { status: 403, code: "suspended" });
  });

  test("without access to the agent", async () => {
    await patchProfile("can_use_voice_agent = false");
    await expectRefused(send({}), { status: 403, code: "no_agent_access" });
  });

  test.each([
    ["a body that is no form", () => "hello", {}],
    ["JSON", () => "{}", { "Content-Type": "application/json" }],
    ["a form without a boundary", () => "--x", { "Content-Type": "multipart/form-data" }],
    [
      "a form that breaks off",
      () => '--x\r\nContent-Disposition: form-data; name="audio"; filename="a"\r\n\r\nabc',
      { "Content-Type": "multipart/form-data; boundary=x" },
    ],
  ])("for %s", async (_, body, headers) => {
    await expectRefused(sendBody(body, headers), { status: 400, code: "malformed" });
  });

  test("for an upload that breaks off, but not for good", async () => {
    const broken = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue(new Uint8Array(100)),
        pull: (controller) => controller.error(new Error("connection lost")),
      });
    await expectRefused(sendBody(broken, { "Content-Type": "multipart/form-data; boundary=x" }), {
      status: 408,
      code: "internal",
    });
  });

  test("for a form without a recording", async () => {
    const body = form((body) => body.set("sound", new File(["x"], "a.webm")));
    await expectRefused(sendBody(body), { status: 400, code: "malformed", field: "audio" });
  });

  test("for a recording that is not sent as a file", async () => {
    await expectRefused(send({ audio: "sound" }), {
      status: 400,
      code: "malformed",
      field: "audio",
    });
  });

  test("for an empty recording", async () => {
    await expectRefused(send({ audio: new Uint8Array() }), {
      status: 400,
      code: "malformed",
      field: "audio",
    });
  });

  test.each(["yesterday", "2026-02-30T08:00:00Z", "2026-01-05T08:00:00", ""])(
    "for a recording made at %j",
    async (recordedAt) => {
      await expectRefused(send({ recordedAt }), {
        status: 400,
        code: "malformed",
        field: "recorded_at",
      });
    },
  );

  test.each(["audio/mpeg", "text/html", "application/octet-stream", "", "constructor"])(
    "for a recording of type %j",
    async (type) => {
      await expectRefused(send({ type }), {
        status: 415,
        code: "unsupported_type",
        field: "audio",
      });
    },
  );

  test("for a body whose declared length is too large, without reading it", async () => {
    const unread = new ReadableStream({ pull: () => expect.fail("read") }, { highWaterMark: 0 });
    const headers = {
      "Content-Type": "multipart/form-data; boundary=x",
      "Content-Length": String(AUDIO_LIMIT_BYTES * 2),
    };
    await expectRefused(
      sendBody(() => unread, headers),
      { status: 413, code: "too_large" },
    );
  });

  test("for a body that turns out to be too large, without reading the rest", async () => {
    let sent = 0;
    const tooMuch = new ReadableStream({
      pull(controller) {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
        if (sent > AUDIO_LIMIT_BYTES * 2) controller.close();
      },
    });
    await expectRefused(
      sendBody(() => tooMuch, { "Content-Type": "multipart/form-data; boundary=x" }),
      { status: 413, code: "too_large" },
    );
    expect(sent).toBeLessThan(AUDIO_LIMIT_BYTES + 3_000_000);
  });

  test("for a recording a byte too large", async () => {
    await expectRefused(send({ audio: new Uint8Array(AUDIO_LIMIT_BYTES + 1) }), {
      status: 413,
      code: "too_large",
    });
    expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([
      { error_message: expect.stringContaining("The recording is larger than 24 MiB.") },
    ]);
  });
});

test("a recording of exactly the limit is accepted", async () => {
  const audio = new Uint8Array(AUDIO_LIMIT_BYTES);
  const reply = await handle(voiceRequest({ accessToken: tess.accessToken, audio }));
  expect(reply.status).toBe(200);
  expect(bench.provider.callsTo("transcription")[0]?.file.bytes).toHaveLength(AUDIO_LIMIT_BYTES);
});

test("a key that is no UUID is refused, and the answer names the header", async () => {
  const reply = await handle(voiceRequest({ accessToken: tess.accessToken, key: "note-1" }));
  expect(await refusalOf(reply)).toEqual({
    status: 400,
    code: "malformed",
    field: "Idempotency-Key",
  });
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([{ status: "error" }]);
});

test("a token that was verified before is refused once its session has ended", async () => {
  expect((await handle(voiceRequest({ accessToken: tess.accessToken }))).status).toBe(200);
  await bench.backend.sql("delete from auth.sessions where user_id = $1", [tess.id]);
  const reply = await handle(voiceRequest({ accessToken: tess.accessToken }));
  expect(reply.status).toBe(401);
  expect(refusalSchema.parse(await reply.json()).error.code).toBe("unauthorized");
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toHaveLength(1);
});

test("Auth is asked about a token only when its public keys are not to be had", async () => {
  const asked: string[] = [];
  const send = (areKeysThere: boolean) =>
    createHandler(bench.environment(), {
      ...bench.ports(),
      fetch: async (url, init) => {
        asked.push(url.replace(`${bench.backend.url}/`, "").replace(/\?.*/, ""));
        return !areKeysThere && url.endsWith("jwks.json")
          ? new Response("", { status: 503 })
          : await bench.backend.fetch(url, init);
      },
    })(voiceRequest({ accessToken: tess.accessToken }));
  const ours = () =>
    asked.splice(0).filter((path) => path.includes("/v1/") && !path.includes("//"));

  expect((await send(true)).status).toBe(200);
  expect(ours()).toEqual([
    "auth/v1/.well-known/jwks.json",
    "rest/v1/rpc/begin_agent_request",
    "rest/v1/rpc/finish_agent_request",
  ]);
  expect((await send(false)).status).toBe(200);
  expect(ours()).toContain("auth/v1/user");
});

test.each([
  ["auth/v1", 0],
  ["rpc/begin_agent_request", 1],
  ["rpc/finish_agent_request", 1],
])("when %s fails, the answer is 500 without details", async (path, rows) => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = createHandler(bench.environment(), {
    ...bench.ports(),
    fetch: async (url, init) =>
      url.includes(path)
        ? new Response("secret detail", { status: 503 })
        : await bench.backend.fetch(url, init),
  });
  const key = randomUUID();
  const reply = await broken(voiceRequest({ accessToken: tess.accessToken, key }));
  const text = await reply.text();
  expect(reply.status).toBe(500);
  expect(refusalSchema.parse(JSON.parse(text)).error.code).toBe("internal");
  expect(text).not.toMatch(/secret detail| at /);
  expect(printed).toHaveBeenCalledOnce();
  printed.mockRestore();
  expect((await bench.rowsOf("detailed_agent_logs", tess)).map((row) => row.status)).toEqual(
    Array(rows).fill("error"),
  );

  const again = await handle(voiceRequest({ accessToken: tess.accessToken, key }));
  expect(again.status).toBe(200);
  expect(await bench.rowsOf("detailed_agent_logs", tess)).toMatchObject([{ status: "success" }]);
});
