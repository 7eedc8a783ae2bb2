// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import {
  type Backend,
  freshDataDir,
  rest,
  runToEnd,
  signIn,
  startBackend,
} from "#tests/support/backend.ts";
import { killAll, processTree, stillRunning } from "#tests/support/process-tree.ts";
import { DEMO } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

let dataDir: string;
afterEach(() => dataDir && rm(dataDir, { recursive: true, force: true }));

async function companies(backend: Backend): Promise<string[]> {
  const path = "companies?select=name&order=created_at";
  const { body } = await rest<{ name: string }[]>(backend, "service", "GET", path);
  return body.map(({ name }) => name);
}

test("a restart keeps people, rows, keys and sessions", async () => {
  dataDir = await freshDataDir("demo");
  const first = await startBackend({ dataDir });
  const { accessToken, userId } = await signIn(first, "tech@demo.example", DEMO);
  const another = { name: "Another Company" };
  expect((await rest(first, "service", "POST", "companies", another)).status).toBe(201);
  expect(await first.stop()).toBe(0);

  const second = await startBackend({ dataDir });
  expect(second.publishableKey).toBe(first.publishableKey);
  expect(await companies(second)).toEqual(["Cascade Climate Services", "Another Company"]);
  const own = await rest(second, accessToken, "GET", "profiles?select=id");
  expect(own.body).toEqual([{ id: userId }]);
  expect(await second.stop()).toBe(0);
});

/**
 * Starts the backend and kills it after each of these times, in milliseconds, then starts it and
 * checks the demo.
 */
async function expectWholeDemoAfter(moments: number[]): Promise<void> {
  for (const killAfter of moments) await runToEnd({ dataDir, killAfter });
  const backend = await startBackend({ dataDir });
  expect(await companies(backend)).toEqual(["Cascade Climate Services"]);
  const { body } = await rest(backend, "service", "GET", "user_roles?select=role&order=role");
  expect(body).toEqual([{ role: "admin" }, { role: "field_tech" }, { role: "super_admin" }]);
  await signIn(backend, "tech@demo.example", DEMO);
  expect(await backend.stop()).toBe(0);
}

test("a database whose creation was interrupted is created again", async () => {
  dataDir = join(tmpdir(), `field-agents-${randomUUID()}`);
  await expectWholeDemoAfter([400, 1600, 3200]);
});

test("interrupted migrations and seeding are completed", async () => {
  dataDir = await freshDataDir();
  const startedAt = performance.now();
  const other = await startBackend();
  const whole = performance.now() - startedAt;
  await other.stop();
  await expectWholeDemoAfter([0.5, 0.7, 0.9].map((part) => part * whole));
});

type Processes = number[];
const stops = (signal: "SIGTERM" | "SIGINT") => async (backend: Backend) =>
  expect(await backend.stop(signal)).toBe(0);
const kills = (index: number, signal: "SIGTERM" | "SIGKILL") => (_: Backend, all: Processes) =>
  process.kill(all[index] ?? 0, signal);
/** A terminal sends Ctrl-C to every process at once. */
function pressCtrlC(backend: Backend, all: Processes) {
  for (const pid of all.slice(1)) process.kill(pid, "SIGINT");
  return stops("SIGINT")(backend);
}

// With npm: npm, a shell where it stays, the launcher, the backend, the database and the functions.
test.each<[string, boolean, (backend: Backend, all: Processes) => unknown]>([
  ["SIGTERM, with exit code 0,", false, stops("SIGTERM")],
  ["Ctrl-C, which reaches every process of the terminal at once,", false, pressCtrlC],
  ["SIGTERM for the npm that has started it", true, kills(0, "SIGTERM")],
  ["SIGKILL for the npm that has started it", true, kills(0, "SIGKILL")],
  ["SIGKILL for the launcher", false, kills(0, "SIGKILL")],
  ["SIGKILL for the backend itself", false, kills(1, "SIGKILL")],
])("%s ends every process", async (_, withNpm, end) => {
  const backend = await startBackend({ withNpm });
  const processes = processTree(backend.pid);
  expect(processes.length).toBeGreaterThanOrEqual(withNpm ? 5 : 3);
  await end(backend, processes);
  await expect.poll(() => stillRunning(processes)).toEqual([]);
  await expect(fetch(`${backend.url}/healthz`)).rejects.toThrow();
  await backend.stop();
});

describe("calls in progress", () => {
  let provider: AiProvider;
  beforeEach(async () => {
    dataDir = await freshDataDir("demo");
    provider = await startAiProvider();
  });
  afterEach(() => provider.stop());

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

  type Begun = Awaited<ReturnType<typeof inTheMiddle>>;

  /** Starts the server again and sends the first recording once more. @returns the reply */
  async function sentAfterRestart(key: string): Promise<unknown> {
    const backend = await start();
    const response = await (await openNoteSender(backend)).send(recording(1), { key });
    expect(response.status).toBe(200);
    const reply: unknown = await response.json();
    await backend.stop();
    return reply;
  }

  function expectRefused({ status, headers }: Response): void {
    expect(status).toBe(503);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }

  const statusOf = async (backend: Backend, path: string) =>
    (await fetch(`${backend.url}/${path}`)).status;

  const hasBegunToStop = (backend: Backend) =>
    expect.poll(() => statusOf(backend, "readyz")).toBe(503);

  const said = { do: "hold", text: "said once" } as const;

  test("while it stops, calls in progress are finished and no other work is taken", async () => {
    const { backend, processes, notes, key, inProgress } = await inTheMiddle(said);
    const ended = backend.stop();
    await hasBegunToStop(backend);
    expect(await statusOf(backend, "livez")).toBe(200);
    expectRefused(await notes.send(recording(2)));

    provider.release();
    const reply = await inProgress;
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ transcription: "said once" });
    expect(await ended).toBe(0);
    expect(stillRunning(processes)).toEqual([]);

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
    expectRefused(await inProgress);
    expect(await ended).toBe(0);
    await sentAfterRestart(key);
  });

  test.each<[string, (all: Begun) => Promise<unknown>]>([
    [
      "a second signal",
      async ({ backend }) => {
        const ended = backend.stop();
        await hasBegunToStop(backend);
        process.kill(backend.pid, "SIGTERM");
        expect(await ended).toBe(1);
      },
    ],
    ["a kill", async ({ processes }) => killAll(processes)],
  ])(
    "%s ends everything at once, and what was in progress is taken up after it",
    async (_, end) => {
      const begun = await inTheMiddle({ do: "hang" });
      const broken = expect(begun.inProgress).rejects.toThrow();
      await end(begun);
      await broken;
      await expect.poll(() => stillRunning(begun.processes)).toEqual([]);
      await sentAfterRestart(begun.key);
    },
  );
});
