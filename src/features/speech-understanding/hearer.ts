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
export type Hearing = ReturnType<Hearer["hear"]>;

interface HearingOptions {
  /** Seconds that are left out, because they were heard before. */
  from: number;
  /** The whole recording where the page has decoded it; null when its bytes are handed over. */
  samples: Float32Array<ArrayBuffer> | null;
  onPiece: (piece: SpokenPiece) => void;
}

/** Understands recordings, one after the other. */
export type Hearer = ReturnType<typeof openHearer>;

/** Loads the worker's code, so that the service worker keeps it for use without a signal. */
export async function loadHearerAhead(signal: AbortSignal): Promise<void> {
  await fetch(speechWorkerUrl, { signal });
}

/** A worker that understands speech with the model that is kept on this device. */
export function openHearer() {
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
    hear({ from, samples, onPiece }: HearingOptions) {
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
        /** Never rejects. */
        result,
        /** Hands over the next bytes of the recording. */
        add: (bytes: ArrayBuffer) => send({ type: "bytes", job, bytes }, [bytes]),
        /** All bytes were handed over. */
        end: () => send({ type: "end", job }),
        cancel(): void {
          if (!hearings.has(job)) return;
          send({ type: "cancel", job });
          hearings.get(job)?.over({ kind: "cancelled" });
        },
      };
    },
    /** Lets the work rest while something else needs the device. */
    rest(rests: boolean): void {
      if (worker !== null) send({ type: "rest", rests });
    },
    /** Gives back the memory of the model; the next recording loads it again. */
    close: () => close({ kind: "cancelled" }),
  };
}
