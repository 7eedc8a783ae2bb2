// @module-tag rest

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { breakdown, megabytes, memoryOf } from "#tests/support/memory.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { type Attack, type Attacker, abuses } from "./abuses.ts";
import { timeReads } from "./time-reads.ts";
import "../figures.ts";

/** How many times longer another person's median read may take during an abuse. */
const LARGEST_RATIO = 3;
/** How many times as much memory the backend may hold some time after all abuses. */
const LARGEST_GROWTH = 1.2;

/** Milliseconds of reading before, at the start of and during each abuse. */
const QUIET = 1000;
const BEGINNING = 700;
const UNDER_ATTACK = 2500;
/** Milliseconds in which the backend must recover: its reads, and its memory. */
const CALM = 10_000;
const RECOVERY = 60_000;
const ROUNDS = 3;

const attackerScript = fileURLToPath(new URL("./attacker.mjs", import.meta.url));

describe.each(["PGlite", "PostgreSQL"])("on %s", (kind) => {
  let server: PostgresServer | undefined;
  let scenes: { direct: Scene; behindProxy: Scene };

  beforeAll(async () => {
    if (kind === "PostgreSQL") server = await startPostgres();
    scenes = {
      direct: await openScene(server),
      behindProxy: await openScene(server, { CLIENT_ADDRESS_HEADER: "x-forwarded-for" }),
    };
  });
  afterAll(async () => {
    await scenes?.direct.backend.stop();
    await scenes?.behindProxy.backend.stop();
    await server?.stop();
  });

  const names = Object.keys(abuses(nobody));
  test.for(names)("others are served during %s", async (what, { task }) => {
    const isBehindProxy = abuses(nobody)[what]?.isBehindProxy;
    const scene = isBehindProxy ? scenes.behindProxy : scenes.direct;
    const attack = abuses(scene.attacker)[what] ?? {};
    let measured = await measure(scene, attack);
    // A busy machine may slow one round; an abuse slows every round.
    for (let round = 1; round < ROUNDS && measured.ratio > LARGEST_RATIO; round += 1) {
      measured = await measure(scene, attack);
    }
    const { quiet, during, ratio, outcomes } = measured;
    task.meta.figures = [
      {
        what: `${kind}: others' reads during ${what}`,
        tried: 1,
        failed: ratio > LARGEST_RATIO ? 1 : 0,
        note: `${quiet.toFixed(1)} → ${during.toFixed(1)} ms (×${ratio.toFixed(1)}); ${outcomes}; ${breakdown(scene.backend)}`,
      },
    ];
    expect(ratio).toBeLessThanOrEqual(LARGEST_RATIO);
  });

  test("the backend's processes hold no more memory than before the abuses", async ({ task }) => {
    const { backend, before, read } = scenes.direct;
    const limit = before * LARGEST_GROWTH;
    const deadline = Date.now() + RECOVERY;
    while (memoryOf(backend) > limit && Date.now() < deadline) await timeReads(read, 1000);
    const after = memoryOf(backend);
    task.meta.figures = [
      {
        what: `${kind}: memory after all of that`,
        tried: 1,
        failed: after > limit ? 1 : 0,
        note: `${megabytes(before)} → ${megabytes(after)}; ${breakdown(backend)}`,
      },
    ];
    expect(after).toBeLessThanOrEqual(limit);
  });
});

/** A backend with people, one of whom only reads. */
interface Scene {
  backend: Backend;
  attacker: Attacker;
  /** A read by a person who takes no part in the abuses. */
  read: () => Promise<void>;
  /**
   * The memory of the backend's processes after they had served every kind of request, in bytes.
   */
  before: number;
}

async function openScene(
  server: PostgresServer | undefined,
  env: Record<string, string> = {},
): Promise<Scene> {
  const databaseUrl = await server?.createDatabase();
  const backend = await startBackend({
    ...(databaseUrl && { databaseUrl }),
    // As in a deployment, V8 optimises the database's code.
    env: { DEMO: "1", DENO_V8_FLAGS: "--no-liftoff-only", ...env },
  });
  const attacker = await enter(backend);
  const { accessToken } = await signIn(backend, "super@demo.example", DEMO_PASSWORD);
  const read = async () => {
    const path = "agent_logs?select=id,agent_type,created_at&order=created_at.desc&limit=50";
    const { status, body } = await rest<unknown[]>(backend, accessToken, "GET", path);
    expect([status, body.length]).toEqual([200, 50]);
  };
  await warmUp(backend, attacker);
  await timeReads(read, QUIET);
  return { backend, attacker, read, before: memoryOf(backend) };
}

async function enter(backend: Backend): Promise<Attacker> {
  const email = "tech@demo.example";
  const technician = { email, ...(await signIn(backend, email, DEMO_PASSWORD)) };
  const administrator = await signIn(backend, "admin@demo.example", DEMO_PASSWORD);
  const { body } = await rest<{ company_id: string }[]>(
    backend,
    administrator.accessToken,
    "GET",
    `profiles?select=company_id&id=eq.${administrator.userId}`,
  );
  const companyId = body[0]?.company_id ?? "";
  const largeFile = `${companyId}/${randomUUID()}.txt`;
  await upload(backend, administrator.accessToken, largeFile, 9 << 20);
  const { publishableKey } = backend;
  return { publishableKey, technician, administrator, companyId, largeFile };
}

async function upload(
  backend: Backend,
  accessToken: string,
  path: string,
  bytes: number,
): Promise<void> {
  const reply = await fetch(`${backend.url}/storage/v1/object/knowledge-base/${path}`, {
    method: "POST",
    headers: {
      ...{ apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` },
      "content-type": "text/plain",
    },
    body: Buffer.alloc(bytes, "a "),
  });
  expect(reply.status, await reply.text()).toBe(200);
}

/**
 * Sends every kind of request, some in parallel, with answers of nearly the largest size: memory
 * that a backend allocates once is no leak, and the memory of WebAssembly never shrinks.
 */
async function warmUp(backend: Backend, attacker: Attacker): Promise<void> {
  const { technician, administrator, companyId, largeFile, publishableKey } = attacker;
  const rows = Array.from({ length: 300 }, () => ({
    ...{ id: randomUUID(), user_id: technician.userId },
    ...{ agent_type: "voice", input_type: "voice", input_data: "a".repeat(3000) },
  }));
  const added = await rest(backend, technician.accessToken, "POST", "agent_logs", rows);
  expect(added.status).toBe(201);
  const headers = { apikey: publishableKey, authorization: `Bearer ${administrator.accessToken}` };
  const longRows = Array.from({ length: 19 }, () => ({
    ...{ user_id: technician.userId, agent_type: "voice", input_type: "voice" },
    input_data: "a".repeat(100_000),
  }));
  const asks: (() => Promise<unknown>)[] = [
    () => rest(backend, technician.accessToken, "POST", "agent_logs", longRows),
    () => signIn(backend, technician.email, DEMO_PASSWORD),
    () => rest(backend, technician.accessToken, "GET", "agent_logs"),
    () =>
      rest(backend, technician.accessToken, "POST", "rpc/search_knowledge", {
        ...{ query: "What does E-30 mean?", agent: "label_agent", max_results: 8 },
      }),
    () => upload(backend, administrator.accessToken, `${companyId}/${randomUUID()}.txt`, 4 << 20),
    async () => {
      const path = `/storage/v1/object/knowledge-base/${largeFile}`;
      await (await fetch(backend.url + path, { headers })).bytes();
    },
    async () => {
      const reply = await fetch(`${backend.url}/functions/v1/label-query`, {
        ...{ method: "POST", body: JSON.stringify({ question: "What does E-30 mean?" }) },
        headers: { ...headers, "content-type": "application/json" },
      });
      await reply.text();
    },
    async () => void (await (await fetch(backend.url)).text()),
  ];
  for (const ask of asks) {
    // The backend allows five sign-in attempts of a stranger at the same time.
    for (const _ of [1, 2, 3, 4]) await Promise.all(Array.from({ length: 4 }, ask));
  }
}

const nobody: Attacker = {
  ...{ publishableKey: "", companyId: "", largeFile: "" },
  technician: { email: "", userId: "", accessToken: "" },
  administrator: { accessToken: "" },
};

async function measure({ backend, read }: Scene, attack: Attack) {
  const quiet = await timeReads(read, QUIET);
  const running = startAttack(backend.url, attack);
  // The cost of an abuse shows only when it is fully under way.
  await timeReads(read, BEGINNING);
  const during = await timeReads(read, UNDER_ATTACK);
  const outcomes = await running.stop();
  // The work that it has started goes on for a while and must not count for the next abuse.
  const deadline = Date.now() + CALM;
  while ((await timeReads(read, 500)) > 1.5 * quiet && Date.now() < deadline);
  return { quiet, during, ratio: during / quiet, outcomes };
}

function startAttack(url: string, attack: Attack): { stop(): Promise<string> } {
  const child = spawn(process.execPath, [attackerScript], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.write(`${JSON.stringify({ url, ...attack })}\n`);
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  return {
    async stop() {
      const ended = once(child, "close");
      child.stdin.end();
      await ended;
      return printed.trim();
    },
  };
}
