/// <reference lib="webworker" />

import * as onnx from "onnxruntime-web/wasm";
import { decodeAudio, Undecodable } from "./decode-audio.ts";
import { type ModelSize, readStoredModel } from "./model/model-store.ts";
import type { Effort, HearingFailure, SpeechReply, SpeechRequest } from "./speech-messages.ts";
import { loadTranscriber, skipSamples, type Transcriber } from "./transcriber.ts";
import { SAMPLE_RATE } from "./voice-detector.ts";

declare const self: DedicatedWorkerGlobalScope;

/** Messages are read at least this often during work, in milliseconds. */
const TURN = 100;

class Cancelled extends Error {}

let model: Promise<Transcriber> | undefined;
/** Where the bytes of each recording go as they arrive; those of a job that has ended are dropped. */
const jobs = new Map<number, WritableStreamDefaultWriter<Uint8Array>>();
/** Resolves when the worker need not rest. */
let awake = Promise.resolve();
let wake = () => {};
/** The recordings are worked on one after the other. */
let last: Promise<void> = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<SpeechRequest>) => {
  switch (data.type) {
    case "hear": {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      jobs.set(data.job, writable.getWriter());
      last = last.then(() => hear(data, readable));
      return;
    }
    case "bytes":
      jobs.get(data.job)?.write(new Uint8Array(data.bytes)).catch(ignore);
      return;
    case "end":
      jobs.get(data.job)?.close().catch(ignore);
      return;
    case "cancel":
      jobs.get(data.job)?.close().catch(ignore);
      jobs.delete(data.job);
      return;
    case "rest":
      wake();
      if (data.rests) {
        awake = new Promise((resolve) => {
          wake = resolve;
        });
      }
  }
});

/** A recording that cannot be decoded is not read to its end. */
function ignore(): void {}

async function hear(
  { job, from, samples }: Extract<SpeechRequest, { type: "hear" }>,
  bytes: ReadableStream<Uint8Array>,
): Promise<void> {
  try {
    model ??= loadStoredModel();
    const transcriber = await model;
    const watch = new Stopwatch();
    const takeTurn = turnTaker(job, watch);
    await takeTurn();
    const whole = samples === null ? await decodeAudio(bytes) : cutSeconds(samples);
    const sound = counted(skipSamples(whole, Math.round(from * SAMPLE_RATE)), watch);
    for await (const piece of transcriber.transcribe(sound, takeTurn)) {
      const start = piece.start + from;
      reply({ type: "piece", job, piece: { ...piece, start, end: piece.end + from } });
    }
    reply({ type: "heard", job, effort: watch.effort() });
  } catch (error) {
    if (error instanceof ModelMissing) model = undefined;
    if (!(error instanceof Cancelled))
      reply({ type: "failed", job, cause: toHearingFailure(error) });
  } finally {
    jobs.delete(job);
  }
}

async function* cutSeconds(samples: Float32Array): AsyncGenerator<Float32Array> {
  for (let place = 0; place < samples.length; place += SAMPLE_RATE) {
    yield samples.subarray(place, place + SAMPLE_RATE);
  }
}

async function* counted(
  sound: AsyncIterable<Float32Array>,
  watch: Stopwatch,
): AsyncGenerator<Float32Array> {
  const iterator = sound[Symbol.asyncIterator]();
  for (;;) {
    const next = await watch.pausedDuring(iterator.next());
    if (next.done) return;
    watch.samples += next.value.length;
    yield next.value;
  }
}

/** Lets messages in from time to time, rests when asked to, and ends the work of a cancelled job. */
function turnTaker(job: number, watch: Stopwatch): () => Promise<void> {
  let turnEnds = 0;
  return async () => {
    if (performance.now() < turnEnds) return;
    await watch.pausedDuring(letMessagesIn().then(() => awake));
    if (!jobs.has(job)) throw new Cancelled();
    turnEnds = performance.now() + TURN;
  };
}

/** A timer would wait 4 ms, and a promise would let nothing in. */
function letMessagesIn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Measures work, without its pauses. */
class Stopwatch {
  samples = 0;
  readonly #startedAt = performance.now();
  #pausedMs = 0;

  async pausedDuring<T>(pause: Promise<T>): Promise<T> {
    const since = performance.now();
    const value = await pause;
    this.#pausedMs += performance.now() - since;
    return value;
  }

  effort(): Effort {
    const busyMs = performance.now() - this.#startedAt - this.#pausedMs;
    return { seconds: this.samples / SAMPLE_RATE, busySeconds: busyMs / 1000 };
  }
}

function toHearingFailure(error: unknown): HearingFailure {
  if (error instanceof Undecodable) return "undecodable";
  if (error instanceof ModelMissing) return "no-model";
  console.error("Speech could not be understood:", error);
  return "broken";
}

function reply(message: SpeechReply): void {
  self.postMessage(message);
}

/** Thrown when this device has no complete model. */
class ModelMissing extends Error {
  override readonly name = "ModelMissing";
}

/** The most memory that each size of the model may take, in pages of 64 KiB. */
const MOST_PAGES: Readonly<Record<ModelSize, number>> = { small: 4096, better: 8192 };

/**
 * Loads the model that is kept on this device, and the runtime that computes it, without a request.
 * @throws ModelMissing
 */
async function loadStoredModel(): Promise<Transcriber> {
  const stored = await readStoredModel();
  if (stored === null) throw new ModelMissing();
  const { runtime, ...models } = await stored.read();
  onnx.env.wasm.wasmBinary = Uint8Array.from(runtime).buffer;
  // More threads need cross-origin isolation, which makes iOS worse.
  onnx.env.wasm.numThreads = 1;
  limitMemory(MOST_PAGES[stored.size]);
  return loadTranscriber(onnx, models);
}

/** Limits the runtime's memory: iOS 16 and 17 refuse the 4 GiB that it asks for. */
function limitMemory(pages: number): void {
  const Unlimited = WebAssembly.Memory;
  WebAssembly.Memory = class extends Unlimited {
    constructor(wanted: WebAssembly.MemoryDescriptor) {
      super({ ...wanted, maximum: Math.min(wanted.maximum ?? pages, pages) });
    }
  };
}
