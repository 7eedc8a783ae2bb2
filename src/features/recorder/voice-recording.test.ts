import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { OpenedRecorder } from "#capture/audio-recorder.ts";
import { unsealedRecordings } from "#mirror/person/recordings/recordings.ts";
import { deferred } from "#tests/support/deferred.ts";
import { bench, FAST, FakeRecorder, failing } from "#tests/support/recording-bench.ts";

it("a recorded note is stored chunk by chunk, and sealed only after its last chunk, which arrives after the stop", async () => {
  const { over } = await bench.capture();
  await bench.untilKept(1);
  bench.recorder.rest = [2, 3];
  bench.recording.stop();
  expect(bench.phase()).toBe("finishing");
  await over;
  const item = await bench.onlyItem();
  expect(item).toMatchObject({ state: "queued", size: 3, payload: { durationMs: 2000 } });
  expect(await bench.bytesOf(item.id)).toEqual([1, 2, 3]);
  expect(bench.recording.store.getState()).toEqual({ phase: "idle", noteId: item.id });
  expect(bench.notices).toEqual([]);
  expect(bench.going).toBe(0);
});

it("a recorded note reports that it is queued only after it is queued", async () => {
  const maySeal = deferred();
  const sealing = vi.fn();
  bench.spoil = (note) => ({
    ...note,
    seal: async () => {
      sealing();
      await maySeal.promise;
      return note.seal();
    },
  });
  const { over } = await bench.capture();
  bench.recording.stop();
  await vi.waitFor(() => expect(sealing).toHaveBeenCalledOnce());
  expect(bench.recording.store.getState()).toEqual({ phase: "finishing", noteId: null });
  expect(bench.going).toBe(1);
  maySeal.resolve();
  await over;
  expect(bench.recording.store.getState().noteId).toBe((await bench.onlyItem()).id);
  expect(bench.going).toBe(0);
});

it("a recorded note is one item, even when start and stop are tapped several times", async () => {
  const over = bench.recording.start();
  await Promise.all([bench.recording.start(), bench.recording.start()]);
  await vi.waitFor(() => expect(bench.phase()).toBe("recording"), FAST);
  await bench.recording.start();
  bench.recorder.give(1);
  bench.recording.stop();
  bench.recording.stop();
  await over;
  bench.recording.stop();
  await bench.onlyItem();
  expect(bench.recorder.stops).toBe(1);
});

it("a recorded note keeps its chunks in order when single writes fail", async () => {
  const chunk = fc.record({ writeFails: fc.boolean(), comesAfterWrite: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 8 }), async (chunks) => {
      await Promise.all([
        bench.db.outbox.clear(),
        bench.db.recordings.clear(),
        bench.db.recordingChunks.clear(),
      ]);
      bench.recorder = new FakeRecorder();
      let writes = 0;
      // Never two failures in a row: that would mean that the device cannot store the recording.
      let failed = false;
      bench.spoil = failing((append) => {
        writes += 1;
        failed = !failed && (chunks[append]?.writeFails ?? false);
        return failed ? new Error("connection lost") : null;
      });
      const { over } = await bench.begin();
      for (const [index, { comesAfterWrite }] of chunks.entries()) {
        const before = writes;
        bench.recorder.give(index);
        if (comesAfterWrite) await vi.waitFor(() => expect(writes).toBeGreaterThan(before), FAST);
      }
      bench.recording.stop();
      await over;
      const item = await bench.onlyItem();
      expect(await bench.bytesOf(item.id)).toEqual(chunks.map((_, index) => index));
      expect(bench.notices).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

it("a recorded note never counts as a draft in another tab while it is being recorded", async () => {
  const { request } = bench.ports.locks;
  const atRequest: number[] = [];
  bench.ports.locks.request = async (...asked) => {
    atRequest.push((await unsealedRecordings(bench.db)).length);
    await request(...asked);
  };
  const { over } = await bench.begin();
  // The recording takes its lock before it writes any data, so no other tab can see it without
  // the lock.
  expect(atRequest).toEqual([0]);
  bench.recorder.give(1);
  await bench.untilKept(1);
  expect(await bench.unfinished()).toEqual([]);
  bench.recording.stop();
  await over;
});

it("a recorded note can be paused, resumed, and stopped while it is paused", async () => {
  const { over } = await bench.capture();
  bench.recording.pause();
  bench.recording.pause();
  expect(bench.phase()).toBe("paused");
  expect(bench.recorder.pause).toHaveBeenCalledOnce();
  bench.recording.resume();
  expect(bench.phase()).toBe("recording");
  bench.recording.pause();
  bench.recording.stop();
  bench.recording.resume();
  await over;
  expect((await bench.onlyItem()).size).toBe(1);
});

it("a recorder that captured nothing says so and queues nothing", async () => {
  const { over } = await bench.begin();
  bench.recording.stop();
  await over;
  expect(bench.notices).toEqual([{ kind: "empty" }]);
  await bench.expectNothing();
  expect(bench.recording.store.getState()).toEqual({ phase: "idle", noteId: null });
});

it("a recorder without a microphone says why, and can be started again", async () => {
  bench.open = async () => ({ kind: "denied" });
  await bench.recording.start();
  expect(bench.notices).toEqual([{ kind: "microphone", failure: { kind: "denied" } }]);
  expect(bench.phase()).toBe("idle");
});

it("a recorder ignores every tap while the browser asks for the microphone", async () => {
  let grant: (opened: OpenedRecorder) => void = () => undefined;
  bench.open = () =>
    new Promise((resolve) => {
      grant = resolve;
    });
  const over = bench.recording.start();
  bench.recording.stop();
  bench.recording.pause();
  bench.recording.resume();
  expect(bench.phase()).toBe("opening");
  grant({ kind: "open", recorder: bench.recorder });
  await vi.waitFor(() => expect(bench.phase()).toBe("recording"), FAST);
  bench.recorder.give(1);
  bench.recording.stop();
  await over;
  await bench.onlyItem();
});
