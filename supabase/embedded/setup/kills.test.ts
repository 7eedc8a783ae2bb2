// @module-tag night
// @module-tag long

import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { killAll, processTree, stillRunning } from "#tests/support/process-tree.ts";
import { DEMO } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";
import {
  companyFile,
  historyRow,
  problemsOf,
  sendAgain,
  voiceNote,
  type Write,
  type Writers,
  writeUntilKilled,
} from "#tests/support/server-kills.ts";

/** SERVER_KILLS=20 kills more often; TEST_SEED repeats the moments of a failure. */
const KILLS = Number(process.env.SERVER_KILLS ?? 5);
const SEED = Number(process.env.TEST_SEED ?? 20_260_101);
console.log(`Servers are killed with TEST_SEED=${SEED}`);
/** A server is killed once it has acknowledged that many writes at most. */
const LONGEST_LIFE = 25;

let provider: AiProvider;
let dataDir: string;
let cluster: PostgresServer | undefined;
let databaseUrl: string | undefined;

beforeEach(async () => {
  provider = await startAiProvider();
  cluster = undefined;
  databaseUrl = undefined;
});
afterEach(async () => {
  await provider.stop();
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  startBackend({
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    env: {
      ...{ DEMO: "1", OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider" },
      ...{ AI_PACE_PER_MINUTE: "10000", AI_PACE_PER_DAY: "10000" },
    },
  });

async function enter(backend: Backend): Promise<Writers> {
  const technician = await signIn(backend, "tech@demo.example", DEMO);
  const { accessToken, userId } = await signIn(backend, "admin@demo.example", DEMO);
  const path = `profiles?select=company_id&id=eq.${userId}`;
  const { body } = await rest<{ company_id: string }[]>(backend, accessToken, "GET", path);
  return { technician, administrator: { accessToken, companyId: body[0]?.company_id ?? "" } };
}

/** Kills the server, and PostgreSQL where `withDatabase` says so, and starts what was killed. */
async function lives(withDatabase: (kill: number) => boolean): Promise<string[]> {
  const random = seededRandom(SEED);
  const answers = Array.from({ length: KILLS * 100 }, (_, call) => `This was call ${call}.`);
  provider.respondWith(
    ...answers.map((text) => ({ to: "transcription", do: "answer", text }) as const),
  );
  const acknowledged: Write[] = [];
  const unsure: Write[] = [];
  const problems: string[] = [];
  let backend = await start();
  const writers = await enter(backend);
  const makers = [historyRow, voiceNote, companyFile].flatMap((make) => {
    const maker = () => make(writers);
    return [maker, maker];
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    let killed: number[] = [];
    const life = await writeUntilKilled(backend, makers, {
      after: 1 + Math.floor(random() * LONGEST_LIFE),
      kill() {
        killed = processTree(backend.pid);
        if (withDatabase(kill)) killed.unshift(...(cluster?.processes() ?? []));
        killAll(killed);
      },
    });
    await expect.poll(() => stillRunning(killed)).toEqual([]);
    if (withDatabase(kill)) await cluster?.startAgain();
    backend = await start();
    const found = await problemsOf(backend, life.acknowledged);
    problems.push(...found.map((what) => `TEST_SEED=${SEED}, kill ${kill}: ${what}`));
    acknowledged.push(...life.acknowledged);
    unsure.push(...life.unsure);
  }
  await sendAgain(backend, unsure);
  problems.push(...(await problemsOf(backend, [...acknowledged, ...unsure])));
  await backend.stop();
  return problems;
}

describe(`after each of ${KILLS} kills under writes, what was acknowledged is there once`, () => {
  test("on the embedded database", { timeout: KILLS * 60_000 }, async () => {
    dataDir = await freshDataDir("demo");
    expect(await lives(() => false)).toEqual([]);
  });

  test("on PostgreSQL, killed too every other time", { timeout: KILLS * 60_000 }, async () => {
    cluster = await startPostgres({ durable: true });
    databaseUrl = await cluster.createDatabase();
    dataDir = await freshDataDir();
    expect(await lives((kill) => kill % 2 === 1)).toEqual([]);
  });
});

const CALLS = 4;

test.each(Array.from({ length: 20 }, (_, round) => [round, (round % CALLS) + 1] as const))(
  "stop %i, when %i of four calls have reached the provider: none is refused once it was claimed, and none is asked twice",
  async (_, reached) => {
    dataDir = await freshDataDir("demo");
    const backend = await start();
    const notes = await openNoteSender(backend);
    const asked = () => provider.callsTo("transcription").length;
    const held = Array.from(
      { length: CALLS },
      () => ({ to: "transcription", do: "hold" }) as const,
    );
    provider.respondWith(...held);
    let settled = false;
    const sent = Array.from({ length: CALLS }, async () => {
      const call = { key: randomUUID(), audio: randomBytes(4000) };
      const { status } = await notes.send(call.audio, { key: call.key });
      return { ...call, status };
    });
    const all = Promise.all(sent).finally(() => {
      settled = true;
    });
    await provider.called(reached, "transcription");
    const ended = backend.stop();
    await expect.poll(async () => (await fetch(`${backend.url}/readyz`)).status).toBe(503);
    // Answers whatever has reached the provider, until every call has its reply.
    for (let released = 0; !settled; ) {
      for (; released < asked(); released += 1) provider.release();
      await Promise.race([all, provider.called(released + 1, "transcription")]);
    }
    const calls = await all;
    expect(await ended).toBe(0);
    // A call that has reached the provider is answered; the others were refused before.
    const answered = calls.filter(({ status }) => status === 200).length;
    expect([asked(), new Set(calls.map(({ status }) => status))]).toEqual([
      answered,
      answered === CALLS ? new Set([200]) : new Set([200, 503]),
    ]);

    const next = await start();
    const again = await openNoteSender(next);
    provider.reset();
    for (const { key, audio } of calls) {
      expect((await again.send(audio, { key })).status).toBe(200);
    }
    expect(asked()).toBe(CALLS - answered);
    await next.stop();
  },
);
