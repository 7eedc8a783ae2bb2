// @module-tag night

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import { voiceTranscribeReplySchema } from "#supabase/functions/_shared/contracts/voice-transcribe.ts";
import { type Backend, startBackend } from "#tests/support/backend.ts";
import { nicenessOf, processOf, processTree, stillRunning } from "#tests/support/process-tree.ts";
import { readSpeech } from "#tests/support/recorded-speech.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

const RUNTIME = "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm";

let backend: Backend | undefined;
let packages: string;

beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), "field-agents-packages-"));
});
afterEach(async () => {
  await backend?.stop();
  backend = undefined;
  rmSync(packages, { recursive: true });
});

async function start(env: Record<string, string> = {}) {
  backend = await startBackend({ env: { AI_TRANSCRIBE: "embedded", ...env } });
  return { backend, device: await openNoteSender(backend) };
}

const transcriberOf = ({ pid }: Backend) => processOf(processTree(pid), "transcriber-child.ts");

const installed = (path: string) =>
  fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

const wordsIn = async (reply: Response): Promise<string> =>
  voiceTranscribeReplySchema.parse(await reply.json()).transcription;

test("it starts with the first note, goes after everybody else, and ends with the backend", async () => {
  const { backend, device } = await start();
  expect(() => transcriberOf(backend)).toThrow();
  await device.send(new Uint8Array(9));
  const processes = processTree(backend.pid);
  const transcriber = transcriberOf(backend);
  const others = processes.filter((process) => process !== transcriber);
  expect(nicenessOf(transcriber)).toBeGreaterThan(Math.max(...others.map(nicenessOf)));
  expect(await backend.stop()).toBe(0);
  expect(stillRunning(processes)).toEqual([]);
});

test("where a file of the model cannot be read, the backend starts, says so, and notes wait", async () => {
  installModels();
  const { backend, device } = await start({ SPEECH_MODELS_DIR: packages });
  expect(backend.output()).toContain(
    `Speech is not transcribed, because a file cannot be read: ${join(packages, RUNTIME)}`,
  );
  const reply = await device.send(readSpeech("0880.wav"));
  expect(reply.status).toBe(503);
  expect(refusalSchema.parse(await reply.json()).error.code).toBe("ai_not_configured");
});

test("where the model does not run, notes wait until its idle process has ended and the next one runs it", async () => {
  installModels();
  mkdirSync(join(packages, RUNTIME, ".."), { recursive: true });
  writeFileSync(join(packages, RUNTIME), "This is no WebAssembly.");
  const { backend, device } = await start({
    ...{ SPEECH_MODELS_DIR: packages, AI_TRANSCRIBE_IDLE_SECONDS: "1" },
  });
  const reply = await device.send(readSpeech("0880.wav"));
  expect(reply.status).toBe(503);
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(backend.output()).toContain("Speech cannot be transcribed, the model does not load");

  await vi.waitFor(() => expect(() => transcriberOf(backend)).toThrow(), { timeout: 30_000 });
  unlinkSync(join(packages, RUNTIME));
  symlinkSync(installed(RUNTIME), join(packages, RUNTIME));
  const repeated = await device.deliver(readSpeech("0880.wav"));
  expect(await wordsIn(repeated)).toMatch(/ill.disposed young/i);
});

/** Installs the packages with the models, without the runtime that computes them. */
function installModels(): void {
  for (const scope of ["@usefulsensors", "@ricky0123"]) {
    symlinkSync(installed(scope), join(packages, scope));
  }
}
