import { AUDIO_LIMIT_BYTES } from "@contracts/voice-transcribe.ts";
import { describe, expect, it, vi } from "vitest";
import type { OpenedRecorder } from "#capture/audio-recorder.ts";
import { UNDO_MS } from "#mirror/person/outbox/stored-item.ts";
import { bench, FAST, failing, quotaExceeded } from "#tests/support/recording-bench.ts";

describe("when something fails", () => {
  it("stops when the device is full, and queues the part stored before that", async () => {
    bench.spoil = failing((append) => (append >= 2 ? quotaExceeded() : null));
    const { over } = await bench.capture();
    await bench.untilKept(1);
    bench.recorder.give(2);
    await bench.untilKept(2);
    bench.recorder.give(3);
    await over;
    const item = await bench.onlyItem();
    expect(await bench.bytesOf(item.id)).toEqual([1, 2]);
    expect(bench.notices).toEqual([{ kind: "out-of-space", kept: true }]);
    expect(bench.recording.store.getState().noteId).toBe(item.id);
  });

  it("stores a chunk at the end if there is space for it again", async () => {
    bench.spoil = failing((append) => (append === 1 ? quotaExceeded() : null));
    const { over } = await bench.capture();
    await bench.untilKept(1);
    bench.recorder.rest = [3];
    bench.recorder.give(2);
    await over;
    expect(await bench.bytesOf((await bench.onlyItem()).id)).toEqual([1, 2, 3]);
    expect(bench.notices).toEqual([{ kind: "out-of-space", kept: true }]);
  });

  it("says that nothing could be recorded if the device is full from the start", async () => {
    bench.spoil = failing(quotaExceeded);
    const { over } = await bench.capture();
    await over;
    expect(bench.notices).toEqual([{ kind: "out-of-space", kept: false }]);
    await bench.expectNothing();
  });

  it("releases the microphone if the note cannot be created", async () => {
    bench.spoil = () => {
      throw quotaExceeded();
    };
    await bench.recording.start();
    expect(bench.recorder.stops).toBe(1);
    expect(bench.recorder.recording).toBe(false);
    expect(bench.notices).toEqual([{ kind: "out-of-space", kept: false }]);
  });

  it("stops when chunks cannot be stored, and queues the chunks before them", async () => {
    let writes = 0;
    bench.spoil = failing((append) => {
      writes += 1;
      return append >= 1 ? new Error("broken") : null;
    });
    const { over } = await bench.capture();
    await bench.untilKept(1);
    bench.recorder.give(2);
    await vi.waitFor(() => expect(writes).toBe(2), FAST);
    expect(bench.phase()).toBe("recording");
    bench.recorder.give(3);
    await over;
    expect(await bench.bytesOf((await bench.onlyItem()).id)).toEqual([1]);
    expect(bench.notices).toEqual([{ kind: "failed" }]);
  });

  it.each(["failed", "interrupted"] as const)(
    "queues the captured part when the recording is %s by the recorder or the system",
    async (end) => {
      const { over } = await bench.capture();
      bench.recorder.end(end);
      await over;
      expect((await bench.onlyItem()).size).toBe(1);
      expect(bench.notices).toEqual([{ kind: end }]);
    },
  );

  it("leaves a draft, and shows it at once, if the note cannot be sealed", async () => {
    bench.spoil = (note) => ({ ...note, seal: () => Promise.reject(new Error("broken")) });
    const { over } = await bench.capture();
    bench.recording.stop();
    await over;
    expect(bench.notices).toEqual([{ kind: "failed" }]);
    expect(await bench.unfinished()).toMatchObject([{ size: 1 }]);
    expect(bench.recording.store.getState()).toEqual({ phase: "idle", noteId: null });
  });

  it("ends a note before it is too long for the server, and queues it", async () => {
    const { over } = await bench.begin();
    bench.recorder.giveSize(AUDIO_LIMIT_BYTES - 400 * 1024);
    await over;
    expect((await bench.onlyItem()).size).toBeLessThan(AUDIO_LIMIT_BYTES);
    expect(bench.notices).toEqual([{ kind: "full-length" }]);
  });
});

describe("when the page is left", () => {
  it("queues the whole recording, its last chunk included, after a short delay", async () => {
    const { over } = await bench.capture();
    bench.recorder.rest = [2];
    bench.recording.leave();
    await over;
    const item = await bench.onlyItem();
    const until = bench.ports.clock.now() + UNDO_MS;
    expect(item).toMatchObject({
      state: "queued",
      due: until,
      undoableUntil: until,
      size: 2,
      payload: { durationMs: 2000 },
    });
    expect(await bench.bytesOf(item.id)).toEqual([1, 2]);
    expect(bench.notices).toEqual([{ kind: "saved", noteId: item.id }]);
    expect(bench.recording.store.getState()).toEqual({ phase: "idle", noteId: item.id });
    expect(bench.going).toBe(0);
  });

  it("queues a paused recording too, once for repeated calls of leave", async () => {
    const { over } = await bench.capture();
    bench.recording.pause();
    bench.recording.leave();
    bench.recording.leave();
    await over;
    bench.recording.leave();
    expect(bench.notices).toEqual([{ kind: "saved", noteId: (await bench.onlyItem()).id }]);
  });

  it("reports a failure instead, and does not offer to take the note back", async () => {
    bench.spoil = failing((append) => (append >= 1 ? quotaExceeded() : null));
    const { over } = await bench.capture();
    await bench.untilKept(1);
    bench.recorder.rest = [2];
    bench.recording.leave();
    await over;
    expect((await bench.onlyItem()).due).toBe(0);
    expect(bench.notices).toEqual([{ kind: "out-of-space", kept: true }]);
  });

  it("keeps the note unfinished if there is no space to queue it", async () => {
    bench.spoil = (note) => ({ ...note, seal: () => Promise.reject(quotaExceeded()) });
    const { over } = await bench.capture();
    bench.recording.leave();
    await over;
    expect(await bench.unfinished()).toMatchObject([{ size: 1 }]);
    expect(bench.notices).toEqual([{ kind: "out-of-space", kept: true }]);
  });

  it("records nothing if it is left before the person was asked to speak", async () => {
    bench.spoil = (note) => {
      bench.recording.leave();
      return note;
    };
    await bench.recording.start();
    expect(bench.recorder.stops).toBe(1);
    expect(bench.recorder.recording).toBe(false);
    await bench.expectNothing();
    expect(bench.notices).toEqual([]);
  });

  it("keeps no data if nothing was captured", async () => {
    const { over } = await bench.begin();
    bench.recording.leave();
    await over;
    await bench.expectNothing();
    expect(bench.notices).toEqual([]);
  });

  it("releases a microphone that is granted afterwards", async () => {
    let grant: (opened: OpenedRecorder) => void = () => undefined;
    bench.open = () =>
      new Promise((resolve) => {
        grant = resolve;
      });
    const over = bench.recording.start();
    bench.recording.leave();
    grant({ kind: "open", recorder: bench.recorder });
    await over;
    expect(bench.recorder.stops).toBe(1);
    expect(bench.recorder.recording).toBe(false);
    await bench.expectNothing();
    expect(bench.phase()).toBe("idle");
  });
});
