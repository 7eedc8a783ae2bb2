// @module-tag rest

import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { rest, signIn } from "#tests/support/backend.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { DEMO, headersOf, runningBackend } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";
import { demoKey } from "#tests/support/signing-keys.ts";

const PERSON = "tech@demo.example";
const AI_KEY = `sk-${randomBytes(24).toString("hex")}`;

let provider: AiProvider;
afterAll(() => provider?.stop());
const backend = runningBackend(async () => {
  provider = await startAiProvider({ apiKey: AI_KEY });
  return {
    env: {
      ...{ LOG_LEVEL: "debug", ALLOWED_ORIGINS: "https://elsewhere.example" },
      ...{ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: AI_KEY, METRICS_PORT: "0" },
      AI_PRICES: '{"gpt-4.1-mini": {"input": 100, "output": 100}}',
    },
  };
});

/** The value of a figure with these labels; undefined when there is none. */
async function figure(name: string, labels = ""): Promise<number | undefined> {
  const address = /^Metrics are at (\S+)$/m.exec(backend.output())?.[1] ?? "";
  const reply = await fetch(address);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const start = labels === "" ? `${name} ` : `${name}{${labels}} `;
  const line = (await reply.text()).split("\n").find((each) => each.startsWith(start));
  return line === undefined ? undefined : Number(line.slice(start.length));
}

const counted = (name: string, labels: string) =>
  expect.poll(async () => (await figure(name, labels)) ?? 0);

test("requests, calls, the provider's time and cost, and refused sign-ins are counted", async () => {
  const requests = "http_request_duration_seconds_count";
  const ofLivez = 'method="GET",route="/livez",status="200"';
  const before = (await figure(requests, ofLivez)) ?? 0;
  await fetch(`${backend.url}/livez`);
  await counted(requests, ofLivez).toBe(before + 1);

  const notes = await openNoteSender(backend);
  expect((await notes.send(new Uint8Array(4000))).status).toBe(200);
  provider.respondWith({ do: "status", status: 400 });
  expect((await notes.send(new Uint8Array(4001))).status).toBe(502);
  for (const outcome of ["success", "ai_failed"]) {
    const labels = `function="voice-transcribe",outcome="${outcome}"`;
    await counted("function_calls_total", labels).toBe(1);
  }
  const durations = "ai_provider_duration_seconds_count";
  expect(await figure(durations, 'model="gpt-4o-mini-transcribe"')).toBe(2);
  // The stand-in provider reports 310 and 37 tokens.
  const cost = await figure("ai_provider_cost_dollars_total", 'model="gpt-4.1-mini"');
  expect(cost).toBeCloseTo(0.0347);

  await expect(signIn(backend, PERSON, "wrong-password")).rejects.toThrow();
  expect(await figure("sign_in_failures_total", 'by="password",status="400"')).toBe(1);
});

test("the queues, the database and the memory have a size, which the product's address does not tell", async () => {
  expect(await figure("queue_requests", 'queue="database",state="waiting"')).toBe(0);
  expect(await figure("database_size_bytes")).toBeGreaterThan(1_000_000);
  expect(await figure("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  const reply = await fetch(`${backend.url}/metrics`);
  expect(await reply.text()).not.toContain("http_request_duration_seconds");
});

const lineOf = (id: string | null) =>
  backend.log().find((line) => line.request_id === id && line.route !== undefined);

test("an answer names its request's id, by which its line is found", async () => {
  const { accessToken, userId } = await signIn(backend, PERSON, DEMO);
  const reply = await fetch(`${backend.url}/rest/v1/agent_logs?id=eq.${randomUUID()}`, {
    headers: { ...headersOf(backend, accessToken), origin: "https://elsewhere.example" },
  });
  expect(reply.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
  const id = reply.headers.get("x-request-id");
  await expect.poll(() => lineOf(id)).toBeDefined();
  expect(lineOf(id)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: "info",
    message: expect.stringMatching(/^GET \/rest\/v1\/agent_logs 200 in \d+ ms$/),
    ...{ request_id: id, person_id: userId, ms: expect.any(Number) },
    ...{ method: "GET", route: "/rest/v1/agent_logs", status: 200 },
  });
});

test("a function's line has the same id, and tells what the provider took", async () => {
  const reply = await (await openNoteSender(backend)).send(new Uint8Array(4000));
  expect(reply.status).toBe(200);
  const id = reply.headers.get("x-request-id");
  const call = () => backend.log().find((line) => line.request_id === id && line.function);
  await expect.poll(call).toMatchObject({
    ...{ level: "info", function: "voice-transcribe", status: 200, outcome: "success" },
    provider: [
      { model: "gpt-4o-mini-transcribe", ms: expect.any(Number) },
      { model: "gpt-4.1-mini", ms: expect.any(Number) },
    ],
  });
  expect(lineOf(id)).toMatchObject({ route: "/functions/v1/voice-transcribe", status: 200 });
});

test("no line holds what was sent: bodies, tokens, keys, codes, names of files", async () => {
  const marks: string[] = [];
  const marked = (what: string) => {
    const made = `secret-${what}-${randomUUID().slice(0, 8)}`;
    marks.push(made);
    return made;
  };
  const { accessToken, refreshToken } = await signIn(backend, PERSON, DEMO);
  marks.push(accessToken, refreshToken, backend.secretKey, backend.publishableKey);
  marks.push(AI_KEY, backend.jwtSecret, String((await demoKey()).privateJwk.d));
  const send = (method: string, path: string, body?: object, more: object = {}) =>
    fetch(`${backend.url}/${path}`, {
      method,
      headers: {
        ...{ ...headersOf(backend, accessToken), "content-type": "application/json" },
        ...{ "x-request-id": marked("request-id"), "x-anything": marked("header") },
        ...{ "user-agent": marked("agent"), cookie: marked("cookie"), ...more },
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then(async (reply) => [reply.status, await reply.text()] as const);

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const forged = `${encode({ alg: "HS256" })}.${encode({ sub: randomUUID() })}`;
  const token = `${forged}.${createHmac("sha256", "wrong").update(forged).digest("base64url")}`;
  marks.push(token);
  const manual = `storage/v1/object/knowledge-base/${marked("file")}.pdf?token=${marked("signed")}`;
  const refresh = "auth/v1/token?grant_type=refresh_token";
  const ask = "functions/v1/ask-query";
  const password = { email: `${marked("email")}@demo.example`, password: marked("password") };
  for (const [method, path, body, more] of [
    ["GET", `${marked("page")}?x=${marked("query")}`],
    ["GET", `rest/v1/agent_logs?user_id=eq.${marked("filter")}&apikey=${marked("key")}`],
    ["GET", `rest/v1/${marked("table")}`, undefined, { authorization: `Bearer ${token}` }],
    ["POST", "rest/v1/agent_logs", { id: marked("id"), input_type: marked("column") }],
    ["POST", `rest/v1/rpc/${marked("rpc")}`, { argument: marked("argument") }],
    ["GET", manual],
    ["POST", "auth/v1/token?grant_type=password", password],
    ["POST", refresh, { refresh_token: refreshToken }],
    ["POST", refresh, { refresh_token: marked("refresh") }],
    ["POST", "auth/v1/verify", { type: "recovery", token_hash: marked("recovery") }],
    ["GET", `auth/v1/verify?type=recovery&token=${marked("link")}`],
    ["POST", `auth/v1/factors/${marked("factor")}/verify`, { code: marked("code") }],
    ["POST", ask, { question: marked("question") }],
    ["POST", `functions/v1/${marked("function")}`, { anything: marked("body") }],
    ["POST", "functions/v1/create-user", { password: marked("first-password") }],
    ["POST", ask, { question: "Why?" }, { "idempotency-key": marked("idempotency") }],
  ] as const) {
    await send(method, path, body, more);
  }
  // A real provider may repeat the key like this.
  const message = `Incorrect API key: ${AI_KEY}, ${marked("provider")}`;
  provider.respondWith({ do: "status", status: 401, message });
  await send("POST", ask, { question: "What does E-30 on the HP-240 mean?" });
  const logged = await rest(backend, "service", "GET", "detailed_agent_logs?select=*");
  expect(JSON.stringify(logged.body)).toContain("Incorrect API key");
  expect(JSON.stringify(logged.body).includes(AI_KEY)).toBe(false);
  await send("POST", "auth/v1/recover", { email: PERSON });
  await expect.poll(() => mailTo(backend, PERSON)).toHaveLength(1);
  const link = linkIn(mailTo(backend, PERSON)[0]) ?? "";
  const recoveryToken = new URL(link).searchParams.get("token") ?? "";
  expect(recoveryToken.length).toBeGreaterThan(20);
  marks.push(recoveryToken);
  const [status] = await send("GET", link.slice(backend.url.length + 1));
  expect(status).toBeLessThan(500);

  const before = backend.log().length;
  await send("GET", "livez");
  await expect.poll(() => backend.log().length).toBeGreaterThan(before);
  expect(backend.log().length).toBeGreaterThan(20);
  expect(marks.length).toBeGreaterThan(100);
  const printed = backend.output().split("\n");
  for (const made of marks) {
    expect(made.length).toBeGreaterThan(10);
    const found = printed.filter((line) => line.includes(made));
    expect(found, made).toEqual([]);
  }
});

test("secrets, mails and stored files can be read by their owner alone", async () => {
  const open: string[] = [];
  const { dataDir } = backend;
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(dataDir.length);
    if (!entry.isFile() || !/^\/(secrets\.json|mail\/|storage\/)/.test(inside)) continue;
    if (((await stat(path)).mode & 0o077) !== 0) open.push(inside);
  }
  expect(open).toEqual([]);
});
