// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, freshDataDir, startBackend } from "#tests/support/backend.ts";
import { killAll, processTree, stillRunning } from "#tests/support/process-tree.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

let dataDir: string;
let provider: AiProvider;
beforeEach(async () => {
  dataDir = await freshDataDir("demo");
  provider = await startAiProvider();
});
afterEach(async () => {
  await provider.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) =>
  startBackend({
    dataDir,
    env: {
      OPENAI_BASE_URL: provider.url,
      AI_TRANSCRIBE: "provider",
      AI_PACE_PER_MINUTE: "1000",
      ...env,
    },
  });

/** A recording that no other one equals; the stand-in provider does not decode it. */
const recording = (number: number) =>
  Uint8Array.from({ length: 4000 }, (_, i) => (i * number) & 255);

/** Starts the server again and sends the first recording once more. @returns the reply */
async function sentAfterRestart(key: string): Promise<unknown> {
  const backend = await start();
  const response = await (await openNoteSender(backend)).send(recording(1), { key });
  expect(response.status).toBe(200);
  const reply: unknown = await response.json();
  await backend.stop();
  return reply;
}

const statusOf = async (backend: Backend, path: string) =>
  (await fetch(`${backend.url}/${path}`)).status;

test("while it stops, calls in progress are finished and no other work is taken", async () => {
  const first = await start();
  const processes = processTree(first.pid);
  const notes = await openNoteSender(first);
  provider.respondWith({ do: "hold", text: "said once" });
  const key = randomUUID();
  const inProgress = notes.send(recording(1), { key });
  await provider.called(1);

  const ended = first.stop();
  await expect.poll(() => statusOf(first, "readyz")).toBe(503);
  expect(await statusOf(first, "livez")).toBe(200);
  const refused = await notes.send(recording(2));
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  provider.release();
  const reply = await inProgress;
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({ transcription: "said once" });
  expect(await ended).toBe(0);
  expect(stillRunning(processes)).toEqual([]);

  expect(await sentAfterRestart(key)).toMatchObject({ transcription: "said once" });
  expect(provider.callsTo("transcription")).toHaveLength(1);
});

test("a call whose device is gone is finished too, and its reply is there afterwards", async () => {
  const first = await start();
  const notes = await openNoteSender(first);
  provider.respondWith({ do: "hold", text: "said once" });
  const key = randomUUID();
  const leaving = new AbortController();
  const inProgress = notes.send(recording(1), { key, signal: leaving.signal });
  await provider.called(1);
  leaving.abort();
  await expect(inProgress).rejects.toThrow();
  const ended = first.stop();
  await expect.poll(() => statusOf(first, "readyz")).toBe(503);
  provider.release();
  expect(await ended).toBe(0);

  expect(await sentAfterRestart(key)).toMatchObject({ transcription: "said once" });
  expect(provider.callsTo("transcription")).toHaveLength(1);
});

test("a signal for every process at once, as of a service manager, finishes calls as well", async () => {
  const backend = await start();
  const notes = await openNoteSender(backend);
  provider.respondWith({ do: "hold" });
  const inProgress = notes.send(recording(1));
  await provider.called(1);
  const processes = processTree(backend.pid);
  for (const pid of processes) process.kill(pid, "SIGTERM");
  await expect.poll(() => statusOf(backend, "readyz")).toBe(503);
  provider.release();
  expect((await inProgress).status).toBe(200);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  expect(provider.callsTo("transcription")).toHaveLength(1);
});

test("a call that does not finish in time is given up, and taken up at once after the restart", async () => {
  const first = await start({ STOP_SECONDS: "1" });
  provider.respondWith({ do: "hang" });
  const key = randomUUID();
  const inProgress = (await openNoteSender(first)).send(recording(1), { key });
  await provider.called(1);
  const ended = first.stop();
  const refused = await inProgress;
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await ended).toBe(0);

  await sentAfterRestart(key);
});

test("a second signal ends everything at once, and what was in progress is taken up after it", async () => {
  const first = await start();
  const processes = processTree(first.pid);
  provider.respondWith({ do: "hang" });
  const key = randomUUID();
  const inProgress = (await openNoteSender(first)).send(recording(1), { key });
  await provider.called(1);
  const ended = first.stop();
  await expect.poll(() => statusOf(first, "readyz")).toBe(503);
  process.kill(first.pid, "SIGTERM");
  await expect(inProgress).rejects.toThrow();
  expect(await ended).toBe(1);
  await expect.poll(() => stillRunning(processes)).toEqual([]);

  await sentAfterRestart(key);
});

test("after a kill, the same key is taken up at once", async () => {
  const first = await start();
  const processes = processTree(first.pid);
  provider.respondWith({ do: "hang" });
  const key = randomUUID();
  const inProgress = (await openNoteSender(first)).send(recording(1), { key });
  await provider.called(1);
  killAll(processes);
  await expect(inProgress).rejects.toThrow();
  await expect.poll(() => stillRunning(processes)).toEqual([]);

  await sentAfterRestart(key);
});

test("20 stops under calls: none is refused once it was claimed, and none is asked twice", async () => {
  const STOPS = 20;
  const CALLS = 4;
  const odd: unknown[] = [];
  let backend = await start();
  for (let round = 0; round < STOPS; round += 1) {
    const notes = await openNoteSender(backend);
    const before = provider.callsTo("transcription").length;
    // Rounds differ in how many calls have reached the provider when the signal comes.
    const reached = (round % CALLS) + 1;
    provider.respondWith(
      ...Array.from({ length: CALLS }, () => ({ to: "transcription", do: "hold" }) as const),
    );
    const sent = Array.from({ length: CALLS }, async (_, number) => {
      const key = randomUUID();
      const audio = recording(round * CALLS + number + 1);
      const reply = await notes.send(audio, { key }).catch(() => null);
      return { key, audio, status: reply?.status ?? null, body: await reply?.text() };
    });
    await provider.called(before + reached, "transcription");
    const ended = backend.stop();
    await expect.poll(() => statusOf(backend, "readyz")).toBe(503);
    let settled = false;
    const all = Promise.all(sent).then((calls) => {
      settled = true;
      return calls;
    });
    // Answers whatever has reached the provider, until every call has its reply.
    let released = 0;
    while (!settled) {
      const held = provider.callsTo("transcription").length - before;
      for (; released < held; released += 1) provider.release();
      await Promise.race([all, provider.called(before + released + 1, "transcription")]);
    }
    const calls = await all;
    expect(await ended).toBe(0);
    const asked = provider.callsTo("transcription").length - before;
    const answered = calls.filter(({ status }) => status === 200);
    // A call that has reached the provider is answered; the others were refused before.
    if (answered.length !== asked) odd.push({ round, asked, answered: answered.length });
    odd.push(
      ...calls
        .filter(({ status }) => status !== 200 && status !== 503)
        .map(({ status, body }) => ({ round, status, body })),
    );

    backend = await start();
    const again = await openNoteSender(backend);
    provider.reset();
    for (const { key, audio } of calls) {
      const { status } = await again.send(audio, { key });
      if (status !== 200) odd.push({ round, key, again: status });
    }
    expect(provider.callsTo("transcription")).toHaveLength(CALLS - answered.length);
    provider.reset();
  }
  await backend.stop();
  expect(odd).toEqual([]);
});
