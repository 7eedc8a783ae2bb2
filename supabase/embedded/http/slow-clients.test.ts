// @module-tag rest

import { beforeAll, expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { headOf, openRaw, type RawConnection } from "#tests/support/raw-request.ts";
import { DEMO, headersOf, post, runningBackend } from "#tests/support/running-backend.ts";

const mebibyte = 1024 * 1024;

const backend = runningBackend();
let accessToken: string;
beforeAll(async () => {
  ({ accessToken } = await signIn(backend, "tech@demo.example", DEMO));
});

const asTechnician = () => ({
  ...headersOf(backend, accessToken),
  "content-type": "application/json",
});

async function alive(): Promise<void> {
  expect((await fetch(`${backend.url}/readyz`)).status).toBe(200);
}

test("connections that never finish their request are closed, and nobody else waits for them", async () => {
  const halves = await Promise.all(Array.from({ length: 200 }, () => openRaw(backend.url)));
  for (const half of halves) half.write("GET /readyz HTTP/1.1\r\nhost: localhost\r\nx-slow: ");
  await alive();
  for (const half of halves) expect(await half.ended).toBeLessThan(20_000);
});

test("connections beyond an address's limit replace its idle ones, never those with a request", async () => {
  const first = await openRaw(backend.url);
  const many: RawConnection[] = [];
  for (let opened = 0; opened < 260; opened += 1) many.push(await openRaw(backend.url));
  await first.ended;
  await alive();
  for (const one of many) one.socket.destroy();
});

test("a request with a wrong key or token is refused before its body is sent", async () => {
  const { authorization = "" } = headersOf(backend, accessToken);
  const rows = "/rest/v1/agent_logs";
  for (const [path, headers] of [
    [rows, {}],
    [rows, { apikey: "guess" }],
    [rows, { authorization }],
    [rows, { ...asTechnician(), authorization: "Bearer a.b.c" }],
    ["/auth/v1/token?grant_type=password", {}],
    ["/auth/v1/admin/users", {}],
    ["/storage/v1/object/knowledge-base/a.txt", { apikey: backend.publishableKey }],
    ["/storage/v1/object/knowledge-base/a.txt", { ...asTechnician(), apikey: "guess" }],
    ["/functions/v1/ask-query", {}],
    ["/functions/v1/voice-transcribe", { authorization: "Bearer a.b.c" }],
  ] as const) {
    const client = await openRaw(backend.url);
    client.write(headOf("POST", path, { ...headers, "content-length": 60_000 }));
    await expect.poll(client.received, { message: path }).toMatch(/^HTTP\/1\.1 4\d\d /);
    client.socket.destroy();
  }
});

test("a visitor may send only small bodies", async () => {
  const body = { company: "x".repeat(100_000) };
  const reply = await post(backend, "rest/v1/contact_form_submissions", body);
  expect(reply.status).toBe(413);
});

test("a body that arrives too slowly is refused, while its sender and others are served", async () => {
  const client = await openRaw(backend.url);
  client.write(
    headOf("POST", "/rest/v1/agent_logs", { ...asTechnician(), "content-length": 9000 }),
  );
  const drip = setInterval(() => client.write(" "), 200);
  const read = await rest(backend, accessToken, "GET", "profiles?select=id");
  expect(read.status).toBe(200);
  await expect.poll(client.received).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(drip);
  client.socket.destroy();
});

test("one person can have only a few large bodies in memory, and others can still send theirs", async () => {
  const { accessToken: admin } = await signIn(backend, "admin@demo.example", DEMO);
  const length = 9 * mebibyte;
  const clients = await Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const client = await openRaw(backend.url);
      const path = `/storage/v1/object/knowledge-base/${number}.txt`;
      client.write(headOf("POST", path, { ...asTechnician(), "content-length": length }));
      client.write(Buffer.alloc(length - 1, "x"));
      return client;
    }),
  );
  // What the server does not read yet stays in the clients' buffers.
  const waiting = () => clients.filter(({ socket }) => socket.writableLength > mebibyte).length;
  await expect.poll(waiting).toBe(11);
  const log = { agent_type: "ask", input_type: "text", input_data: "y".repeat(190_000) };
  const others = await rest(backend, admin, "POST", "agent_logs", log);
  expect(others.status).toBe(403);
  expect(waiting()).toBe(11);
  for (const { socket } of clients) socket.destroy();
  await alive();
});

test("one person's calls that never end do not block other people's calls", async () => {
  const { accessToken: admin } = await signIn(backend, "admin@demo.example", DEMO);
  const ask = async (token: string) => {
    const question = "What does E-30 mean?";
    const path = "functions/v1/label-query";
    return (await post(backend, path, { question }, headersOf(backend, token))).status;
  };
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = await openRaw(backend.url);
      const headers = { ...asTechnician(), "content-length": 1000 };
      client.write(headOf("POST", "/functions/v1/label-query", headers));
      client.write("{");
      return client;
    }),
  );
  await alive();
  let isAnswered = false;
  const own = ask(accessToken).finally(() => {
    isAnswered = true;
  });
  for (const _ of [1, 2, 3]) expect(await ask(admin)).toBe(200);
  expect(isAnswered).toBe(false);
  for (const { socket } of clients) socket.destroy();
  expect(await own).toBe(200);
});

/** Statuses after which a device does not send something again by itself. */
const FOR_GOOD = /^HTTP\/1\.1 (400|403|413|415|422) /;

test.each([
  ["/functions/v1/voice-transcribe", "multipart/form-data; boundary=x", "--x\r\n"],
  ["/functions/v1/ask-query", "application/json", '{"question":'],
  ["/rest/v1/agent_logs", "application/json", '{"id":'],
  ["/storage/v1/object/knowledge-base/a/b.txt", "text/plain", "half of"],
  ["/storage/v1/object/knowledge-base/a/b.txt", "multipart/form-data; boundary=x", "--x\r\n"],
  ["/auth/v1/token?grant_type=password", "application/json", '{"email":'],
])("a request to %s as %s that breaks off is not refused for good", async (path, type, part) => {
  const connection = await openRaw(backend.url);
  connection.write(
    headOf("POST", path, { ...asTechnician(), "content-type": type, "content-length": 5000 }),
  );
  connection.write(part);
  // Its sender still listens, as a proxy may that has lost its own client.
  connection.socket.end();
  await connection.ended;
  expect(connection.received()).not.toMatch(FOR_GOOD);
});
