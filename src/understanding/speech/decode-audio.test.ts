import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";
import { expect, it } from "vitest";
import { silentWav } from "#tests/support/recorded-speech.ts";
import { decodeAudio, TooLong, Undecodable } from "./decode-audio.ts";

/** Seconds of sound in a recording. */
async function seconds(recording: Uint8Array): Promise<number> {
  let samples = 0;
  for await (const part of await decodeAudio(recording)) samples += part.length;
  return samples / 16_000;
}

/** A recording that repeats a packet of Opus. @param duration of the packet, in seconds */
async function opus(format: "ogg" | "webm", packet: Uint8Array, count: number, duration: number) {
  const target = new BufferTarget();
  const output = new Output({
    format: format === "ogg" ? new OggOutputFormat() : new WebMOutputFormat(),
    target,
  });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  for (let at = 0; at < count; at += 1) {
    const decoderConfig = {
      codec: "opus",
      numberOfChannels: 1,
      sampleRate: 48_000,
      description: OPUS_HEAD,
    };
    await source.add(new EncodedPacket(packet, "key", at * duration, duration), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** A WAV file whose header has other values. */
function wav(length: number, rate: number, bits: 8 | 16): Uint8Array {
  const file = silentWav(0);
  const whole = new Uint8Array(file.length + length);
  whole.set(file);
  const view = new DataView(whole.buffer);
  view.setUint32(4, whole.length - 8, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, (rate * bits) / 8, true);
  view.setUint16(32, bits / 8, true);
  view.setUint16(34, bits, true);
  view.setUint32(40, length, true);
  return whole;
}

const OPUS_HEAD = Buffer.from("4f707573486561640101000080bb0000000000", "hex");
/** Two frames of silence of 60 ms each, in one byte. */
const TINY = Uint8Array.of(0x19);

it.each([
  ["in Ogg", () => opus("ogg", TINY, 9_000, 0.12)],
  ["in WebM", () => opus("webm", TINY, 17_000, 0.12)],
])("Opus %s that is more sound than its bytes can hold is refused", async (_, make) => {
  const bomb = await make();
  await expect(seconds(bomb)).rejects.toThrow(TooLong);
  const silence = [0xf8, 0xff, 0xfe];
  const usual = await opus("ogg", Uint8Array.from([...silence, ...silence]), 9_000, 0.02);
  expect(await seconds(usual)).toBeCloseTo(180, 0);
});

it("no more than four hours of sound are decoded", async () => {
  await expect(seconds(wav(4_001 * 4 * 3600, 4_000, 8))).rejects.toThrow(TooLong);
});

it.each([
  [1, null],
  [3_000, null],
  [4_000, 25],
  [44_100, 2.27],
  [4_294_967_295, null],
])(
  "sound of %i samples a second is decoded, or refused where nobody records so",
  async (rate, length) => {
    const decoded = seconds(wav(100_000, rate, 8));
    if (length === null) await expect(decoded).rejects.toThrow(Undecodable);
    else expect(await decoded).toBeCloseTo(length, 1);
  },
);
