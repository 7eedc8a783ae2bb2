import { expect, it } from "vitest";
import { opusRecording, TINY_PACKET } from "#tests/support/opus-recording.ts";
import { silentWav } from "#tests/support/recorded-speech.ts";
import { decodeAudio, TooLong, Undecodable } from "./decode-audio.ts";

async function seconds(recording: Uint8Array): Promise<number> {
  let samples = 0;
  for await (const part of await decodeAudio(recording)) samples += part.length;
  return samples / 16_000;
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

it.each([
  ["in Ogg", () => opusRecording("ogg", TINY_PACKET, 9_000, 0.12)],
  ["in WebM", () => opusRecording("webm", TINY_PACKET, 17_000, 0.12)],
])("Opus %s that is more sound than its bytes can hold is refused", async (_, make) => {
  const bomb = await make();
  await expect(seconds(bomb)).rejects.toThrow(TooLong);
  const silence = [0xf8, 0xff, 0xfe];
  const packet = Uint8Array.from([...silence, ...silence]);
  const usual = await opusRecording("ogg", packet, 9_000, 0.02);
  expect(await seconds(usual)).toBeCloseTo(180, 0);
});

it("no more than four hours of sound are decoded", async () => {
  await expect(seconds(wav(4_001 * 4 * 3600, 4_000, 8))).rejects.toThrow(TooLong);
});

it.each([
  [1, null],
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
