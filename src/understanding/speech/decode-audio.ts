import {
  AudioSampleSink,
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  OGG,
  ReadableStreamSource,
  WAVE,
  WEBM,
} from "mediabunny";
import { OpusDecoder } from "opus-decoder";
import { Resampler } from "./resampler.ts";
import { SAMPLE_RATE } from "./voice-detector.ts";

/** Thrown for a file that is no recording, and for a codec that nothing here can decode. */
export class Undecodable extends Error {
  override readonly name = "Undecodable";
}

/** Thrown for a recording of more sound than is decoded. */
export class TooLong extends Undecodable {}

/** The lowest rate of a recording (bytes a second): less claims to be longer than it can be. */
const LOWEST_RATE = 125;
/** The most that is decoded of a recording, in seconds: devices end theirs after less. */
const LONGEST = 4 * 3600;
/** Sample rates of sound that people record; the cost of others has no limit. */
const SAMPLE_RATES = { least: 4_000, most: 384_000 };

/** The containers that browsers record into. */
const FORMATS = [WEBM, MATROSKA, OGG, MP4, WAVE];

/**
 * Decodes a recording as browsers make it: Opus in WebM, Ogg or MP4, and WAV. Of a file that was cut
 * off, what is there is decoded.
 * @param recording whole, or as a stream while it is being made
 * @returns the parts of one channel at `SAMPLE_RATE`, decoded as they are read
 * @throws Undecodable, also while the parts are read; TooLong while they are
 */
export async function decodeAudio(
  recording: Uint8Array | ReadableStream<Uint8Array>,
): Promise<AsyncIterable<Float32Array>> {
  const source =
    recording instanceof ReadableStream
      ? new ReadableStreamSource(recording)
      : new BufferSource(recording);
  const input = new Input({ formats: FORMATS, source });
  const track = await input.getPrimaryAudioTrack().catch((error: unknown) => {
    throw undecodable(error);
  });
  const codec = (await track?.getCodec()) ?? null;
  const seconds =
    recording instanceof ReadableStream
      ? LONGEST
      : Math.min(LONGEST, recording.length / LOWEST_RATE);
  if (track !== null && codec === "opus" && (await track.getNumberOfChannels()) <= 2) {
    return upTo(seconds, decodeOpus(track));
  }
  const rate = (await track?.getSampleRate()) ?? 0;
  const isUsual = rate >= SAMPLE_RATES.least && rate <= SAMPLE_RATES.most;
  if (track !== null && codec?.startsWith("pcm-") && isUsual) {
    return upTo(seconds, decodePcm(track));
  }
  throw new Undecodable(`The recording's codec is not supported: ${codec ?? "unknown"}`);
}

async function* upTo(
  seconds: number,
  sound: AsyncIterable<Float32Array>,
): AsyncGenerator<Float32Array> {
  let left = seconds * SAMPLE_RATE;
  for await (const part of sound) {
    left -= part.length;
    if (left < 0)
      throw new TooLong(`The recording has more than ${Math.floor(seconds)} s of sound.`);
    yield part;
  }
}

async function* decodeOpus(track: InputAudioTrack): AsyncGenerator<Float32Array> {
  const decoder = new OpusDecoder({
    channels: await track.getNumberOfChannels(),
    sampleRate: SAMPLE_RATE,
  });
  await decoder.ready;
  try {
    for await (const { data } of untilCut(new EncodedPacketSink(track).packets())) {
      yield mixDown(decoder.decodeFrame(data).channelData);
    }
  } finally {
    decoder.free();
  }
}

async function* decodePcm(track: InputAudioTrack): AsyncGenerator<Float32Array> {
  const resampler = new Resampler(await track.getSampleRate(), SAMPLE_RATE);
  for await (const sample of untilCut(new AudioSampleSink(track).samples())) {
    const channels = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const channel = new Float32Array(sample.numberOfFrames);
      sample.copyTo(channel, { planeIndex, format: "f32-planar" });
      return channel;
    });
    sample.close();
    yield resampler.push(mixDown(channels));
  }
  yield resampler.end();
}

/** Ends where the file is broken, if something came before. @throws Undecodable */
async function* untilCut<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let isFirst = true;
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        if (isFirst) throw undecodable(error);
        return { done: true, value: undefined } as const;
      });
      if (next.done) return;
      isFirst = false;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function undecodable(cause: unknown): Undecodable {
  return new Undecodable("The recording cannot be read", { cause });
}

function mixDown([first = new Float32Array(0), ...others]: readonly Float32Array[]): Float32Array {
  if (others.length === 0) return first;
  return first.map((sample, place) => {
    const sum = others.reduce((total, channel) => total + (channel[place] ?? 0), sample);
    return sum / (others.length + 1);
  });
}
