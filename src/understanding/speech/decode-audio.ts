import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP4,
  OGG,
  WAVE,
  WEBM,
} from "mediabunny";
import { OpusDecoder } from "opus-decoder";
import { SAMPLE_RATE } from "./voice-detector.ts";

/** What a recording holds: sound, or a codec that nothing here can decode. */
export type Decoded =
  | { kind: "sound"; samples: Float32Array }
  | { kind: "unsupported"; codec: string | null };

/** What browsers record into. */
const FORMATS = [WEBM, MATROSKA, OGG, MP4, WAVE];

/**
 * Decodes a recording as browsers make it: Opus in WebM, Ogg or MP4.
 * @returns one channel at `SAMPLE_RATE`
 * @throws Error when the file is broken
 */
export async function decodeAudio(recording: Uint8Array): Promise<Decoded> {
  const input = new Input({ formats: FORMATS, source: new BufferSource(recording) });
  const track = await input.getPrimaryAudioTrack();
  if (track?.codec !== "opus") return { kind: "unsupported", codec: track?.codec ?? null };
  return { kind: "sound", samples: await decodeOpus(track) };
}

async function decodeOpus(track: InputAudioTrack): Promise<Float32Array> {
  const decoder = new OpusDecoder({ channels: track.numberOfChannels, sampleRate: SAMPLE_RATE });
  await decoder.ready;
  const parts: Float32Array[] = [];
  let length = 0;
  try {
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const { channelData } = decoder.decodeFrame(data);
      const part = mixDown(channelData);
      parts.push(part);
      length += part.length;
    }
  } finally {
    decoder.free();
  }
  const samples = new Float32Array(length);
  let place = 0;
  for (const part of parts) {
    samples.set(part, place);
    place += part.length;
  }
  return samples;
}

function mixDown([first = new Float32Array(0), ...others]: readonly Float32Array[]): Float32Array {
  if (others.length === 0) return first;
  return first.map((sample, place) => {
    const sum = others.reduce((total, channel) => total + (channel[place] ?? 0), sample);
    return sum / (others.length + 1);
  });
}
