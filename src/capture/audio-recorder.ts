import { type AudioLevel, measureLevel } from "./audio-level.ts";
import { type MicrophoneFailure, openMicrophone } from "./open-microphone.ts";
import { createStopwatch } from "./stopwatch.ts";

/** How often what was captured is handed out, in ms: a killed tab loses no more than that. */
const TIMESLICE_MS = 1000;
/** Plenty for speech in Opus, and small on a thin line. */
const BITS_PER_SECOND = 32_000;

export interface AudioChunk {
  bytes: ArrayBuffer;
  /** Length captured up to the end of this chunk, pauses left out. */
  durationMs: number;
}

/** `interrupted`: the system took the microphone away; `failed`: the recorder broke. */
export type RecordingEnd = "stopped" | "interrupted" | "failed";

/** A microphone that was opened to be recorded once. */
export interface AudioRecorder {
  /** What is recorded, parameters included. */
  readonly mimeType: string;
  /**
   * Records until `stop`, or until it can't go on. Chunks come about each second, in order.
   * @returns how it ended; then the last chunk has been handed out and the microphone let go
   */
  record(chunk: (chunk: AudioChunk) => void): Promise<RecordingEnd>;
  pause(): void;
  resume(): void;
  /** Hands out what was captured since the last chunk, without waiting for its second to be over. */
  flush(): void;
  /** Ends the recording. Before `record` it only lets the microphone go. */
  stop(): void;
  /** Length captured so far, pauses left out. */
  elapsedMs(): number;
  /** Loudness now, 0 to 1. */
  level(): number;
}

export type OpenedRecorder = { kind: "open"; recorder: AudioRecorder } | MicrophoneFailure;

/** What a browser has for recording. Handed in, so that tests bring their own. */
export interface RecorderBrowser {
  mediaDevices: Pick<MediaDevices, "getUserMedia"> | undefined;
  MediaRecorder: typeof MediaRecorder | undefined;
  measureLevel: (stream: MediaStream) => AudioLevel;
  /** Milliseconds that never go back. */
  now: () => number;
}

/** Asks for the microphone and makes it ready to record. */
export async function openAudioRecorder(
  browser: RecorderBrowser = thisBrowser(),
): Promise<OpenedRecorder> {
  const { MediaRecorder: Recorder } = browser;
  if (Recorder === undefined) return { kind: "unsupported" };
  const mimeType = chooseAudioFormat((type) => Recorder.isTypeSupported(type));
  if (mimeType === null) return { kind: "unsupported" };
  const microphone = await openMicrophone(browser.mediaDevices);
  if (microphone.kind !== "open") return microphone;
  const { stream } = microphone;
  try {
    const media = new Recorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    return { kind: "open", recorder: wrap(media, stream, mimeType, browser) };
  } catch {
    release(stream);
    return { kind: "failed" };
  }
}

function wrap(
  media: MediaRecorder,
  stream: MediaStream,
  mimeType: string,
  browser: RecorderBrowser,
): AudioRecorder {
  const stopwatch = createStopwatch(browser.now);
  const level = browser.measureLevel(stream);
  let asked = false;
  let broken = false;

  function breakOff(): void {
    broken = true;
    if (media.state !== "inactive") media.stop();
  }

  function letGo(): void {
    stopwatch.pause();
    level.close();
    release(stream);
  }

  return {
    mimeType,

    record(chunk) {
      // Reading a blob takes a moment, and a small last one could overtake the one before it.
      let handedOut: Promise<void> = Promise.resolve();
      return new Promise((resolve) => {
        media.addEventListener("dataavailable", ({ data }) => {
          const durationMs = stopwatch.elapsedMs();
          if (data.size === 0) return;
          const reading = data.arrayBuffer();
          handedOut = handedOut
            .then(async () => chunk({ bytes: await reading, durationMs }))
            .catch(breakOff);
        });
        media.addEventListener("error", breakOff);
        // The last chunk comes right before this, whoever ended the recording.
        media.addEventListener("stop", () => {
          letGo();
          void handedOut.then(() => {
            if (broken) resolve("failed");
            else resolve(asked ? "stopped" : "interrupted");
          });
        });
        try {
          media.start(TIMESLICE_MS);
          stopwatch.resume();
        } catch {
          letGo();
          resolve("failed");
        }
      });
    },

    pause() {
      if (media.state !== "recording") return;
      media.pause();
      stopwatch.pause();
    },

    resume() {
      if (media.state !== "paused") return;
      media.resume();
      stopwatch.resume();
    },

    flush() {
      if (media.state !== "inactive") media.requestData();
    },

    stop() {
      if (media.state === "inactive") {
        letGo();
        return;
      }
      asked = true;
      stopwatch.pause();
      media.stop();
    },

    elapsedMs: stopwatch.elapsedMs,
    level: () => level.read(),
  };
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function thisBrowser(): RecorderBrowser {
  return {
    mediaDevices: navigator.mediaDevices,
    MediaRecorder: globalThis.MediaRecorder,
    measureLevel,
    now: () => performance.now(),
  };
}

/**
 * What to record as, best first: Opus is made for speech at low bitrates; MP4 is all that older
 * Safari writes.
 */
const FORMATS = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus"];

/**
 * The best kind of audio this browser can record, as a MIME type with its parameters.
 * @returns null when it can record none of those that the product takes
 */
export function chooseAudioFormat(isSupported: (mimeType: string) => boolean): string | null {
  return FORMATS.find(isSupported) ?? null;
}
