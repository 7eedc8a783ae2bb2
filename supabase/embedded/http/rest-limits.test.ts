// @module-tag rest

import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { DEMO, headersOf, runningBackend } from "#tests/support/running-backend.ts";

const backend = runningBackend();
let accessToken: string;
let userId: string;
beforeAll(async () => {
  ({ accessToken, userId } = await signIn(backend, "tech@demo.example", DEMO));
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
  `agent_logs?not.and=(id.is.null,or(id.is.null,input_data.not.imatch.${patterns[0]}))`,
  `profiles?select=id,agent_logs(id)&agent_logs.input_data=match.${patterns[0]}`,
  `profiles?select=id,agent_logs(id)&agent_logs.or=(input_data.match.${patterns[0]},id.is.null)`,
  "agent_logs?$and=match.x",
  "agent_logs?$not=match.x",
  ...["fts", "plfts", "phfts(english)", "wfts"].map((it) => `agent_logs?input_data=${it}.pump`),
  "agent_logs?input_data=like(any).{%a%,%b%}",
  ...["sl", "sr", "nxl", "nxr", "adj"].map((it) => `agent_logs?created_at=${it}.(1,2)`),
  `agent_logs?input_data=like.${"*a".repeat(20)}`,
  `agent_logs?input_data=ilike.*${"a".repeat(400)}*`,
])("%s is refused for its operator", async (path) => {
  const reply = await get(path);
  expect([reply.status, reply.body]).toMatchObject([
    400,
    { code: "PGRST100", message: expect.any(String), details: null, hint: null },
  ]);
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
  ["counts as a column", "agent_logs?select=count()"],
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

test("a request address that is too long is refused", async () => {
  expect((await get(`agent_logs?id=in.(${"x".repeat(9000)})`)).status).toBe(414);
});

test("a query plan is not shown", async () => {
  const accept = "application/vnd.pgrst.plan+json; options=analyze";
  expect((await get("agent_logs", { accept })).status).toBe(400);
});

test("a request with thousands of rows is refused", async () => {
  const rows = Array.from({ length: 1001 }, () => ({
    ...{ user_id: userId, agent_type: "ask", input_type: "text" },
  }));
  const reply = await rest(backend, accessToken, "POST", "agent_logs", rows);
  expect(reply.status).toBe(400);
});

test("a body that is too large is refused, by its declared length and by its actual one", async () => {
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
  const rows = Array.from({ length: 600 }, () => ({
    ...{ user_id: userId, agent_type: "ask", input_type: "text" },
  }));
  for (const _ of [1, 2]) await rest(backend, "service", "POST", "agent_logs", rows);
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
  const rows = Array.from({ length: 40 }, () => ({
    ...{ user_id: userId, agent_type: "ask", input_type: "image", input_data: "x".repeat(2e5) },
  }));
  for (const _ of [1, 2, 3, 4, 5]) await rest(backend, "service", "POST", "agent_logs", rows);
  const path = "agent_logs?input_type=eq.image";
  expect(await get(path)).toMatchObject({ status: 413, body: { code: "54000" } });
  expect((await get(`${path}&limit=120`)).body).toHaveLength(120);
});
