// @module-tag rest

import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, signIn, startBackend } from "#tests/support/backend.ts";
import { linkIn, mailTo } from "#tests/support/mail.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

const PERSON = "tech@demo.example";

let backend: Backend;
let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider({ apiKey: "sk-secret-of-the-provider" });
  backend = await startBackend({
    env: {
      LOG_LEVEL: "debug",
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: "sk-secret-of-the-provider",
      ALLOWED_ORIGINS: "https://elsewhere.example",
    },
  });
});
afterAll(async () => {
  await backend.stop();
  await provider.stop();
});

const lineOf = (id: string | null) =>
  backend.log().find((line) => line.request_id === id && line.route !== undefined);

test("an answer names its request's id, by which its line is found", async () => {
  const { accessToken, userId } = await signIn(backend, PERSON, "field-demo");
  const reply = await fetch(`${backend.url}/rest/v1/agent_logs?id=eq.${randomUUID()}`, {
    headers: {
      apikey: backend.publishableKey,
      authorization: `Bearer ${accessToken}`,
      origin: "https://elsewhere.example",
    },
  });
  expect(reply.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
  const id = reply.headers.get("x-request-id");
  await expect.poll(() => lineOf(id)).toBeDefined();
  expect(lineOf(id)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: "info",
    message: expect.stringMatching(/^GET \/rest\/v1\/agent_logs 200 in \d+ ms$/),
    request_id: id,
    person_id: userId,
    method: "GET",
    route: "/rest/v1/agent_logs",
    status: 200,
    ms: expect.any(Number),
  });
});

test("a function's line has the same id, and tells what the provider took", async () => {
  const reply = await (await openNoteSender(backend)).send(new Uint8Array(4000));
  expect(reply.status).toBe(200);
  const id = reply.headers.get("x-request-id");
  const call = () => backend.log().find((line) => line.request_id === id && line.function);
  await expect.poll(call).toMatchObject({
    level: "info",
    function: "voice-transcribe",
    status: 200,
    outcome: "success",
    provider: [
      { model: "gpt-4o-mini-transcribe", ms: expect.any(Number) },
      { model: "gpt-4.1-mini", ms: expect.any(Number) },
    ],
  });
  expect(lineOf(id)).toMatchObject({ route: "/functions/v1/voice-transcribe", status: 200 });
});

test("no line holds what was sent: bodies, tokens, keys, codes, names of files", async () => {
  const mark = (what: string) => `secret-${what}-${randomUUID().slice(0, 8)}`;
  const marks: string[] = [];
  const marked = (what: string) => {
    const made = mark(what);
    marks.push(made);
    return made;
  };
  const { accessToken, refreshToken } = await signIn(backend, PERSON, "field-demo");
  marks.push(accessToken, refreshToken, backend.secretKey, backend.publishableKey);
  const headers = () => ({
    apikey: backend.publishableKey,
    authorization: `Bearer ${accessToken}`,
    "content-type": "application/json",
    "x-request-id": marked("request-id"),
    "x-anything": marked("header"),
    "user-agent": marked("agent"),
    cookie: marked("cookie"),
  });
  const send = (method: string, path: string, body?: object, more: object = {}) =>
    fetch(`${backend.url}/${path}`, {
      method,
      headers: { ...headers(), ...more },
      ...(body && { body: JSON.stringify(body) }),
    }).then(async (reply) => [reply.status, await reply.text()] as const);

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const forged = `${encode({ alg: "HS256" })}.${encode({ sub: randomUUID() })}`;
  const token = `${forged}.${createHmac("sha256", "wrong").update(forged).digest("base64url")}`;
  marks.push(token);

  await send("GET", `${marked("page")}?x=${marked("query")}`);
  await send("GET", `rest/v1/agent_logs?user_id=eq.${marked("filter")}&apikey=${marked("key")}`);
  await send("GET", `rest/v1/${marked("table")}`, undefined, { authorization: `Bearer ${token}` });
  await send("POST", "rest/v1/agent_logs", { id: marked("id"), input_type: marked("column") });
  await send("POST", `rest/v1/rpc/${marked("rpc")}`, { argument: marked("argument") });
  await send(
    "GET",
    `storage/v1/object/knowledge-base/${marked("file")}.pdf?token=${marked("signed")}`,
  );
  await send("POST", "auth/v1/token?grant_type=password", {
    email: `${marked("email")}@demo.example`,
    password: marked("password"),
  });
  await send("POST", "auth/v1/token?grant_type=refresh_token", { refresh_token: refreshToken });
  await send("POST", "auth/v1/token?grant_type=refresh_token", {
    refresh_token: marked("refresh"),
  });
  await send("POST", "auth/v1/verify", { type: "recovery", token_hash: marked("recovery") });
  await send("GET", `auth/v1/verify?type=recovery&token=${marked("link")}`);
  await send("POST", `auth/v1/factors/${marked("factor")}/verify`, { code: marked("code") });
  await send("POST", "functions/v1/ask-query", { question: marked("question") });
  await send("POST", `functions/v1/${marked("function")}`, { anything: marked("body") });
  await send("POST", "functions/v1/create-user", { password: marked("first-password") });
  await send(
    "POST",
    "functions/v1/ask-query",
    { question: "Why?" },
    {
      "idempotency-key": marked("idempotency"),
    },
  );
  provider.respondWith({ do: "status", status: 400, message: marked("provider") });
  await send("POST", "functions/v1/ask-query", { question: "What does E-30 on the HP-240 mean?" });
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
  const printed = backend.output().split("\n");
  for (const made of marks) {
    expect(
      printed.filter((line) => line.includes(made)),
      made,
    ).toEqual([]);
  }
});

test("a level leaves out what is less important", async () => {
  const quiet = await startBackend({ env: { LOG_LEVEL: "warning" } });
  await signIn(quiet, PERSON, "field-demo");
  await fetch(`${quiet.url}/livez`);
  expect(quiet.log().filter(({ level }) => level === "info" || level === "debug")).toEqual([]);
  await quiet.stop();
});
