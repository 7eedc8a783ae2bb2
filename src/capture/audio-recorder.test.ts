import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deferred } from "#tests/support/deferred.ts";
import {
  type AudioChunk,
  chooseAudioFormat,
  openAudioRecorder,
  type RecorderBrowser,
} from "./audio-recorder.ts";

let now = 0;
let stream: FakeStream;
const getUserMedia = vi.fn(async (_asked: MediaStreamConstraints) => stream as unknown);

const browser = (changes: Partial<RecorderBrowser> = {}): RecorderBrowser => ({
  mediaDevices: { getUserMedia } as unknown as RecorderBrowser["mediaDevices"],
  MediaRecorder: FakeMediaRecorder as unknown as RecorderBrowser["MediaRecorder"],
  measureLevel: () => ({ read: () => 0.5, close: () => undefined }),
  now: () => now,
  ...changes,
});

async function open() {
  const opened = await openAudioRecorder(browser());
  if (opened.kind !== "open") throw new Error(opened.kind);
  return opened;
}

async function begin() {
  const { recorder } = await open();
  const media = FakeMediaRecorder.made.at(-1);
  if (media === undefined) throw new Error("no MediaRecorder was made");
  const chunks: AudioChunk[] = [];
  const ended = recorder.record((chunk) => chunks.push(chunk));
  return { recorder, media, chunks, ended };
}

const blob = (...bytes: number[]): SlowBlob => new SlowBlob(Uint8Array.from(bytes));

const bytesOf = (chunks: AudioChunk[]): number[] =>
  chunks.flatMap((chunk) => [...new Uint8Array(chunk.bytes)]);

beforeEach(() => {
  now = 1000;
  stream = new FakeStream();
  FakeMediaRecorder.made = [];
  getUserMedia.mockClear();
});

it.each([
  ["every format", "audio/", "audio/webm;codecs=opus"],
  ["only MP4, as in older Safari", "audio/mp4", "audio/mp4"],
  ["only Ogg", "audio/ogg", "audio/ogg;codecs=opus"],
  ["no format that the product accepts", "audio/aiff", null],
])("where the browser supports %s, it records the best one", (_, supported, format) => {
  expect(chooseAudioFormat((type) => type.startsWith(supported))).toBe(format);
});

it("openAudioRecorder asks for one channel of speech and records it at 32 kbit/s in one-second chunks", async () => {
  const { recorder, media } = await begin();
  expect(getUserMedia.mock.calls[0]?.[0]).toMatchObject({
    audio: { channelCount: 1, noiseSuppression: true },
    video: false,
  });
  expect(media.options).toEqual({
    mimeType: "audio/webm;codecs=opus",
    audioBitsPerSecond: 32_000,
  });
  expect(media.timeslice).toBe(1000);
  expect(recorder.mimeType).toBe("audio/webm;codecs=opus");
});

it.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "no-device"],
  ["NotReadableError", "failed"],
])("openAudioRecorder reports a %s as %s", async (name, kind) => {
  getUserMedia.mockRejectedValueOnce(new DOMException("no", name));
  expect(await openAudioRecorder(browser())).toEqual({ kind });
});

it("openAudioRecorder is unsupported without a recorder, a supported format or a secure page", async () => {
  const unsupported = { kind: "unsupported" };
  expect(await openAudioRecorder(browser({ MediaRecorder: undefined }))).toEqual(unsupported);
  expect(await openAudioRecorder(browser({ mediaDevices: undefined }))).toEqual(unsupported);
  class Deaf extends FakeMediaRecorder {
    static override isTypeSupported = () => false;
  }
  const deaf = browser({ MediaRecorder: Deaf as unknown as typeof MediaRecorder });
  expect(await openAudioRecorder(deaf)).toEqual(unsupported);
  expect(getUserMedia).not.toHaveBeenCalled();
});

it("openAudioRecorder releases the microphone when the recorder can't be created", async () => {
  class Broken extends FakeMediaRecorder {
    constructor(from: FakeStream, options: MediaRecorderOptions) {
      super(from, options);
      throw new DOMException("no encoder", "NotSupportedError");
    }
  }
  const broken = browser({ MediaRecorder: Broken as unknown as typeof MediaRecorder });
  expect(await openAudioRecorder(broken)).toEqual({ kind: "failed" });
  expect(stream.tracks.every((track) => track.stopped)).toBe(true);
});

describe("record", () => {
  it("ends only after the last chunk was delivered, and releases the microphone", async () => {
    const { recorder, media, chunks, ended } = await begin();
    media.give(blob(1, 2));
    const last = deferred();
    media.rest = new SlowBlob(Uint8Array.of(3), last.promise);
    let over = false;
    void ended.then(() => {
      over = true;
    });
    recorder.stop();
    await vi.waitFor(() => expect(stream.tracks[0]?.stopped).toBe(true));
    expect(over).toBe(false);
    last.resolve();
    expect(await ended).toBe("stopped");
    expect(bytesOf(chunks)).toEqual([1, 2, 3]);
  });

  it("delivers chunks in order, however long each one takes to read", async () => {
    const places = [0, 1, 2, 3, 4, 5, 6, 7];
    const order = fc.shuffledSubarray(places, { minLength: places.length });
    await fc.assert(
      fc.asyncProperty(order, async (readIn) => {
        const { recorder, media, chunks, ended } = await begin();
        const reads = readIn.map(() => deferred());
        reads.forEach(({ promise }, index) => {
          media.give(new SlowBlob(Uint8Array.of(index), promise));
        });
        recorder.stop();
        for (const index of readIn) {
          reads[index]?.resolve();
          await Promise.resolve();
        }
        await ended;
        expect(bytesOf(chunks)).toEqual(reads.map((_, index) => index));
      }),
      { numRuns: 50 },
    );
  });

  it("counts the recorded time without the pauses", async () => {
    const { recorder, media, chunks, ended } = await begin();
    now += 1000;
    media.give(blob(1));
    now += 500;
    recorder.pause();
    now += 60_000;
    expect(recorder.elapsedMs()).toBe(1500);
    recorder.resume();
    recorder.resume();
    now += 500;
    media.give(blob(2));
    now += 250;
    recorder.stop();
    now += 99;
    media.rest = blob(3);
    await ended;
    expect(chunks.map((chunk) => chunk.durationMs)).toEqual([1000, 2000, 2250]);
  });

  it.each<[string, string, (media: FakeMediaRecorder) => void]>([
    // As in a browser when the track ends: the recorder stops by itself.
    ["interrupted", "the system takes the microphone away", (media) => media.stop()],
    ["failed", "the recorder breaks", (media) => media.dispatchEvent(new Event("error"))],
  ])("ends as %s, with the audio so far, when %s", async (end, _, happen) => {
    const { media, chunks, ended } = await begin();
    media.give(blob(1));
    media.rest = blob(2);
    happen(media);
    expect(await ended).toBe(end);
    expect(bytesOf(chunks)).toEqual([1, 2]);
    expect(stream.tracks[0]?.stopped).toBe(true);
  });

  it("ends as failed when the recording can't start, and releases the microphone", async () => {
    const { recorder } = await open();
    vi.spyOn(FakeMediaRecorder.prototype, "start").mockImplementationOnce(() => {
      throw new DOMException("gone", "NotSupportedError");
    });
    expect(await recorder.record(() => undefined)).toBe("failed");
    expect(stream.tracks[0]?.stopped).toBe(true);
  });

  it("delivers no chunk when it is stopped at once with nothing captured", async () => {
    const { recorder, chunks, ended } = await begin();
    recorder.stop();
    recorder.stop();
    expect(await ended).toBe("stopped");
    expect(chunks).toEqual([]);
  });

  it("delivers the audio so far on flush, even while paused", async () => {
    const { recorder, media, chunks, ended } = await begin();
    recorder.pause();
    media.rest = blob(7);
    recorder.flush();
    await vi.waitFor(() => expect(bytesOf(chunks)).toEqual([7]));
    recorder.stop();
    await ended;
    recorder.flush();
  });

  it("releases the microphone when it is stopped before recording", async () => {
    (await open()).recorder.stop();
    expect(stream.tracks[0]?.stopped).toBe(true);
  });
});

/** A chunk whose bytes can be read only when the test allows it. */
class SlowBlob {
  readonly size: number;
  readonly arrayBuffer: () => Promise<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>, read: Promise<void> = Promise.resolve()) {
    this.size = bytes.byteLength;
    this.arrayBuffer = () => read.then(() => bytes.buffer);
  }
}

/** Behaves like a browser's MediaRecorder, driven by the test. */
class FakeMediaRecorder extends EventTarget {
  static made: FakeMediaRecorder[] = [];
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");

  state: RecordingState = "inactive";
  timeslice: number | undefined;
  readonly stream: FakeStream;
  readonly options: MediaRecorderOptions;
  /** The last chunk, delivered at the stop, as a browser does. */
  rest = new SlowBlob(new Uint8Array());

  constructor(stream: FakeStream, options: MediaRecorderOptions) {
    super();
    this.stream = stream;
    this.options = options;
    FakeMediaRecorder.made.push(this);
  }

  start(timeslice: number): void {
    this.timeslice = timeslice;
    this.state = "recording";
  }
  pause(): void {
    this.state = "paused";
  }
  resume(): void {
    this.state = "recording";
  }
  requestData(): void {
    this.give(this.rest);
    this.rest = new SlowBlob(new Uint8Array());
  }
  stop(): void {
    if (this.state === "inactive") throw new DOMException("inactive", "InvalidStateError");
    this.state = "inactive";
    // A browser dispatches both events later, in this order.
    queueMicrotask(() => {
      this.give(this.rest);
      this.dispatchEvent(new Event("stop"));
    });
  }
  give(data: SlowBlob): void {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
  }
}

/** A microphone's stream with one track, which records whether it was stopped. */
class FakeStream {
  readonly tracks = [
    {
      stopped: false,
      stop() {
        this.stopped = true;
      },
    },
  ];
  getTracks() {
    return this.tracks;
  }
}
