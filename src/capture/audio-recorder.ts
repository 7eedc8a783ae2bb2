/** How often a chunk is delivered (ms): a killed tab loses no more than this. */
const TIMESLICE_MS = 1000;
/** Enough for speech in Opus, and small on a slow connection. */
const BITS_PER_SECOND = 32_000;

export interface AudioChunk {
  bytes: ArrayBuffer;
  /** Recorded length up to the end of this chunk, without pauses. */
  durationMs: number;
}

/** `interrupted`: the system took the microphone away; `failed`: the recorder broke. */
export type RecordingEnd = "stopped" | "interrupted" | "failed";

/** A microphone that was opened to be recorded once. */
export type AudioRecorder = ReturnType<typeof wrap>;

/** Why no microphone could be opened. */
export type MicrophoneFailure =
  /** The person or a policy of the device refused. */
  | { kind: "denied" }
  /** There is no microphone. */
  | { kind: "no-device" }
  /** The browser cannot record, or the page is not served securely. */
  | { kind: "unsupported" }
  /** There is one, but it can't be used: another app uses it, or the hardware fails. */
  | { kind: "failed" };

export type OpenedRecorder = { kind: "open"; recorder: AudioRecorder } | MicrophoneFailure;

/** The browser functions that recording needs. Passed in, so that tests can replace them. */
export interface RecorderBrowser {
  mediaDevices: Pick<MediaDevices, "getUserMedia"> | undefined;
  MediaRecorder: typeof MediaRecorder | undefined;
  measureLevel: typeof measureLevel;
  /** Returns milliseconds that never decrease. */
  now: () => number;
}

/** Asks for the microphone and makes it ready to record. */
export async function openAudioRecorder(
  browser: RecorderBrowser = thisBrowser(),
): Promise<OpenedRecorder> {
  const { MediaRecorder: Recorder, mediaDevices } = browser;
  if (Recorder === undefined || mediaDevices === undefined) return { kind: "unsupported" };
  const mimeType = chooseAudioFormat((type) => Recorder.isTypeSupported(type));
  if (mimeType === null) return { kind: "unsupported" };
  let stream: MediaStream;
  try {
    stream = await mediaDevices.getUserMedia({ audio: SPEECH, video: false });
  } catch (error) {
    return { kind: FAILURES[error instanceof Error ? error.name : ""] ?? "failed" };
  }
  try {
    const media = new Recorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    return { kind: "open", recorder: wrap(media, stream, mimeType, browser) };
  } catch {
    release(stream);
    return { kind: "failed" };
  }
}

/** One channel, with the usual processing for speech. */
const SPEECH: MediaTrackConstraints = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};

/** By the names of errors; all others are `failed`. */
const FAILURES: Readonly<Record<string, MicrophoneFailure["kind"]>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "no-device",
  OverconstrainedError: "no-device",
  NotSupportedError: "unsupported",
  TypeError: "unsupported",
};

function wrap(
  media: MediaRecorder,
  stream: MediaStream,
  mimeType: string,
  browser: RecorderBrowser,
) {
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
    /** The format of the recording, as a MIME type with parameters. */
    mimeType,
    /** The sound of the microphone. */
    track: stream.getTracks()[0],

    /**
     * Records until `stop`, or until it can't continue. Delivers a chunk about each second, in order.
     * @returns how it ended; by then the last chunk is delivered and the microphone released
     */
    record(chunk: (chunk: AudioChunk) => void): Promise<RecordingEnd> {
      // Reading a blob takes a moment: without this chain, a small last chunk could overtake the
      // one before it.
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
        // The last chunk arrives right before this event, whatever ended the recording.
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

    pause(): void {
      if (media.state !== "recording") return;
      media.pause();
      stopwatch.pause();
    },

    resume(): void {
      if (media.state !== "paused") return;
      media.resume();
      stopwatch.resume();
    },

    /** Delivers the audio since the last chunk at once, without waiting for the end of the second. */
    flush(): void {
      if (media.state !== "inactive") media.requestData();
    },

    /** Ends the recording. Before `record`, it only releases the microphone. */
    stop(): void {
      if (media.state === "inactive") {
        letGo();
        return;
      }
      asked = true;
      stopwatch.pause();
      media.stop();
    },

    /** Recorded length so far, without pauses. */
    elapsedMs: stopwatch.elapsedMs,
    /** Loudness now, 0 to 1. */
    level: level.read,
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

/** Audio formats, the best first: Opus is made for speech; older Safari writes only MP4. */
const FORMATS = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus"];

/**
 * The best audio format this browser can record, as a MIME type with its parameters.
 * @returns null when it supports no format that the product accepts
 */
export function chooseAudioFormat(isSupported: (mimeType: string) => boolean): string | null {
  return FORMATS.find(isSupported) ?? null;
}

/**
 * Measures time that can be paused. It starts paused, at 0.
 * @param now returns milliseconds that never decrease
 */
function createStopwatch(now: () => number) {
  let before = 0;
  let runningSince: number | null = null;

  /** Elapsed time so far, without pauses. */
  const elapsedMs = () => (runningSince === null ? before : before + (now() - runningSince));

  return {
    resume() {
      runningSince ??= now();
    },
    pause() {
      before = elapsedMs();
      runningSince = null;
    },
    elapsedMs,
  };
}

/** Loudness of a quiet room, and of a person who speaks straight into a phone (dB of full scale). */
const QUIET_DB = -58;
const LOUD_DB = -14;

/** Measures the loudness of a stream; reads 0 if that fails: a meter must stop no recording. */
function measureLevel(stream: MediaStream) {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      /** 0 (quiet) to 1 (as loud as speech gets). */
      read(): number {
        analyser.getFloatTimeDomainData(samples);
        return loudness(samples);
      },
      close(): void {
        context.close().catch(() => undefined);
      },
    };
  } catch {
    return { read: () => 0, close: () => undefined };
  }
}

/** Loudness of samples (-1 to 1) on the scale of a meter, 0 to 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / samples.length);
  return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}
