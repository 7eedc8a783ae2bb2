// @module-tag rest

import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, signIn, startBackend } from "#tests/support/backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

let backend: Backend;
let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider();
  backend = await startBackend({
    env: {
      METRICS_PORT: "0",
      OPENAI_BASE_URL: provider.url,
      AI_TRANSCRIBE: "provider",
      AI_PRICES: '{"gpt-4.1-mini": {"input": 100, "output": 100}}',
    },
  });
});
afterAll(async () => {
  await backend.stop();
  await provider.stop();
});

/** The value of a figure with these labels; undefined when there is none. */
async function figure(name: string, labels = ""): Promise<number | undefined> {
  const address = /^Metrics are at (\S+)$/m.exec(backend.output())?.[1] ?? "";
  const reply = await fetch(address);
  expect(reply.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const start = labels === "" ? `${name} ` : `${name}{${labels}} `;
  const line = (await reply.text()).split("\n").find((each) => each.startsWith(start));
  return line === undefined ? undefined : Number(line.slice(start.length));
}

test("requests are counted by the pattern of their address and by status", async () => {
  const labels = 'method="GET",route="/livez",status="200"';
  const count = () => figure("http_request_duration_seconds_count", labels);
  const before = (await count()) ?? 0;
  await fetch(`${backend.url}/livez`);
  await expect.poll(count).toBe(before + 1);
});

test("calls are counted by outcome, and the provider's time and cost are added up", async () => {
  const notes = await openNoteSender(backend);
  expect((await notes.send(new Uint8Array(4000))).status).toBe(200);
  provider.respondWith({ do: "status", status: 400 });
  expect((await notes.send(new Uint8Array(4001))).status).toBe(502);
  const outcome = (name: string) => `function="voice-transcribe",outcome="${name}"`;
  await expect.poll(() => figure("function_calls_total", outcome("success"))).toBe(1);
  expect(await figure("function_calls_total", outcome("ai_failed"))).toBe(1);
  const model = (name: string) => `model="${name}"`;
  expect(await figure("ai_provider_duration_seconds_count", model("gpt-4o-mini-transcribe"))).toBe(
    2,
  );
  // The stand-in provider reports 310 and 37 tokens.
  expect(await figure("ai_provider_cost_dollars_total", model("gpt-4.1-mini"))).toBeCloseTo(0.0347);
});

test("refused sign-ins are counted by what was tried", async () => {
  const wrong = signIn(backend, "tech@demo.example", "wrong-password");
  await expect(wrong).rejects.toThrow();
  expect(await figure("sign_in_failures_total", 'by="password",status="400"')).toBe(1);
});

test("the queues, the database and the memory have a size", async () => {
  expect(await figure("queue_requests", 'queue="database",state="waiting"')).toBe(0);
  expect(await figure("database_size_bytes")).toBeGreaterThan(1_000_000);
  expect(await figure("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
});

test("the address of the product answers no metrics", async () => {
  const reply = await fetch(`${backend.url}/metrics`);
  expect(await reply.text()).not.toContain("http_request_duration_seconds");
});
