// @module-tag rest

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DEMO_COMPANY, DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { processTree } from "#tests/support/process-tree.ts";
import { listenTo } from "#tests/support/realtime-listener.ts";
import { headersOf, post } from "#tests/support/running-backend.ts";
import { type Attack, type Attacker, abuses, realtimeAbuses } from "./abuses.ts";

/** Milliseconds between two reads. */
const BETWEEN_READS = 15;
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
  let scene: Scene;

  beforeAll(async () => {
    if (kind === "PostgreSQL") server = await startPostgres();
    scene = await openScene(server);
  });
  afterAll(async () => {
    await scene?.backend.stop();
    await server?.stop();
  });

  test.for(Object.keys(abuses(nobody)))("others are served during %s", async (what) => {
    await expectFair(scene, scene.read, abuses(scene.attacker)[what]);
  });

  test.for(Object.keys(realtimeAbuses(nobody)))("others read and hear during %s", async (what) => {
    for (const way of [scene.read, scene.hear]) {
      await expectFair(scene, way, realtimeAbuses(scene.attacker)[what]);
    }
  });

  test("the backend's processes hold no more memory than before the abuses", async () => {
    const { backend, before, read } = scene;
    const limit = before * LARGEST_GROWTH;
    const deadline = Date.now() + RECOVERY;
    while (memoryOf(backend) > limit && Date.now() < deadline) await timeReads(read, 1000);
    expect(memoryOf(backend)).toBeLessThanOrEqual(limit);
  });
});

/** A backend with people, one of whom only reads. */
interface Scene {
  backend: Backend;
  attacker: Attacker;
  /** A read by a person who takes no part in the abuses. */
  read: () => Promise<void>;
  /** The same person joins Realtime, and hears of a change. */
  hear: () => Promise<void>;
  /** The memory of the backend's processes after every kind of request, in bytes. */
  before: number;
}

async function openScene(server: PostgresServer | undefined): Promise<Scene> {
  const databaseUrl = await server?.createDatabase();
  const backend = await startBackend({
    ...(databaseUrl && { databaseUrl }),
    env: {
      ...{ DEMO: "1", CLIENT_ADDRESS_HEADER: "x-forwarded-for" },
      // As in a deployment, V8 optimises the database's code.
      DENO_V8_FLAGS: "--no-liftoff-only",
    },
  });
  const attacker = await enter(backend);
  const { accessToken } = await signIn(backend, "super@demo.example", DEMO_PASSWORD);
  const read = async () => {
    const path = "agent_logs?select=id,agent_type,created_at&order=created_at.desc&limit=50";
    const { status, body } = await rest<unknown[]>(backend, accessToken, "GET", path);
    expect([status, body.length]).toEqual([200, 50]);
  };
  const hear = async () => {
    const listener = await listenTo(backend, accessToken, ["companies"]);
    await rest(backend, "service", "PATCH", `companies?id=eq.${DEMO_COMPANY.id}`, {
      name: "Heard",
    });
    await vi.waitUntil(() => listener.heard.length > 0, { interval: 5, timeout: CALM });
    await listener.stop();
  };
  await warmUp(backend, attacker);
  await timeReads(read, QUIET);
  await timeReads(hear, QUIET);
  return { backend, attacker, read, hear, before: memoryOf(backend) };
}

async function enter(backend: Backend): Promise<Attacker> {
  const email = "tech@demo.example";
  const technician = { email, ...(await signIn(backend, email, DEMO_PASSWORD)) };
  const administrator = await signIn(backend, "admin@demo.example", DEMO_PASSWORD);
  const companyId = DEMO_COMPANY.id;
  const largeFile = `${companyId}/${randomUUID()}.txt`;
  await upload(backend, administrator.accessToken, largeFile, 9 << 20);
  return {
    publishableKey: backend.publishableKey,
    technician,
    administrator,
    companyId,
    largeFile,
  };
}

async function upload(backend: Backend, accessToken: string, path: string, bytes: number) {
  const reply = await fetch(`${backend.url}/storage/v1/object/knowledge-base/${path}`, {
    method: "POST",
    headers: { ...headersOf(backend, accessToken), "content-type": "text/plain" },
    body: Buffer.alloc(bytes, "a "),
  });
  expect(reply.status, await reply.text()).toBe(200);
}

/**
 * Sends every kind of request, some in parallel, with answers of nearly the largest size: memory
 * that a backend allocates once is no leak, and the memory of WebAssembly never shrinks.
 */
async function warmUp(backend: Backend, attacker: Attacker): Promise<void> {
  const { technician, administrator, companyId, largeFile } = attacker;
  const headers = headersOf(backend, administrator.accessToken);
  const ask = (...request: ["GET" | "POST", string, unknown?]) =>
    rest(backend, technician.accessToken, ...request);
  const logs = (count: number, length: number) =>
    Array.from({ length: count }, () => ({
      ...{ user_id: technician.userId, agent_type: "voice", input_type: "voice" },
      input_data: "a".repeat(length),
    }));
  const question = "What does E-30 mean?";
  expect((await ask("POST", "agent_logs", logs(300, 3000))).status).toBe(201);
  const asks: (() => Promise<unknown>)[] = [
    () => ask("POST", "agent_logs", logs(19, 100_000)),
    () => signIn(backend, technician.email, DEMO_PASSWORD),
    () => ask("GET", "agent_logs"),
    () =>
      ask("POST", "rpc/search_knowledge", {
        ...{ query: question, agent: "label_agent", max_results: 8 },
      }),
    () => upload(backend, administrator.accessToken, `${companyId}/${randomUUID()}.txt`, 4 << 20),
    async () => {
      const path = `/storage/v1/object/knowledge-base/${largeFile}`;
      await (await fetch(backend.url + path, { headers })).bytes();
    },
    async () => (await post(backend, "functions/v1/label-query", { question }, headers)).text(),
    async () => (await fetch(backend.url)).text(),
  ];
  for (const each of asks) {
    // The backend allows five sign-in attempts of a stranger at the same time.
    for (const _ of [1, 2, 3, 4]) await Promise.all(Array.from({ length: 4 }, each));
  }
}

/** Whose abuses have their names alone. */
const nobody: Attacker = {
  ...{ publishableKey: "", companyId: "", largeFile: "" },
  technician: { email: "", userId: "", accessToken: "" },
  administrator: { accessToken: "" },
};

/** Expects that what somebody else does takes hardly longer during the attack. */
async function expectFair(scene: Scene, way: () => Promise<void>, attack: Attack = {}) {
  let measured = await measure(scene, way, attack);
  // A busy machine may slow one round; an abuse slows every round.
  for (let round = 1; round < ROUNDS && measured.ratio > LARGEST_RATIO; round += 1) {
    measured = await measure(scene, way, attack);
  }
  expect(measured.ratio, measured.outcomes).toBeLessThanOrEqual(LARGEST_RATIO);
}

async function measure({ backend }: Scene, read: () => Promise<void>, attack: Attack) {
  const quiet = await timeReads(read, QUIET);
  const running = startAttack(backend.url, attack);
  // The cost of an abuse shows only when it is fully under way.
  await timeReads(read, BEGINNING);
  const during = await timeReads(read, UNDER_ATTACK);
  const outcomes = await running.stop();
  // The work that it has started goes on for a while and must not count for the next abuse.
  const deadline = Date.now() + CALM;
  while ((await timeReads(read, 500)) > 1.5 * quiet && Date.now() < deadline);
  return { ratio: during / quiet, outcomes };
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

/** Reads for that many milliseconds. @returns the median time of a read, in milliseconds */
async function timeReads(read: () => Promise<void>, duration: number): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + duration; performance.now() < end; ) {
    const begun = performance.now();
    await read();
    times.push(performance.now() - begun);
    await setTimeout(BETWEEN_READS);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** The memory of a process, in bytes, of which shared memory counts in part; 0 once it has ended. */
function sizeOf(id: number): number {
  try {
    const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** The memory of all processes of a backend, in bytes; shared memory counts once (PSS). */
function memoryOf({ pid }: Backend): number {
  return processTree(pid).reduce((sum, id) => sum + sizeOf(id), 0);
}
