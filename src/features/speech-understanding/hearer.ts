import speechWorkerUrl from "#understanding/speech/speech.worker.ts?worker&url";
import type {
  Effort,
  HearingFailure,
  SpeechReply,
  SpeechRequest,
} from "#understanding/speech/speech-messages.ts";
import type { SpokenPiece } from "#understanding/speech/transcriber.ts";

/** How a hearing ended. */
export type HearingEnd =
  | { kind: "heard"; effort: Effort }
  | { kind: "failed"; cause: HearingFailure }
  | { kind: "cancelled" };

/** One recording that is being understood. */
export interface Hearing {
  /** Hands over the next bytes of the recording. */
  add(bytes: ArrayBuffer): void;
  /** All bytes were handed over. */
  end(): void;
  cancel(): void;
  /** Never rejects. */
  readonly result: Promise<HearingEnd>;
}

interface HearingOptions {
  /** Seconds that are left out, because they were heard before. */
  from: number;
  /** The whole recording where the page has decoded it; null when its bytes are handed over. */
  samples: Float32Array<ArrayBuffer> | null;
  onPiece: (piece: SpokenPiece) => void;
}

/** Understands recordings, one after the other. */
export interface Hearer {
  hear(options: HearingOptions): Hearing;
  /** Lets the work rest while something else needs the device. */
  rest(rests: boolean): void;
  /** Gives back the memory of the model; the next recording loads it again. */
  close(): void;
}

/** Loads the worker's code, so that the service worker keeps it for use without a signal. */
export async function loadHearerAhead(signal: AbortSignal): Promise<void> {
  await fetch(speechWorkerUrl, { signal });
}

/** A worker that understands speech with the model that is kept on this device. */
export function openHearer(): Hearer {
  let worker: Worker | null = null;
  let lastJob = 0;
  const hearings = new Map<
    number,
    { onPiece: HearingOptions["onPiece"]; over: (end: HearingEnd) => void }
  >();

  function send(request: SpeechRequest, moved: Transferable[] = []): void {
    worker ??= open();
    worker.postMessage(request, moved);
  }

  function open(): Worker {
    const opened = new Worker(speechWorkerUrl, { type: "module" });
    opened.addEventListener("message", ({ data }: MessageEvent<SpeechReply>) => {
      const hearing = hearings.get(data.job);
      if (data.type === "piece") hearing?.onPiece(data.piece);
      else if (data.type === "heard") hearing?.over({ kind: "heard", effort: data.effort });
      else hearing?.over({ kind: "failed", cause: data.cause });
    });
    opened.addEventListener("error", () => {
      if (worker === opened) close({ kind: "failed", cause: "broken" });
    });
    return opened;
  }

  function close(end: HearingEnd): void {
    worker?.terminate();
    worker = null;
    for (const { over } of hearings.values()) over(end);
  }

  return {
    hear({ from, samples, onPiece }) {
      const job = ++lastJob;
      const result = new Promise<HearingEnd>((resolve) => {
        hearings.set(job, {
          onPiece,
          over(end) {
            hearings.delete(job);
            resolve(end);
          },
        });
      });
      send({ type: "hear", job, from, samples }, samples === null ? [] : [samples.buffer]);
      return {
        result,
        add: (bytes) => send({ type: "bytes", job, bytes }, [bytes]),
        end: () => send({ type: "end", job }),
        cancel() {
          if (!hearings.has(job)) return;
          send({ type: "cancel", job });
          hearings.get(job)?.over({ kind: "cancelled" });
        },
      };
    },
    rest(rests) {
      if (worker !== null) send({ type: "rest", rests });
    },
    close: () => close({ kind: "cancelled" }),
  };
}
