import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readHistory } from "../../src/mirror/agent-logs.ts";
import { ASK_CONVERSATION } from "../../src/mirror/conversations.ts";
import { waitingItems } from "../../src/mirror/outbox.ts";
import { readRecordingBytes } from "../../src/mirror/recordings.ts";
import { readResult } from "../../src/mirror/results.ts";
import { attemptTimeout } from "../../src/sync/attempt-timeout.ts";
import { askQuestion } from "../../src/sync/questions.ts";
import { type Context, Device } from "../support/sync/device.ts";
import { dealFates, drained, stateOf, untilState } from "../support/sync/waiting.ts";

let device: Device;
let tab: Context;

beforeEach(() => {
  device = new Device();
  tab = device.open();
});

afterEach(() => {
  device.close();
});

describe("a voice note that was saved", () => {
  it("arrives once, and reply, history and removal appear together", async () => {
    const id = await device.record(tab);
    tab.engine.start();
    await drained(tab);
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
    expect(await readRecordingBytes(tab.db, id)).toEqual([]);
  });

  it("arrives once when the reply is lost after the server did it", async () => {
    dealFates(device.server, "function", "drop-reply");
    const id = await device.record(tab);
    tab.engine.start();
    await drained(tab);
    expect(device.server.providerCalls).toEqual([id]);
    expect(device.server.logs.size).toBe(1);
  });

  it("arrives once when the reply to the log row is lost", async () => {
    dealFates(device.server, "log", "drop-reply", "drop-reply");
    const id = await device.record(tab);
    tab.engine.start();
    await drained(tab);
    expect([...device.server.logs.keys()]).toEqual([id]);
    expect(await readHistory(tab.db, null)).toHaveLength(1);
  });

  it("is not transcribed again when only the log row failed", async () => {
    dealFates(device.server, "log", { status: 500, code: "XX000" }, { status: 503, code: "XX000" });
    await device.record(tab);
    tab.engine.start();
    await drained(tab);
    const calls = device.server.requests.filter((request) => request.kind === "function");
    expect(calls).toHaveLength(1);
  });

  it("is sent when it is recorded while the engine is already running", async () => {
    tab.engine.start();
    await device.record(tab);
    await drained(tab);
    expect(device.server.logs.size).toBe(1);
  });
});

describe("without a network", () => {
  it("keeps everything, spends no attempts, and sends when the backend answers again", async () => {
    let offline = true;
    device.server.fate = () => (offline ? "drop-request" : "answer");
    const ids = [await device.record(tab), await device.record(tab), await device.record(tab)];
    tab.engine.start();
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

  it("takes a login page that answers 200 for no connection", async () => {
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

  it("takes a login page in place of the function's reply for no reply", async () => {
    dealFates(device.server, "function", "portal", "portal");
    const id = await device.record(tab);
    tab.engine.start();
    await drained(tab);
    expect(device.server.providerCalls).toEqual([id]);
  });
});

describe("a refusal", () => {
  it.each([400, 403, 413, 415, 422])(
    "%i is shown to the person, with the bytes kept",
    async (status) => {
      dealFates(device.server, "function", {
        status,
        code: "malformed",
        message: "The server says why.",
      });
      const id = await device.record(tab);
      tab.engine.start();
      await untilState(tab, id, "needs-attention");
      const [item] = await waitingItems(tab.db);
      expect(item?.reason).toEqual({ code: "malformed", message: "The server says why." });
      expect(await readRecordingBytes(tab.db, id)).toHaveLength(1);
    },
  );

  it.each([408, 409, 425, 429, 500, 502, 503])("%i is tried again", async (status) => {
    dealFates(
      device.server,
      "function",
      { status, code: "internal" },
      { status, code: "internal" },
    );
    await device.record(tab);
    tab.engine.start();
    await drained(tab);
    expect(device.server.logs.size).toBe(1);
  });

  it("waits at least as long as the backend asked", async () => {
    dealFates(device.server, "function", { status: 503, code: "ai_failed", retryAfter: 120 });
    const id = await device.record(tab);
    const before = device.clock.now();
    tab.engine.start();
    await untilState(tab, id, "waiting");
    expect((await waitingItems(tab.db))[0]?.due).toBeGreaterThanOrEqual(before + 120_000);
  });

  it("for pace pauses the whole kind instead of asking once for every item", async () => {
    device.server.fate = ({ kind }) =>
      kind === "function" ? { status: 429, code: "rate_limited", retryAfter: 30 } : "answer";
    for (let n = 0; n < 10; n += 1) await device.record(tab);
    tab.engine.start();
    await vi.waitFor(async () => {
      const states = (await waitingItems(tab.db)).map((item) => item.state);
      expect(states).toContain("waiting");
      expect(states).not.toContain("sending");
    });
    expect(
      device.server.requests.filter(({ kind }) => kind === "function").length,
    ).toBeLessThanOrEqual(3);
    device.server.fate = () => "answer";
    await drained(tab);
    expect(device.server.logs.size).toBe(10);
  });

  it("for pace is heeded by every context, whatever comes back meanwhile", async () => {
    device.server.fate = ({ kind }) =>
      kind === "function" ? { status: 429, code: "rate_limited", retryAfter: 30 } : "answer";
    const calls = () => device.server.requests.filter(({ kind }) => kind === "function").length;
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "waiting");
    const other = device.open();
    other.engine.start();
    for (const why of ["network", "visible"] as const) {
      tab.engine.wake(why);
      other.engine.wake(why);
      await other.engine.drainOnce();
    }
    expect(calls()).toBe(1);
    device.server.fate = () => "answer";
    other.engine.wake("retry");
    await drained(other);
    expect(calls()).toBe(2);
  });

  it("for one agent does not hold up another's", async () => {
    device.server.fate = ({ kind, key }) => {
      if (kind !== "function") return "answer";
      return key === question
        ? { status: 503, code: "ai_not_configured", retryAfter: 3_000 }
        : { status: 503, code: "ai_failed" };
    };
    const question = await askQuestion(tab.db, tab.ports, {
      agent: "ask",
      conversation: ASK_CONVERSATION,
      text: "Which filter?",
    });
    const note = await device.record(tab);
    tab.engine.start();
    await untilState(tab, question, "waiting");
    await untilState(tab, note, "waiting");
    device.server.fate = () => "answer";
    device.clock.advance(2_000);
    await untilState(tab, note, undefined);
    expect(await stateOf(tab, question)).toBe("waiting");
  });
});

describe("many items", () => {
  it("are in flight three at a time at most, small before large", async () => {
    const large = await device.record(tab, 50_000);
    const sizes = [3_000, 1_000, 2_000, 4_000];
    for (const size of sizes) await device.record(tab, size);
    tab.engine.start();
    await drained(tab);
    expect(device.server.mostInFlight).toBeLessThanOrEqual(3);
    expect(device.server.providerCalls.at(-1)).toBe(large);
  });

  it("are not held up by one that always fails", async () => {
    const poison = await device.record(tab, 10);
    const others = [];
    for (let n = 0; n < 20; n += 1) others.push(await device.record(tab, 1000 + n));
    device.server.fate = ({ key, kind }) =>
      kind === "function" && key === poison ? { status: 500, code: "internal" } : "answer";
    tab.engine.start();
    await vi.waitFor(() => expect(device.server.logs.size).toBe(20), { timeout: 10_000 });
    expect([...device.server.logs.keys()].sort()).toEqual(others.sort());
    expect(await waitingItems(tab.db)).toHaveLength(1);
  });
});

describe("one request that always dies on a network that works", () => {
  it("is tried with growing pauses, not in a rush", async () => {
    device.server.fate = ({ kind }) => (kind === "function" ? "drop-request" : "answer");
    const id = await device.record(tab);
    tab.engine.start();
    for (const attempts of [1, 2, 3, 4]) {
      await vi.waitFor(async () => {
        expect(await stateOf(tab, id)).toBe("waiting");
        const [item] = await waitingItems(tab.db);
        expect(item?.attempts).toBe(attempts);
        expect((item?.due ?? 0) - device.clock.now()).toBe(500 * 2 ** (attempts - 1));
      });
      device.clock.advance(500 * 2 ** (attempts - 1));
    }
  });
});

describe("an attempt that takes too long", () => {
  it("is cut off after its timeout and made again", async () => {
    dealFates(device.server, "function", "hang");
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "sending");
    device.clock.advance(attemptTimeout(1000) - 1);
    expect(await stateOf(tab, id)).toBe("sending");
    device.clock.advance(1);
    await untilState(tab, id, "waiting");
    await drained(tab);
    expect(device.server.logs.size).toBe(1);
  });

  it("and ignores being cut off is given up after twice its timeout", async () => {
    dealFates(device.server, "function", "deaf");
    const id = await device.record(tab);
    tab.engine.start();
    await untilState(tab, id, "sending");
    device.clock.advance(2 * attemptTimeout(1000) - 1);
    expect(await stateOf(tab, id)).toBe("sending");
    device.clock.advance(1);
    await untilState(tab, id, "waiting");
    await drained(tab);
    expect(device.server.logs.size).toBe(1);
  });
});

describe("what was recorded but never sealed", () => {
  it("is not sent", async () => {
    const { beginVoiceNote } = await import("../../src/sync/voice-notes.ts");
    const note = await beginVoiceNote(tab.db, tab.ports, "audio/webm");
    await note.append(new Uint8Array(10).buffer, 1000);
    tab.engine.start();
    await device.record(tab);
    await drained(tab);
    expect(device.server.logs.has(note.id)).toBe(false);
  });
});
