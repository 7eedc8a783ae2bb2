import { GREATEST_REAL_TIME_FACTOR, RECORDED_BYTES_PER_MS } from "@contracts/voice-transcribe.ts";
import { expect, it, vi } from "vitest";
import { readHistory } from "#mirror/person/agent-logs.ts";
import { readResult } from "#mirror/person/outbox/item-status.ts";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { transcriptionBudget } from "#supabase/functions/_shared/ai/transcribe.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import {
  dealFates,
  drained,
  sendAll,
  sendUntil,
  stateOf,
  untilState,
} from "#tests/support/sync/waiting.ts";
import { attemptTimeout } from "./attempt.ts";

/** What the tests record. */
const NOTE = {
  size: 1000,
  payload: { kind: "voice", mimeType: "audio/webm", durationMs: 1000 },
} as const;

it("a saved voice note arrives once; reply, history row and removal from the queue appear together", async () => {
  const id = await device.record(tab);
  await sendAll(tab);
  expect([...device.server.logs.keys()]).toEqual([id]);
  expect(device.server.providerCalls).toEqual([id]);
  const [entry] = await readHistory(tab.db, null);
  expect(entry).toMatchObject({
    id,
    agent_type: "voice",
    input_type: "voice",
    input_data: `Transcription of ${id}`,
    output_summary: `Summary of ${id}`,
  });
  expect((await readResult(tab.db, id))?.reply).toMatchObject({ summary: `Summary of ${id}` });
});

it("a saved voice note is not transcribed again when only the log row failed", async () => {
  dealFates(device.server, "log", { status: 500, code: "XX000" }, { status: 503, code: "XX000" });
  await device.record(tab);
  await sendAll(tab);
  const calls = device.server.requests.filter((request) => request.kind === "function");
  expect(calls).toHaveLength(1);
});

it("a saved voice note has the transcription stored while its log row takes long", async () => {
  dealFates(device.server, "log", "hang");
  const id = await device.record(tab);
  tab.engine.start();
  await vi.waitFor(() => {
    expect(device.server.requests.some(({ kind }) => kind === "log")).toBe(true);
  });
  device.clock.advance(1000);
  await vi.waitFor(async () => {
    const [item] = await waitingItems(tab.db);
    expect(item?.steps).toMatchObject({ transcribe: { summary: `Summary of ${id}` } });
  });
  await drained(tab);
  expect(device.server.requests.filter(({ kind }) => kind === "function")).toHaveLength(1);
});

it("without a network everything is kept, no attempt counts; all is sent when the backend answers", async () => {
  let offline = true;
  device.server.fate = () => (offline ? "drop-request" : "answer");
  tab.engine.start();
  const ids = [await device.record(tab), await device.record(tab), await device.record(tab)];
  for (let minute = 0; minute < 60; minute += 1) {
    device.clock.advance(60_000);
    await Promise.resolve();
  }
  const waiting = await waitingItems(tab.db);
  expect(waiting.map((item) => item.id)).toEqual(ids);
  expect(Math.max(...waiting.map((item) => item.attempts))).toBe(0);
  expect(device.server.requests.some((request) => request.kind === "function")).toBe(false);
  offline = false;
  tab.engine.wake("network");
  await drained(tab);
  expect([...device.server.logs.keys()].sort()).toEqual(ids);
});

it("without a network a device that says its network is back although it is not costs no attempt", async () => {
  let offline = true;
  device.server.fate = () => (offline ? "drop-request" : "answer");
  const id = await device.record(tab);
  tab.engine.start();
  await vi.waitFor(() => expect(tab.connectivity.state()).toBe("down"));
  tab.engine.wake("network");
  await vi.waitFor(() => {
    const calls = device.server.requests.filter(({ kind }) => kind === "function");
    expect(calls).toHaveLength(1);
  });
  await untilState(tab, id, "queued");
  const facts = { attempts: 0, due: 0, reason: null };
  // The request may have arrived all the same.
  expect((await waitingItems(tab.db))[0]).toMatchObject({ ...facts, tried: true });
  offline = false;
  await drained(tab);
  expect(device.server.providerCalls).toEqual([id]);
});

it("without a network the first calls do not wait for the probe once the network is back", async () => {
  device.server.fate = () => "drop-request";
  const id = await device.record(tab);
  tab.engine.start();
  await vi.waitFor(() => expect(tab.connectivity.state()).toBe("down"));
  device.server.fate = ({ kind }) => (kind === "health" ? "hang" : "answer");
  tab.engine.wake("network");
  await untilState(tab, id, undefined);
  expect(tab.connectivity.state()).toBe("up");
});

it("without a network a login page that answers 200 counts as no connection", async () => {
  let portal = true;
  device.server.fate = () => (portal ? "portal" : "answer");
  const id = await device.record(tab);
  tab.engine.start();
  await vi.waitFor(() => expect(tab.connectivity.state()).toBe("down"));
  expect(await stateOf(tab, id)).toBe("queued");
  portal = false;
  tab.engine.wake("network");
  await drained(tab);
  expect(device.server.logs.size).toBe(1);
});

it("many items are in flight three at a time at most, small before large", async () => {
  const large = await device.record(tab, 50_000);
  const sizes = [3_000, 1_000, 2_000, 4_000];
  for (const size of sizes) await device.record(tab, size);
  await sendAll(tab);
  expect(device.server.mostInFlight).toBeLessThanOrEqual(3);
  expect(device.server.providerCalls.at(-1)).toBe(large);
});

it("many items are not delayed by one that always fails", async () => {
  const poison = await device.record(tab, 10);
  const others = [];
  for (let n = 0; n < 20; n += 1) others.push(await device.record(tab, 1000 + n));
  device.server.fate = ({ key, kind }) =>
    kind === "function" && key === poison ? { status: 500, code: "internal" } : "answer";
  tab.engine.start();
  await vi.waitFor(() => expect(device.server.logs.size).toBe(20), { timeout: 10_000 });
  expect([...device.server.logs.keys()].sort()).toEqual(others.sort());
  await vi.waitFor(async () => expect(await waitingItems(tab.db)).toHaveLength(1));
});

it("a request that always fails although the network works is tried again after growing pauses", async () => {
  device.server.fate = ({ kind }) => (kind === "function" ? "drop-request" : "answer");
  const id = await device.record(tab);
  tab.engine.start();
  for (const attempts of [1, 2, 3, 4]) {
    const pause = 500 * 2 ** (attempts - 1);
    await vi.waitFor(async () => {
      expect(await stateOf(tab, id)).toBe("waiting");
      const [item] = await waitingItems(tab.db);
      expect(item?.attempts).toBe(attempts);
      expect((item?.due ?? 0) - device.clock.now()).toBe(pause);
    });
    device.clock.advance(pause);
  }
});

it.each([
  ["is aborted after its timeout", "hang", 1],
  ["and ignores the abort is given up after twice its timeout", "deaf", 2],
] as const)("an attempt that takes too long %s, and made again", async (_, fate, times) => {
  dealFates(device.server, "function", fate);
  const id = await device.record(tab);
  await sendUntil(tab, id, "sending");
  device.clock.advance(times * attemptTimeout(NOTE) - 1);
  expect(await stateOf(tab, id)).toBe("sending");
  device.clock.advance(1);
  await untilState(tab, id, "waiting");
  await drained(tab);
  expect(device.server.logs.size).toBe(1);
});

it("an attempt to send twenty minutes lasts as long as a slow upload and the slowest transcription", async () => {
  const bytes = 20 * 60_000 * RECORDED_BYTES_PER_MS;
  dealFates(device.server, "function", "hang");
  const id = await device.record(tab, bytes);
  await sendUntil(tab, id, "sending");
  // At 64 kbit/s.
  const upload = bytes / 8;
  device.clock.advance(upload + transcriptionBudget(bytes, GREATEST_REAL_TIME_FACTOR));
  expect(await stateOf(tab, id)).toBe("sending");
  expect(device.server.inFlight).toBe(1);
});

it("a recording that was never sealed is not sent", async () => {
  const note = await beginRecording(tab.db, tab.ports, "audio/webm");
  await note.append(new Uint8Array(10).buffer, 1000);
  tab.engine.start();
  await device.record(tab);
  await drained(tab);
  expect(device.server.logs.has(note.id)).toBe(false);
});

it("a context drains once and returns the number of items left, as the worker does", async () => {
  dealFates(device.server, "function", { status: 500, code: "internal" });
  await device.record(tab);
  await device.record(tab);
  expect(await tab.engine.drainOnce()).toBe(1);
});
