import { afterEach, beforeEach, expect, vi } from "vitest";
import type {
  AudioChunk,
  AudioRecorder,
  OpenedRecorder,
  RecordingEnd,
} from "#capture/audio-recorder.ts";
import type { VoiceNotice } from "#features/recorder/voice-notice.ts";
import { createVoiceRecording } from "#features/recorder/voice-recording.ts";
import { waitingItems } from "#mirror/person/outbox/outbox.ts";
import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { readRecordingBytes, unsealedRecordings } from "#mirror/person/recordings/recordings.ts";
import { beginRecording, type RecordingSession } from "#outbox/recording-session.ts";
import type { Ports } from "#platform/ports.ts";
import { createManualClock } from "./sync/manual-clock.ts";
import { createMemoryLocks } from "./sync/memory-locks.ts";

/** For waits that take only a moment. */
export const FAST = { interval: 1 };

/** A recorder whose chunks and end are controlled by the test. */
export class FakeRecorder implements AudioRecorder {
  readonly mimeType = "audio/webm;codecs=opus";
  readonly track = Object.assign(new EventTarget(), {
    muted: false,
    readyState: "live",
  }) as MediaStreamTrack;
  readonly pause = vi.fn();
  readonly resume = vi.fn();
  readonly flush = vi.fn();
  stops = 0;
  /** The bytes of the last chunk, delivered between the stop and the end, as in a browser. */
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

let people = 0;

/** A person's recorder with its own mirror, and a microphone that the test controls. */
class RecordingBench {
  readonly db = new PersonDatabase(`person-${people++}`);
  #ids = 0;
  readonly ports: Ports = {
    clock: createManualClock(),
    random: () => 0.5,
    newId: () => `00000000-0000-7000-8000-${String(this.#ids++).padStart(12, "0")}`,
    locks: createMemoryLocks(),
  };
  readonly notices: VoiceNotice[] = [];
  /** The microphone of the present note, or of the next one. */
  recorder = new FakeRecorder();
  /** The result of asking for the microphone. */
  open: () => Promise<OpenedRecorder> = async () => ({ kind: "open", recorder: this.recorder });
  /** Replaces a note's writes; by default they are the real ones. */
  spoil: (note: RecordingSession) => RecordingSession = (note) => note;
  /** How many recordings are running, as the browser was told. */
  going = 0;
  readonly recording = createVoiceRecording({
    openRecorder: () => this.open(),
    beginNote: async (mimeType) => this.spoil(await beginRecording(this.db, this.ports, mimeType)),
    whileRecording: () => {
      this.going += 1;
      return () => {
        this.going -= 1;
      };
    },
    notify: (notice) => this.notices.push(notice),
    whenNotStopped: "send",
  });

  phase() {
    return this.recording.store.getState().phase;
  }

  /** Begins a note. @returns `over`, which resolves when everything about the note has ended */
  async begin(): Promise<{ over: Promise<void> }> {
    const over = this.recording.start();
    await vi.waitFor(() => expect(this.phase()).toBe("recording"), FAST);
    return { over };
  }

  async capture(byte = 1): Promise<{ over: Promise<void> }> {
    const begun = await this.begin();
    this.recorder.give(byte);
    return begun;
  }

  /** Checks that neither an item nor a draft is there. */
  async expectNothing(): Promise<void> {
    expect(await waitingItems(this.db)).toEqual([]);
    expect(await unsealedRecordings(this.db)).toEqual([]);
  }

  /** Waits until that many bytes of the note are stored on the device. */
  async untilKept(size: number): Promise<void> {
    await vi.waitFor(async () => {
      expect((await unsealedRecordings(this.db))[0]?.size).toBe(size);
    }, FAST);
  }

  /** Recordings that are neither finished nor discarded, and that nobody is recording now. */
  async unfinished() {
    return (await readUnsent(this.db, this.ports.locks)).unfinished;
  }

  async bytesOf(id: string): Promise<number[]> {
    const chunks = await readRecordingBytes(this.db, id);
    return chunks.flatMap((chunk) => [...new Uint8Array(chunk)]);
  }

  async onlyItem() {
    const items = await waitingItems(this.db);
    expect(items).toHaveLength(1);
    const [item] = items;
    if (item === undefined) throw new Error("nothing is queued");
    return item;
  }
}

/** The bench of the present test: a new one for each test of the importing file. */
export let bench: RecordingBench;

beforeEach(() => {
  bench = new RecordingBench();
});
afterEach(() => bench.db.close());

/** Makes those appends fail for which `fails` returns an error. */
export function failing(
  fails: (append: number) => Error | null,
): (note: RecordingSession) => RecordingSession {
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

export function quotaExceeded(): Error {
  const full = new DOMException("full", "QuotaExceededError");
  // Dexie's error for an aborted transaction.
  return Object.assign(new Error("aborted"), { name: "AbortError", inner: full });
}
