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
      ...{ OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider", AI_PACE_PER_MINUTE: "1000" },
      ...env,
    },
  });

/** A recording that no other one equals; the stand-in provider does not decode it. */
const recording = (number: number) =>
  Uint8Array.from({ length: 4000 }, (_, i) => (i * number) & 255);

/** Starts a server and sends it a note. @returns them once the note has reached the provider */
async function inTheMiddle(
  fate: { do: "hold"; text?: string } | { do: "hang" },
  { env, signal }: { env?: Record<string, string>; signal?: AbortSignal } = {},
) {
  const backend = await start(env);
  const processes = processTree(backend.pid);
  const notes = await openNoteSender(backend);
  provider.respondWith(fate);
  const key = randomUUID();
  const inProgress = notes.send(recording(1), { key, ...(signal && { signal }) });
  await provider.called(1);
  return { backend, processes, notes, key, inProgress };
}

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

const hasBegunToStop = (backend: Backend) =>
  expect.poll(() => statusOf(backend, "readyz")).toBe(503);

test("while it stops, calls in progress are finished and no other work is taken", async () => {
  const said = { do: "hold", text: "said once" } as const;
  const { backend, processes, notes, key, inProgress } = await inTheMiddle(said);
  const ended = backend.stop();
  await hasBegunToStop(backend);
  expect(await statusOf(backend, "livez")).toBe(200);
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
  const leaving = new AbortController();
  const { signal } = leaving;
  const said = { do: "hold", text: "said once" } as const;
  const { backend, key, inProgress } = await inTheMiddle(said, { signal });
  leaving.abort();
  await expect(inProgress).rejects.toThrow();
  const ended = backend.stop();
  await hasBegunToStop(backend);
  provider.release();
  expect(await ended).toBe(0);

  expect(await sentAfterRestart(key)).toMatchObject({ transcription: "said once" });
  expect(provider.callsTo("transcription")).toHaveLength(1);
});

test("a signal for every process at once, as of a service manager, finishes calls as well", async () => {
  const { backend, processes, inProgress } = await inTheMiddle({ do: "hold" });
  for (const pid of processes) process.kill(pid, "SIGTERM");
  await hasBegunToStop(backend);
  provider.release();
  expect((await inProgress).status).toBe(200);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  expect(provider.callsTo("transcription")).toHaveLength(1);
});

test("a call that does not finish in time is given up, and taken up at once after the restart", async () => {
  const env = { STOP_SECONDS: "1" };
  const { backend, key, inProgress } = await inTheMiddle({ do: "hang" }, { env });
  const ended = backend.stop();
  const refused = await inProgress;
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await ended).toBe(0);
  await sentAfterRestart(key);
});

test("a second signal ends everything at once, and what was in progress is taken up after it", async () => {
  const { backend, processes, key, inProgress } = await inTheMiddle({ do: "hang" });
  const ended = backend.stop();
  await hasBegunToStop(backend);
  process.kill(backend.pid, "SIGTERM");
  await expect(inProgress).rejects.toThrow();
  expect(await ended).toBe(1);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  await sentAfterRestart(key);
});

test("after a kill, the same key is taken up at once", async () => {
  const { processes, key, inProgress } = await inTheMiddle({ do: "hang" });
  killAll(processes);
  await expect(inProgress).rejects.toThrow();
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  await sentAfterRestart(key);
});
