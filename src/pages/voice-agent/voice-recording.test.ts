import { AUDIO_LIMIT_BYTES } from "@contracts/voice-transcribe.ts";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createManualClock } from "../../../tests/support/sync/manual-clock.ts";
import { createMemoryLocks } from "../../../tests/support/sync/memory-locks.ts";
import type {
  AudioChunk,
  AudioRecorder,
  OpenedRecorder,
  RecordingEnd,
} from "../../capture/audio-recorder.ts";
import { waitingItems } from "../../mirror/outbox.ts";
import { PersonDatabase } from "../../mirror/person-database.ts";
import { readRecordingBytes, unsealedRecordings } from "../../mirror/recordings.ts";
import type { Ports } from "../../sync/ports.ts";
import { abandonedDrafts, beginVoiceNote, type VoiceNote } from "../../sync/voice-notes.ts";
import type { VoiceNotice } from "./voice-notice.ts";
import { createVoiceRecording, type VoiceRecording } from "./voice-recording.ts";

/** A recorder whose chunks and end come when the test says so. */
class FakeRecorder implements AudioRecorder {
  readonly mimeType = "audio/webm;codecs=opus";
  readonly pause = vi.fn();
  readonly resume = vi.fn();
  readonly flush = vi.fn();
  stops = 0;
  /** Handed out between the stop and the end, as a browser's last chunk is. */
  rest: number[] = [];
  #seconds = 0;
  #chunk: ((chunk: AudioChunk) => void) | null = null;
  #end: (end: RecordingEnd) => void = () => undefined;

  record(chunk: (chunk: AudioChunk) => void): Promise<RecordingEnd> {
    this.#chunk = chunk;
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }
  stop(): void {
    this.stops += 1;
    this.end("stopped");
  }
  elapsedMs(): number {
    return this.#seconds * 1000;
  }
  level(): number {
    return 0.5;
  }
  get recording(): boolean {
    return this.#chunk !== null;
  }
  give(...bytes: number[]): void {
    this.#hand(Uint8Array.from(bytes).buffer);
  }
  giveSize(size: number): void {
    this.#hand(new ArrayBuffer(size));
  }
  #hand(bytes: ArrayBuffer): void {
    this.#seconds += 1;
    this.#chunk?.({ bytes, durationMs: this.elapsedMs() });
  }
  end(end: RecordingEnd): void {
    queueMicrotask(() => {
      if (this.rest.length > 0) this.give(...this.rest);
      this.rest = [];
      this.#end(end);
    });
  }
}

/** For waits on what takes a moment only. */
const FAST = { interval: 1 };

let db: PersonDatabase;
let ports: Ports;
let notices: VoiceNotice[];
let recorder: FakeRecorder;
let recording: VoiceRecording;
let open: () => Promise<OpenedRecorder>;
/** What becomes of the writes of a note; the real ones unless a test says otherwise. */
let spoil: (note: VoiceNote) => VoiceNote;
let going: number;
let people = 0;

beforeEach(() => {
  db = new PersonDatabase(`person-${people++}`);
  let ids = 0;
  ports = {
    clock: createManualClock(),
    random: () => 0.5,
    newId: () => `00000000-0000-7000-8000-${String(ids++).padStart(12, "0")}`,
    locks: createMemoryLocks(),
  };
  notices = [];
  recorder = new FakeRecorder();
  open = async () => ({ kind: "open", recorder });
  spoil = (note) => note;
  going = 0;
  recording = createVoiceRecording({
    openRecorder: () => open(),
    beginNote: async (mimeType) => spoil(await beginVoiceNote(db, ports, mimeType)),
    whileRecording: () => {
      going += 1;
      return () => {
        going -= 1;
      };
    },
    notify: (notice) => notices.push(notice),
  });
});

afterEach(() => {
  db.close();
});

function phase() {
  return recording.store.getState().phase;
}

async function begun(): Promise<{ over: Promise<void> }> {
  const over = recording.start();
  await vi.waitFor(() => expect(phase()).toBe("recording"), FAST);
  return { over };
}

/** Waits until that many bytes are on the device. */
function untilKept(size: number): Promise<void> {
  return vi.waitFor(async () => expect((await unsealedRecordings(db))[0]?.size).toBe(size), FAST);
}

async function bytesOf(id: string): Promise<number[]> {
  const chunks = await readRecordingBytes(db, id);
  return chunks.flatMap((chunk) => [...new Uint8Array(chunk)]);
}

async function onlyItem() {
  const items = await waitingItems(db);
  expect(items).toHaveLength(1);
  const [item] = items;
  if (item === undefined) throw new Error("nothing is queued");
  return item;
}

/** Fails the appends for which `fails` answers an error. */
function failing(fails: (append: number) => Error | null): (note: VoiceNote) => VoiceNote {
  let appends = 0;
  return (note) => ({
    ...note,
    append: async (bytes, durationMs) => {
      const error = fails(appends++);
      if (error !== null) throw error;
      await note.append(bytes, durationMs);
    },
  });
}

function quotaExceeded(): Error {
  const full = new DOMException("full", "QuotaExceededError");
  // As Dexie tells of it when the transaction was aborted.
  return Object.assign(new Error("aborted"), { name: "AbortError", inner: full });
}

describe("a recorded note", () => {
  it("is on the device chunk by chunk, before it is stopped", async () => {
    const { over } = await begun();
    recorder.give(1, 2);
    recorder.give(3);
    await vi.waitFor(async () => {
      const [draft] = await unsealedRecordings(db);
      expect(draft).toMatchObject({ size: 3, durationMs: 2000 });
    });
    recording.stop();
    await over;
  });

  it("is sealed after its last chunk, which comes after the stop", async () => {
    const { over } = await begun();
    recorder.give(1);
    recorder.rest = [2, 3];
    recording.stop();
    expect(phase()).toBe("finishing");
    await over;
    const item = await onlyItem();
    expect(item).toMatchObject({ state: "queued", size: 3, payload: { durationMs: 2000 } });
    expect(await bytesOf(item.id)).toEqual([1, 2, 3]);
    expect(recording.store.getState()).toEqual({ phase: "idle", noteId: item.id });
    expect(notices).toEqual([]);
    expect(going).toBe(0);
  });

  it("says that it is queued only when it is", async () => {
    let letSeal = () => {};
    const maySeal = new Promise<void>((resolve) => {
      letSeal = resolve;
    });
    const sealing = vi.fn();
    spoil = (note) => ({
      ...note,
      seal: async () => {
        sealing();
        await maySeal;
        return note.seal();
      },
    });
    const { over } = await begun();
    recorder.give(1);
    recording.stop();
    await vi.waitFor(() => expect(sealing).toHaveBeenCalledOnce());
    expect(recording.store.getState()).toEqual({ phase: "finishing", noteId: null });
    expect(going).toBe(1);
    letSeal();
    await over;
    expect(recording.store.getState().noteId).toBe((await onlyItem()).id);
    expect(going).toBe(0);
  });

  it("is one item, however often start and stop are tapped", async () => {
    const over = recording.start();
    await Promise.all([recording.start(), recording.start()]);
    await vi.waitFor(() => expect(phase()).toBe("recording"), FAST);
    await recording.start();
    recorder.give(1);
    recording.stop();
    recording.stop();
    await over;
    recording.stop();
    await onlyItem();
    expect(recorder.stops).toBe(1);
  });

  it("keeps its chunks in order, whatever fails once on the way", async () => {
    const chunk = fc.record({ writeFails: fc.boolean(), comesAfterWrite: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { minLength: 1, maxLength: 8 }), async (chunks) => {
        await Promise.all([db.outbox.clear(), db.recordings.clear(), db.recordingChunks.clear()]);
        recorder = new FakeRecorder();
        let writes = 0;
        // Never twice in a row: that is a device that can't keep it.
        let failed = false;
        spoil = failing((append) => {
          writes += 1;
          failed = !failed && (chunks[append]?.writeFails ?? false);
          return failed ? new Error("connection lost") : null;
        });
        const { over } = await begun();
        for (const [index, { comesAfterWrite }] of chunks.entries()) {
          const before = writes;
          recorder.give(index);
          if (comesAfterWrite) await vi.waitFor(() => expect(writes).toBeGreaterThan(before), FAST);
        }
        recording.stop();
        await over;
        const item = await onlyItem();
        expect(await bytesOf(item.id)).toEqual(chunks.map((_, index) => index));
        expect(notices).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it("is never taken for a draft by another tab while it is recorded", async () => {
    const { request } = ports.locks;
    const atRequest: number[] = [];
    ports.locks.request = async (...asked) => {
      atRequest.push((await unsealedRecordings(db)).length);
      await request(...asked);
    };
    const { over } = await begun();
    // The lock that tells a recording from a draft comes before there is anything to see.
    expect(atRequest).toEqual([0]);
    recorder.give(1);
    await untilKept(1);
    expect(await abandonedDrafts(db, ports)).toEqual([]);
    recording.stop();
    await over;
  });

  it("pauses and resumes, and can be stopped while it is paused", async () => {
    const { over } = await begun();
    recorder.give(1);
    recording.pause();
    recording.pause();
    expect(phase()).toBe("paused");
    expect(recorder.pause).toHaveBeenCalledOnce();
    recording.resume();
    expect(phase()).toBe("recording");
    recording.pause();
    recording.stop();
    recording.resume();
    await over;
    expect((await onlyItem()).size).toBe(1);
  });

  it("makes room for the next one at once", async () => {
    const first = await begun();
    recorder.give(1);
    recording.stop();
    await first.over;
    const sealed = recording.store.getState().noteId;
    recorder = new FakeRecorder();
    const second = await begun();
    expect(recording.store.getState().noteId).toBeNull();
    recorder.give(2);
    recording.stop();
    await second.over;
    expect(recording.store.getState().noteId).not.toBe(sealed);
    expect(await waitingItems(db)).toHaveLength(2);
  });
});

describe("when nothing was captured", () => {
  it("says so and queues nothing", async () => {
    const { over } = await begun();
    recording.stop();
    await over;
    expect(notices).toEqual([{ kind: "empty" }]);
    expect(await waitingItems(db)).toEqual([]);
    expect(await unsealedRecordings(db)).toEqual([]);
    expect(recording.store.getState()).toEqual({ phase: "idle", noteId: null });
  });

  it("tells why there was no microphone, and is ready again", async () => {
    open = async () => ({ kind: "denied" });
    await recording.start();
    expect(notices).toEqual([{ kind: "microphone", failure: { kind: "denied" } }]);
    expect(phase()).toBe("idle");
  });

  it("ignores every tap while the microphone is being asked for", async () => {
    let grant: (opened: OpenedRecorder) => void = () => undefined;
    open = () =>
      new Promise((resolve) => {
        grant = resolve;
      });
    const over = recording.start();
    recording.stop();
    recording.pause();
    recording.resume();
    expect(phase()).toBe("opening");
    grant({ kind: "open", recorder });
    await vi.waitFor(() => expect(phase()).toBe("recording"), FAST);
    recorder.give(1);
    recording.stop();
    await over;
    await onlyItem();
  });
});

describe("when something breaks", () => {
  it("stops when the device is full, and queues what was kept until then", async () => {
    spoil = failing((append) => (append >= 2 ? quotaExceeded() : null));
    const { over } = await begun();
    recorder.give(1);
    await untilKept(1);
    recorder.give(2);
    await untilKept(2);
    recorder.give(3);
    await over;
    const item = await onlyItem();
    expect(await bytesOf(item.id)).toEqual([1, 2]);
    expect(notices).toEqual([{ kind: "out-of-space", kept: true }]);
    expect(recording.store.getState().noteId).toBe(item.id);
  });

  it("keeps what did not fit after all, when there is room at the end", async () => {
    spoil = failing((append) => (append === 1 ? quotaExceeded() : null));
    const { over } = await begun();
    recorder.give(1);
    await untilKept(1);
    recorder.rest = [3];
    recorder.give(2);
    await over;
    expect(await bytesOf((await onlyItem()).id)).toEqual([1, 2, 3]);
    expect(notices).toEqual([{ kind: "out-of-space", kept: true }]);
  });

  it("says that nothing could be recorded when the device is full from the start", async () => {
    spoil = failing(quotaExceeded);
    const { over } = await begun();
    recorder.give(1);
    await over;
    expect(notices).toEqual([{ kind: "out-of-space", kept: false }]);
    expect(await waitingItems(db)).toEqual([]);
    expect(await unsealedRecordings(db)).toEqual([]);
  });

  it("lets the microphone go when the note can't be begun", async () => {
    spoil = () => {
      throw quotaExceeded();
    };
    await recording.start();
    expect(recorder.stops).toBe(1);
    expect(recorder.recording).toBe(false);
    expect(notices).toEqual([{ kind: "out-of-space", kept: false }]);
  });

  it("stops when chunks can't be kept, and queues those before", async () => {
    let writes = 0;
    spoil = failing((append) => {
      writes += 1;
      return append >= 1 ? new Error("broken") : null;
    });
    const { over } = await begun();
    recorder.give(1);
    await untilKept(1);
    recorder.give(2);
    await vi.waitFor(() => expect(writes).toBe(2), FAST);
    expect(phase()).toBe("recording");
    recorder.give(3);
    await over;
    expect(await bytesOf((await onlyItem()).id)).toEqual([1]);
    expect(notices).toEqual([{ kind: "failed" }]);
  });

  it("queues what there is when the recorder breaks", async () => {
    const { over } = await begun();
    recorder.give(1);
    recorder.end("failed");
    await over;
    expect((await onlyItem()).size).toBe(1);
    expect(notices).toEqual([{ kind: "failed" }]);
  });

  it("queues what there is when the system takes the microphone away", async () => {
    const { over } = await begun();
    recorder.give(1);
    recorder.end("interrupted");
    await over;
    expect((await onlyItem()).size).toBe(1);
    expect(notices).toEqual([{ kind: "interrupted" }]);
  });

  it("leaves a draft, offered at once, when the note can't be sealed", async () => {
    spoil = (note) => ({ ...note, seal: () => Promise.reject(new Error("broken")) });
    const { over } = await begun();
    recorder.give(1);
    recording.stop();
    await over;
    expect(notices).toEqual([{ kind: "failed" }]);
    expect(await abandonedDrafts(db, ports)).toMatchObject([{ size: 1 }]);
    expect(recording.store.getState()).toEqual({ phase: "idle", noteId: null });
  });

  it("ends a note before the server would refuse it for its length, and queues it", async () => {
    const { over } = await begun();
    recorder.giveSize(AUDIO_LIMIT_BYTES - 400 * 1024);
    await over;
    expect((await onlyItem()).size).toBeLessThan(AUDIO_LIMIT_BYTES);
    expect(notices).toEqual([{ kind: "full-length" }]);
  });
});

describe("when the page is left", () => {
  it("keeps what was captured as a draft, its last chunk included", async () => {
    const { over } = await begun();
    recorder.give(1);
    recorder.rest = [2];
    recording.leave();
    expect(await abandonedDrafts(db, ports)).toEqual([]);
    await over;
    const [draft] = await abandonedDrafts(db, ports);
    expect(draft).toMatchObject({ size: 2, durationMs: 2000 });
    expect(await waitingItems(db)).toEqual([]);
    expect(notices).toEqual([{ kind: "left" }]);
  });

  it("queues a note that was stopped before", async () => {
    const { over } = await begun();
    recorder.give(1);
    recording.stop();
    recording.leave();
    await over;
    await onlyItem();
    expect(notices).toEqual([]);
  });

  it("leaves nothing behind when nothing was captured", async () => {
    const { over } = await begun();
    recording.leave();
    await over;
    expect(await unsealedRecordings(db)).toEqual([]);
    expect(notices).toEqual([]);
  });

  it("lets go of a microphone that is granted afterwards", async () => {
    let grant: (opened: OpenedRecorder) => void = () => undefined;
    open = () =>
      new Promise((resolve) => {
        grant = resolve;
      });
    const over = recording.start();
    recording.leave();
    grant({ kind: "open", recorder });
    await over;
    expect(recorder.stops).toBe(1);
    expect(recorder.recording).toBe(false);
    expect(await unsealedRecordings(db)).toEqual([]);
    expect(phase()).toBe("idle");
  });

  it("changes nothing while nothing is recorded", async () => {
    recording.leave();
    const { over } = await begun();
    recorder.give(1);
    recording.stop();
    await over;
    await onlyItem();
  });
});
