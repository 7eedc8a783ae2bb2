// @module-tag rest

import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { headOf, openRaw, type RawConnection } from "#tests/support/raw-request.ts";
import { DEMO, headersOf, post, runningBackend } from "#tests/support/running-backend.ts";

const mebibyte = 1024 * 1024;

const backend = runningBackend();
let accessToken: string;
let userId: string;
beforeAll(async () => {
  ({ accessToken, userId } = await signIn(backend, "tech@demo.example", DEMO));
});

const asTechnician = () => ({
  ...headersOf(backend, accessToken),
  "content-type": "application/json",
});

/** A connection on which the technician has sent the head of a request. */
async function beginning(path: string, headers: Record<string, string | number>) {
  const client = await openRaw(backend.url);
  client.write(headOf("POST", path, { ...asTechnician(), ...headers }));
  return client;
}

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
    [rows, { authorization }],
    [rows, { ...asTechnician(), authorization: "Bearer a.b.c" }],
    ["/auth/v1/token?grant_type=password", {}],
    ["/storage/v1/object/knowledge-base/a.txt", { apikey: backend.publishableKey }],
    ["/storage/v1/object/knowledge-base/a.txt", { ...asTechnician(), apikey: "guess" }],
    ["/functions/v1/voice-transcribe", { authorization: "Bearer a.b.c" }],
  ] as const) {
    const client = await openRaw(backend.url);
    client.write(headOf("POST", path, { ...headers, "content-length": 60_000 }));
    await expect.poll(client.received, { message: path }).toMatch(/^HTTP\/1\.1 4\d\d /);
    client.socket.destroy();
  }
});

test("a body that arrives too slowly is refused, while its sender and others are served", async () => {
  const client = await beginning("/rest/v1/agent_logs", { "content-length": 9000 });
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
      const path = `/storage/v1/object/knowledge-base/${number}.txt`;
      const client = await beginning(path, { "content-length": length });
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
  const path = "functions/v1/label-query";
  const question = { question: "What does E-30 mean?" };
  const ask = async (token: string) =>
    (await post(backend, path, question, headersOf(backend, token))).status;
  const clients = await Promise.all(
    Array.from({ length: 4 }, () => beginning(`/${path}`, { "content-length": 1000 })),
  );
  for (const client of clients) client.write("{");
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
  const connection = await beginning(path, { "content-type": type, "content-length": 5000 });
  connection.write(part);
  // Its sender still listens, as a proxy may that has lost its own client.
  connection.socket.end();
  await connection.ended;
  expect(connection.received()).not.toMatch(FOR_GOOD);
});

const get = (path: string, headers?: Record<string, string>) =>
  rest<{ code: string; message: string }>(backend, accessToken, "GET", path, undefined, headers);

const patterns = ["((a*)*)*b", "(.*)\\1\\1x"].map(encodeURIComponent);

test.each([
  ...["match", "imatch", "not.match"].flatMap((operator) =>
    patterns.map((pattern) => `agent_logs?input_data=${operator}.${pattern}`),
  ),
  `agent_logs?input_data=match(any).{${patterns[0]}}`,
  `agent_logs?input_data=not.imatch(all).{${patterns[0]}}`,
  `agent_logs?or=(input_data.match.${patterns[0]},id.is.null)`,
  `profiles?select=id,agent_logs(id)&agent_logs.input_data=match.${patterns[0]}`,
  "agent_logs?$and=match.x",
  "agent_logs?$not=match.x",
  ...["fts", "plfts", "phfts(english)", "wfts"].map((it) => `agent_logs?input_data=${it}.pump`),
  "agent_logs?input_data=like(any).{%a%,%b%}",
  ...["sl", "sr", "nxl", "nxr", "adj"].map((it) => `agent_logs?created_at=${it}.(1,2)`),
  `agent_logs?input_data=like.${"*a".repeat(20)}`,
  `agent_logs?input_data=ilike.*${"a".repeat(400)}*`,
])("%s is refused for its operator", async (path) => {
  const body = { code: "PGRST100", message: expect.any(String), details: null, hint: null };
  expect(await get(path)).toMatchObject({ status: 400, body });
});

const six = "agent_logs(profiles(".repeat(3);
test.each([
  ["tables embedded in embedded ones", `profiles?select=id,agent_logs(profiles(id))`],
  ["tables embedded six deep", `profiles?select=id,${six}id${"))".repeat(3)}`],
  [
    "one table embedded many times",
    `profiles?select=${Array.from({ length: 9 }, (_, i) => `a${i}:agent_logs(id)`)}`,
  ],
  ["aggregates", "agent_logs?select=input_data.max()"],
  ["casts", "agent_logs?select=input_data::xml"],
  ["many conditions", `agent_logs?or=(${Array(41).fill("id.is.null")})`],
  ["deep conditions", `agent_logs?or=(${"and(".repeat(5)}id.is.null${")".repeat(5)})`],
  ["many columns to order by", `agent_logs?order=${Array(7).fill("id")}`],
  ["long lists", `agent_logs?agent_type=in.(${Array(501).fill("a")})`],
])("%s are refused", async (_, path) => {
  expect(await get(path)).toMatchObject({ status: 400, body: { details: null, hint: null } });
});

test("conditions that are nested too deeply are refused before they are parsed", async () => {
  const path = `agent_logs?or=(${"and(".repeat(1500)}id.is.null${")".repeat(1500)})`;
  const begun = performance.now();
  const { length } = path;
  expect(length).toBeLessThan(8000);
  expect((await get(path)).status).toBe(400);
  expect(performance.now() - begun).toBeLessThan(2000);
});

const logs = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => ({
    ...{ user_id: userId, agent_type: "ask", input_type: "text" },
    ...more,
  }));

test("long addresses, query plans and thousands of rows are refused", async () => {
  expect((await get(`agent_logs?id=in.(${"x".repeat(9000)})`)).status).toBe(414);
  const accept = "application/vnd.pgrst.plan+json; options=analyze";
  expect((await get("agent_logs", { accept })).status).toBe(400);
  const reply = await rest(backend, accessToken, "POST", "agent_logs", logs(1001));
  expect(reply.status).toBe(400);
});

test("a body that is too large is refused, by its declared length and by its actual one", async () => {
  const company = "x".repeat(100_000);
  const ofVisitor = await post(backend, "rest/v1/contact_form_submissions", { company });
  expect(ofVisitor.status).toBe(413);
  const large = JSON.stringify({ input_data: "x".repeat(2.5 * 1024 * 1024) });
  for (const body of [large, new Blob([large]).stream()]) {
    const reply = await fetch(`${backend.url}/rest/v1/agent_logs`, {
      method: "POST",
      headers: { ...headersOf(backend, accessToken), "content-type": "application/json" },
      body,
      duplex: "half",
    } as RequestInit);
    expect([reply.status, await reply.json()]).toMatchObject([413, { code: "too_large" }]);
  }
  const parameters = { query: "x".repeat(100_000), agent: "label_agent", max_results: 5 };
  const called = await rest(backend, accessToken, "POST", "rpc/search_knowledge", parameters);
  expect(called.status).toBe(413);
});

test("the app's own requests are answered, and so are the server's", async () => {
  const ids = Array.from({ length: 150 }, () => randomUUID());
  for (const path of [
    "agent_logs?select=id,user_id,input_data&order=created_at.desc,id&offset=0&limit=1000",
    "detailed_agent_logs?user_email=ilike.%25tech%5C_nician%40demo%25&order=created_at.desc,id",
    "profiles?company_id=is.null&select=*",
    `agent_logs?id=in.(${ids})`,
    "profiles?select=email,companies!profiles_company_id_fkey(name),user_roles(role)",
    "agent_usage_analytics?usage_date=gte.2026-01-01&order=usage_date.desc,agent_type",
    "agent_logs?or=(agent_type.eq.voice,and(agent_type.eq.snap,input_type.neq.text))",
    "knowledge_base?allowed_agents=cs.{label_agent}",
    // A text of a hundred brackets: each of them stands for any character.
    `agent_logs?or=(and(input_data.ilike.%25${"_".repeat(100)}%25))`,
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
  const asServer = await rest(backend, "service", "GET", "profiles?email=match.demo");
  expect(asServer.status).toBe(200);
  expect(asServer.body).not.toEqual([]);
});

test("embedded rows are limited like those of a table", async () => {
  for (const _ of [1, 2]) await rest(backend, "service", "POST", "agent_logs", logs(600));
  const { body } = await rest<{ agent_logs: unknown[] }[]>(
    ...[backend, accessToken, "GET" as const],
    `profiles?select=agent_logs(id)&id=eq.${userId}`,
  );
  expect(body[0]?.agent_logs).toHaveLength(1000);
  const plain = await get("agent_logs?select=id&order=id");
  const ids = new Set((plain.body as unknown as { id: string }[]).map(({ id }) => id));
  expect(ids.size).toBe(1000);
});

test("an answer that is too large is refused, and a smaller one has all its rows", async () => {
  const rows = logs(40, { input_type: "image", input_data: "x".repeat(2e5) });
  for (const _ of [1, 2, 3, 4, 5]) await rest(backend, "service", "POST", "agent_logs", rows);
  const path = "agent_logs?input_type=eq.image";
  expect(await get(path)).toMatchObject({ status: 413, body: { code: "54000" } });
  expect((await get(`${path}&limit=120`)).body).toHaveLength(120);
});
