// @module-tag night

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refusalSchema } from "#supabase/functions/_shared/contracts/refusal.ts";
import { voiceTranscribeReplySchema } from "#supabase/functions/_shared/contracts/voice-transcribe.ts";
import { type Backend, startBackend } from "#tests/support/backend.ts";
import { nicenessOf, processOf, processTree, stillRunning } from "#tests/support/process-tree.ts";
import { readSpeech, silentWav } from "#tests/support/recorded-speech.ts";
import { type NoteSender, openNoteSender } from "#tests/support/send-note.ts";

const RUNTIME = "onnxruntime-web/dist/ort-wasm-simd-threaded.wasm";

let backend: Backend | undefined;
/** A folder of packages. */
let packages: string;

beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), "field-agents-packages-"));
});
afterEach(async () => {
  await backend?.stop();
  backend = undefined;
  rmSync(packages, { recursive: true });
});

async function start(
  env: Record<string, string> = {},
): Promise<{ backend: Backend; device: NoteSender }> {
  backend = await startBackend({ env: { AI_TRANSCRIBE: "embedded", ...env } });
  return { backend, device: await openNoteSender(backend) };
}

const transcriberOf = ({ pid }: Backend) => processOf(processTree(pid), "transcriber-child.ts");

const installed = (path: string) =>
  fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

async function wordsIn(reply: Response): Promise<string> {
  return voiceTranscribeReplySchema.parse(await reply.json()).transcription;
}

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

test("it ends when no note comes for some time, and starts again with the next one", async () => {
  const { backend, device } = await start({ AI_TRANSCRIBE_IDLE_SECONDS: "1" });
  await device.send(new Uint8Array(9));
  const before = transcriberOf(backend);
  await expect.poll(() => stillRunning([before])).toEqual([]);
  const reply = await device.deliver(readSpeech("0880.wav"));
  expect(await wordsIn(reply)).toMatch(/ill.disposed young/i);
});

test("a system that has no priorities runs it as well", async () => {
  const { device } = await start({ PATH: packages });
  expect((await device.deliver(silentWav(1))).status).toBe(200);
});

test.each([
  ["is missing", () => {}],
  ["cannot be read as a file", () => mkdirSync(join(packages, RUNTIME), { recursive: true })],
])("where a file of the model %s, the backend starts, says so, and notes wait", async (_, make) => {
  installModels();
  make();
  const { backend, device } = await start({ SPEECH_MODELS_DIR: packages });
  expect(backend.output()).toContain(
    `Speech is not transcribed, because a file cannot be read: ${join(packages, RUNTIME)}`,
  );
  const reply = await device.send(readSpeech("0880.wav"));
  expect(reply.status).toBe(503);
  expect(refusalSchema.parse(await reply.json()).error.code).toBe("ai_not_configured");
});

test("where the model does not run, notes wait until it does", async () => {
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

  await expect.poll(() => hasTranscriber(backend)).toBe(false);
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

function hasTranscriber(backend: Backend): boolean {
  try {
    return transcriberOf(backend) > 0;
  } catch {
    return false;
  }
}
