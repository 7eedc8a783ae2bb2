import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rest, signIn, startBackend } from "#tests/support/backend.ts";
import { processTree, stillRunning } from "#tests/support/process-tree.ts";
import { DEMO, runningBackend } from "#tests/support/running-backend.ts";

/** Reads rows, and tries what no function may do. */
const REACH = `import { z } from "zod/mini";
Deno.serve(async () => {
  const reply = await fetch(Deno.env.get("SUPABASE_URL") + "/rest/v1/companies?select=name", {
    headers: { apikey: Deno.env.get("SUPABASE_SERVICE_ROLE_KEY") ?? "" },
  });
  const data = z.array(z.object({ name: z.string() })).parse(await reply.json());
  const attempts: Record<string, string> = {};
  const tries: Record<string, () => unknown> = {
    write: () => Deno.writeTextFileSync(new URL("../written", import.meta.url), ""),
    run: () => new Deno.Command("/bin/true").outputSync(),
    read: () => Deno.readTextFileSync("/etc/hostname"),
  };
  for (const [name, attempt] of Object.entries(tries)) {
    try { attempt(); attempts[name] = "done"; } catch (error) { attempts[name] = (error as Error).name; }
  }
  return Response.json({ data, attempts });
});`;

const FUNCTIONS = {
  echo: `Deno.serve(async (request: Request) => Response.json({
    method: request.method,
    path: new URL(request.url).pathname,
    search: new URL(request.url).search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
    env: Deno.env.toObject(),
  }, { status: 201, headers: { "x-answer": "yes" } }));`,
  crash: `Deno.serve((request: Request) => {
    if (request.method === "POST") Deno.exit(7);
    return Response.json({ pid: Deno.pid });
  });`,
  stray: `Deno.serve({ onListen() {} }, () => {
    Promise.reject(new Error("nobody waits for this"));
    setTimeout(() => { throw new Error("nor for this"); });
    return Response.json({ pid: Deno.pid });
  });`,
  throws: `Deno.serve(() => { throw new Error("inside"); });`,
  slow: `let running = 0;
    const ended = Promise.withResolvers<void>();
    Deno.serve(async ({ method }: Request) => {
      if (method === "POST") {
        running += 1;
        await ended.promise;
      }
      if (method === "PUT") ended.resolve();
      return Response.json(running);
    });`,
  broken: `import "./missing.ts"; Deno.serve(() => new Response("never"));`,
  silent: "export const nothing = 1;",
  reach: REACH,
  _shared: `Deno.serve(() => new Response("never"));`,
};

let directory: string;
afterAll(() => rm(directory, { recursive: true, force: true }));

async function writeFunction(name: string, source: string): Promise<void> {
  await mkdir(join(directory, name), { recursive: true });
  await writeFile(join(directory, name, "index.ts"), source);
}

const backend = runningBackend(async () => {
  directory = await mkdtemp(join(tmpdir(), "field-agents-functions-"));
  await copyFile("supabase/functions/deno.json", join(directory, "deno.json"));
  for (const [name, source] of Object.entries(FUNCTIONS)) await writeFunction(name, source);
  const ai = { OPENAI_API_KEY: "sk-one", AI_CHAT_MODEL: "two" };
  return { env: { FUNCTIONS_DIR: directory, SECRET: "three", ...ai } };
});

let authorization: string;
beforeAll(async () => {
  const { accessToken } = await signIn(backend, "tech@demo.example", DEMO);
  authorization = `Bearer ${accessToken}`;
});

const call = (path: string, init?: RequestInit) =>
  fetch(`${backend.url}/functions/v1/${path}`, init);

test("a function gets the request as it was sent, and its answer is returned unchanged", async () => {
  const headers = { authorization, "idempotency-key": "k", "content-type": "text/plain" };
  const sent = { method: "POST", headers, body: "what was said" };
  const reply = await call("echo?a=b%20c", sent);
  expect(reply.status).toBe(201);
  expect(reply.headers.get("x-answer")).toBe("yes");
  expect(await reply.json()).toMatchObject({ ...sent, path: "/echo", search: "?a=b%20c" });
});

test("a function gets a request without a session, but neither its body nor an unverified token", async () => {
  const { publishableKey: apikey } = backend;
  for (const [headers, passedOn] of [
    [{}, {}],
    [{ apikey }, { apikey }],
    [{ authorization: "Bearer token" }, {}],
  ] as const) {
    const reply = await call("echo", { method: "POST", headers, body: "what was said" });
    const request = await reply.json();
    expect(request).toMatchObject({ method: "POST", headers: passedOn, body: "" });
    expect(request.headers).not.toHaveProperty("authorization");
  }
});

test("a function sees its backend and the AI provider of the environment, and nothing else", async () => {
  const { env, headers } = await (await call("echo")).json();
  expect(env).toMatchObject({
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: backend.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: backend.secretKey,
    OPENAI_API_KEY: "sk-one",
    AI_CHAT_MODEL: "two",
  });
  for (const name of ["SECRET", "DATA_DIR"]) expect(env).not.toHaveProperty(name);
  // With it the backend calls the function.
  expect(JSON.stringify({ env, headers })).not.toMatch(/functions.caller/i);
});

test("the client's address is the socket's, whatever headers the client sends", async () => {
  const names = ["x-forwarded-for", "x-real-ip", "cf-connecting-ip"];
  const claimed = Object.fromEntries(names.map((name) => [name, "6.6.6.6"]));
  const reply = await call("echo", { headers: { ...claimed, forwarded: "for=6.6.6.6" } });
  const { headers } = await reply.json();
  expect(headers["cf-connecting-ip"]).toBe("127.0.0.1");
  expect(JSON.stringify(headers)).not.toContain("6.6.6.6");
});

test("other programs on the machine cannot call a function without the secret", async () => {
  const secret = crypto.randomUUID();
  const script = "supabase/embedded/functions/functions-child.ts";
  const parameters = ["run", "--quiet", "--allow-all", script, directory, "echo"];
  const child = spawn("node_modules/.bin/deno", parameters, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, FUNCTIONS_CALLER_SECRET: secret },
  });
  try {
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const address = `http://127.0.0.1:${/\d+$/.exec(line)?.[0]}/echo`;
    const ask = (headers: Record<string, string>) => fetch(address, { headers });
    for (const guess of [{}, { "x-functions-caller": "" }, { "x-functions-caller": "undefined" }]) {
      const reply = await ask(guess);
      expect(reply.status).toBe(403);
      expect(await reply.text()).toBe("Only the backend calls functions here.\n");
    }
    expect((await ask({ "x-functions-caller": secret })).status).toBe(201);
  } finally {
    child.stdin.end();
    await once(child, "exit");
  }
});

test("a function reaches the database with its key, and cannot access the machine", async () => {
  expect(await (await call("reach")).json()).toEqual({
    data: [{ name: "Cascade Climate Services" }],
    attempts: { write: "NotCapable", run: "NotCapable", read: "NotCapable" },
  });
});

test.each([
  ...["nowhere", "_shared", ""].map((name) => [name, 404, "NOT_FOUND"] as const),
  ...["broken", "silent"].map((name) => [name, 503, "BOOT_ERROR"] as const),
])("where no function %j is or starts, the answer is %i", async (name, status, code) => {
  const reply = await call(name);
  expect([reply.status, await reply.json()]).toMatchObject([status, { code }]);
  if (status === 503) expect(backend.output()).toContain(`Function ${name} does not start`);
});

test("errors of one function are not told to the caller, and do not end other requests", async () => {
  const reply = await call("throws");
  expect(reply.status).toBe(500);
  expect(await reply.text()).not.toContain("inside");
  const { pid } = await (await call("stray")).json();
  await expect.poll(() => backend.output()).toContain("nor for this");
  expect((await (await call("stray")).json()).pid).toBe(pid);
});

test("a person's call goes on and keeps its place when its caller has gone, so that nobody has more than four", async () => {
  const running = async () => (await call("slow")).json();
  const post = (signal?: AbortSignal) =>
    call("slow", { method: "POST", headers: { authorization }, ...(signal && { signal }) });
  for (const count of [1, 2, 3, 4]) {
    const leaving = new AbortController();
    const left = expect(post(leaving.signal)).rejects.toThrow("abort");
    await expect.poll(running).toBe(count);
    leaving.abort();
    await left;
  }
  const fifth = post();
  for (const _ of [1, 2, 3, 4, 5]) expect(await running()).toBe(4);
  await call("slow", { method: "PUT" });
  expect((await fifth).status).toBe(200);
});

test("after a crash of the functions the caller is told, and the functions are restarted", async () => {
  const { pid } = await (await call("crash")).json();
  const crashed = await call("crash", { method: "POST" });
  expect(crashed.status).toBe(503);
  expect(crashed.headers.get("retry-after")).toBe("1");
  expect((await rest(backend, "service", "GET", "companies?select=name")).status).toBe(200);
  // Until the crash is noticed, the old process may be called again, with the same result.
  const again = async () => {
    const reply = await call("crash");
    return reply.ok ? (await reply.json()).pid : null;
  };
  await expect.poll(again).toEqual(expect.any(Number));
  expect(await again()).not.toBe(pid);
});

test("a function in an endless loop does not keep the backend from stopping", async () => {
  await writeFunction("spin", `Deno.serve(() => { console.log("spinning"); while (true); });`);
  const other = await startBackend({ env: { FUNCTIONS_DIR: directory, STOP_SECONDS: "1" } });
  const processes = processTree(other.pid);
  const answer = fetch(`${other.url}/functions/v1/spin`).catch(() => "cut off");
  await expect.poll(() => other.output()).toContain("spinning");
  const askedAt = performance.now();
  expect(await other.stop()).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(20_000);
  expect(stillRunning(processes)).toEqual([]);
  await answer;
});
