import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "../../supabase/seed/demo.ts";
import { type Backend, rest, signIn, startBackend } from "../support/backend.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { processTree } from "../support/process-tree.ts";
import { type Abuse, type Attack, type Attacker, abuses } from "./abuses.ts";
import "./figures.ts";

/** How much longer another person's median read may take during an abuse. */
const LARGEST_RATIO = 3;
/** How much more memory the backend may hold once the abuse is over. */
const LARGEST_GROWTH = 1.2;

/** Milliseconds of reading before and during each abuse, and between two reads. */
const QUIET = 3000;
const UNDER_ATTACK = 6000;
const BETWEEN_READS = 15;
/** Milliseconds that the backend has for its memory to come back. */
const RECOVERY = 90_000;
const ROUNDS = 3;

const attackerScript = fileURLToPath(new URL("./attacker.mjs", import.meta.url));

describe.each(["PGlite", "PostgreSQL"])("on %s", (kind) => {
  let server: PostgresServer | undefined;
  let backend: Backend;
  let attacker: Attacker;
  let read: () => Promise<void>;

  beforeAll(async () => {
    if (kind === "PostgreSQL") server = await startPostgres();
    const databaseUrl = await server?.createDatabase();
    backend = await startBackend({
      ...(databaseUrl && { databaseUrl }),
      // As a deployment has it: passwords are dear, and the database's code is optimised.
      env: { DEMO: "1", LITE_AUTH_BCRYPT_COST: "10", DENO_V8_FLAGS: "--no-liftoff-only" },
    });
    attacker = await enter("tech@demo.example");
    const rows = Array.from({ length: 300 }, () => ({
      id: randomUUID(),
      user_id: attacker.userId,
      agent_type: "voice",
      input_type: "voice",
      input_data: "a".repeat(3000),
    }));
    const added = await rest(backend, attacker.accessToken, "POST", "agent_logs", rows);
    expect(added.status).toBe(201);

    const { accessToken } = await signIn(backend, "admin@demo.example", demoPassword);
    read = async () => {
      const { status, body } = await rest<unknown[]>(
        backend,
        accessToken,
        "GET",
        "agent_logs?select=id,agent_type,created_at&order=created_at.desc&limit=50",
      );
      expect([status, body.length]).toEqual([200, 50]);
    };
    await timeReads(read, QUIET);
  });
  afterAll(async () => {
    await backend?.stop();
    await server?.stop();
  });

  async function enter(email: string): Promise<Attacker> {
    const { accessToken, userId } = await signIn(backend, email, demoPassword);
    return { email, userId, accessToken, publishableKey: backend.publishableKey };
  }

  test.for(abusesByName())("others are served during %s", async (what, { task }) => {
    const abuse = abuses(attacker).find((candidate) => candidate.what === what) as Abuse;
    const before = memoryOf(backend);
    let measured = await measure(abuse.attack);
    // A busy machine may hold up one round; an abuse does so in every one.
    for (let round = 1; round < ROUNDS && measured.ratio > LARGEST_RATIO; round += 1) {
      measured = await measure(abuse.attack);
    }
    const after = await recoveredMemory(before);
    const { quiet, during, ratio, outcomes } = measured;
    task.meta.figures = [
      {
        what: `${kind}: others' reads during ${what}`,
        tried: 1,
        failed: ratio > LARGEST_RATIO || after > before * LARGEST_GROWTH ? 1 : 0,
        note: `${quiet.toFixed(1)} → ${during.toFixed(1)} ms (×${ratio.toFixed(1)}), memory ${megabytes(before)} → ${megabytes(after)}; ${outcomes}`,
      },
    ];
    expect(ratio).toBeLessThanOrEqual(LARGEST_RATIO);
    expect(after).toBeLessThanOrEqual(before * LARGEST_GROWTH);
  });

  async function measure(attack: Attack) {
    const quiet = await timeReads(read, QUIET);
    const running = startAttack(backend.url, attack);
    // What an abuse costs shows when it is fully under way.
    await timeReads(read, UNDER_ATTACK / 3);
    const during = await timeReads(read, UNDER_ATTACK);
    const outcomes = await running.stop();
    return { quiet, during, ratio: during / quiet, outcomes };
  }

  /** The memory once it is back, or what it is when there is no more time for that. */
  async function recoveredMemory(before: number): Promise<number> {
    const deadline = Date.now() + RECOVERY;
    for (;;) {
      const now = memoryOf(backend);
      if (now <= before * LARGEST_GROWTH || Date.now() > deadline) return now;
      await timeReads(read, 1000);
    }
  }
});

function abusesByName(): string[] {
  const nobody = { email: "", userId: "", accessToken: "", publishableKey: "" };
  return abuses(nobody).map(({ what }) => what);
}

/** The median time of a read, in milliseconds, while reading for that long; at least one is made. */
async function timeReads(read: () => Promise<void>, duration: number): Promise<number> {
  const end = performance.now() + duration;
  const times: number[] = [];
  do {
    const begun = performance.now();
    await read();
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_READS));
  } while (performance.now() < end);
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
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

/** What a backend's processes hold of the machine's memory, in bytes; what they share counts once. */
function memoryOf({ pid }: Backend): number {
  const proportional = processTree(pid).map((id) => {
    try {
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    } catch {
      // It has ended meanwhile.
      return 0;
    }
  });
  return proportional.reduce((sum, bytes) => sum + bytes, 0);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1 << 20))} MB`;
}
